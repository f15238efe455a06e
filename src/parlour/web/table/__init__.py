"""Tables as people and bots play at them: seats, events, onlookers, bots, reviews."""
