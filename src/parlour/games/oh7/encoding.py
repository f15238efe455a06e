"""What a seat observes of Oh 7 ? beside the fields of the state."""

from parlour.games.sevens.encoding import COMPUTED

__all__ = ["COMPUTED"]
