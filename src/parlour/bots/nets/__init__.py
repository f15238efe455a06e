"""Neural nets that play: their layers, their files, and the bot that uses them."""
