"""An independent verifier of records, which uses only the standard library.

The verifier shares no code with Parlour and follows docs/records.md and the rules pages of the games. Its author took
the rules of play from these pages, but the dealing from Parlour's code, because at that time the pages didn't describe
the dealing. The verifier's rules of each game are in `tests/games/NAME/stranger.py`. From the root of the repository,
`python -m tests.verifier FILE…` checks files of records.
"""
