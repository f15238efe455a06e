"""Players that learn a game from its rules alone: self-play, nets, and what they need to play."""
