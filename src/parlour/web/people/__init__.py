"""People without accounts: their devices, their matches over time, ratings."""
