"""An empty package for tests: `Game.part` finds no part of a game in it."""
