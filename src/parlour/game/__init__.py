"""What a game is made of: its contract, cards, fields, options, sentences and view."""
