"""Nets as players: their layers, their files, and the bot that uses them."""
