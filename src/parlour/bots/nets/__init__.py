"""Nets as players: their layers, their files, the bot that plays by one."""
