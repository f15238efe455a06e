"""Studies: matches of many variants, played, kept in a folder, and turned into figures."""
