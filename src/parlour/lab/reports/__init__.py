"""How a study is told: the report, its charts, our own studies as pages."""
