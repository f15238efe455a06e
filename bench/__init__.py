"""Benchmarks: Parlour measured side by side with other libraries and servers."""
