"""Training neural nets by self-play: a net learns a game from its rules alone."""
