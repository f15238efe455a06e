"""Parlour compared with OpenSpiel, RLCard, PettingZoo and Pgx: the same kind of work, on one core, in one run.

`make bench` runs the comparison. Every peer (another library) gets its own environment with pinned packages, under
.venv/peers. A peer that can't be installed is left out, and the page says so.
"""
