"""Presenting a study: the report, its charts, our own studies as pages. Nothing else in the laboratory imports it."""
