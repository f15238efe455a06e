"""Presenting studies: the report, its charts, and the pages in docs/studies.

No other module of the laboratory imports this package.
"""
