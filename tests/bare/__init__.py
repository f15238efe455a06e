"""A package without any part of a game: `Game.part` finds nothing in it."""
