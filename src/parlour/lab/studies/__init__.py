"""Studies: playing matches of many variants, storing them in a folder, and computing figures.

Studies import measures, but nothing from reports.
"""
