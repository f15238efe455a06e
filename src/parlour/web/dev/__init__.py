"""`parlour dev`: a table that follows the file of a game while it is written."""
