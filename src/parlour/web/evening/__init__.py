"""Duplicate evenings: entries, boards, rounds, the ranking."""
