"""The terminal's table: it draws any game from its view, without knowing the game's rules."""
