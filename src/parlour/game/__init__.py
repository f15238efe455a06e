"""The parts of a game: its contract, cards, fields, options, sentences and view."""
