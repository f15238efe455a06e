"""Parlour beside OpenSpiel, RLCard, PettingZoo and Pgx: the same kind of work, on one core, in one run.

`make bench` runs it. Every peer gets an environment of its own with pinned packages, under .venv/peers; one that cannot
be installed is left out, and the page says so.
"""
