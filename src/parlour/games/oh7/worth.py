"""What positions are worth to a bot that looks ahead."""

from parlour.games.sevens.worth import WORTH

__all__ = ["WORTH"]
