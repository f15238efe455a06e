"""Figures for Kod-7: what a player's statistics show, and how strong the bots are."""

from parlour.game.figures import Edge
from parlour.games.sevens.figures import FIGURES

__all__ = ["EDGES", "FIGURES"]

EDGES = (  # These figures come from docs/studies/kod7.md and docs/bots.md.
    Edge("medium", "easy", 0.53, 4),
    Edge("hard", "medium", 0.675, 4),
)
