"""What a bot in Kod-7 observes in addition to the fields of the state."""

from parlour.games.sevens.encoding import COMPUTED

__all__ = ["COMPUTED"]
