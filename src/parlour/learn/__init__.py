"""Training neural nets by self-play, which need only a game's rules to learn it."""
