"""Today's deal: each person plays it at a table of their own, and the cards stay secret until the day is over."""
