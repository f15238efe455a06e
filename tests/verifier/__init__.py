"""A stranger's verifier: it checks records with the standard library alone.

It was written from docs/records.md and the rules pages of the games, not from the code of Parlour, and shares nothing
with it. The rules of a game stand in `tests/games/NAME/stranger.py`. From the root of the repository,
`python -m tests.verifier FILE…` checks files of records.
"""
