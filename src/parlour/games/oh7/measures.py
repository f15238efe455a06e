"""What Oh 7 ? has to tell."""

from parlour.games.sevens.measures import CLAIMS, COLUMNS, MEASURES

__all__ = ["CLAIMS", "COLUMNS", "MEASURES"]
