"""How each game is observed: one file for each, and one for the two games that share a state."""
