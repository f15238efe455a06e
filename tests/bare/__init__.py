"""A package without any part of a game: what `Game.part` finds in it is nothing."""
