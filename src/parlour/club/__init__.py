"""What the page and the terminal share: today's deal, duplicate evenings, compiling in the background."""
