"""How bots that look ahead value positions in Oh 7 ?."""

from parlour.games.sevens.worth import WORTH

__all__ = ["WORTH"]
