"""A stranger's verifier: it checks records with the standard library alone.

It shares no code with Parlour and follows docs/records.md and the rules pages of the games. Its author took the rules
of play from these pages, but had read the functions that deal, which the pages did not describe then. The rules of a
game stand in `tests/games/NAME/stranger.py`. From the root of the repository, `python -m tests.verifier FILE…` checks
files of records.
"""
