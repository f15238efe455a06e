"""Shared by the tests of the laboratory."""

import pytest

from parlour import playout
from parlour.bots.basic import find_basic
from parlour.lab.studies import rollouts, watch


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops of the laboratory run as plain Python over compiled rules: for a few matches that is quicker."""
    monkeypatch.setattr(playout, "PLAIN", True)
    monkeypatch.setattr(watch, "watcher", lambda game: playout.for_game(game, watch._watch, basic=find_basic(game)))
    monkeypatch.setattr(
        rollouts,
        "roller",
        lambda game: playout.for_game(
            game, rollouts._roll, basic=find_basic(game), hide=game.hide, winners=game.winners
        ),
    )
