"""The table in a terminal: it draws any game from its view and knows no rule."""
