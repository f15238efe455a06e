"""Today's deal: one table for each person, sealed until the day is over."""
