"""The value of positions, for bots that look ahead."""

from parlour.games.sevens.worth import WORTH

__all__ = ["WORTH"]
