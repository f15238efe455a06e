"""An empty package for tests: tests check that `Game.part` finds no part of a game in it."""
