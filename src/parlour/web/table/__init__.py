"""Tables as people and bots play at them: seats, events, viewers, bots, reviews."""
