"""Studies: playing matches of many variants, storing them in a folder, and computing figures.

These modules may import from `measures`, but not from `reports`.
"""
