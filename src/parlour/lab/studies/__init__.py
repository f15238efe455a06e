"""Studies: matches of many variants, played, kept in a folder, and turned into figures.

Studies import measures, and nothing of the reports that tell about them.
"""
