"""`parlour dev`: a table whose rules are reloaded whenever the designer saves the game's file."""
