"""What the page and the terminal share: today's deal, duplicate evenings, and compilation in the background."""
