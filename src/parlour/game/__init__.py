"""What a game declares and is written with: its contract, cards, fields, options, sentences, the view."""
