"""The tables at which people and bots play: their seats, events, viewers, bots, and reviews after the match."""
