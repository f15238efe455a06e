"""How a study is told: the report, its charts, our own studies as pages. Nothing in the laboratory imports it."""
