"""What a seat of Kod-7 observes besides the fields of the state."""

from parlour.games.sevens.encoding import COMPUTED

__all__ = ["COMPUTED"]
