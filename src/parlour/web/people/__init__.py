"""People, who need no account: their devices, their finished matches, their ratings."""
