"""Shared by the tests of the laboratory."""

import pytest

from parlour import playout
from parlour.bots.basic import find_basic, find_compiled
from parlour.lab import watch
from parlour.lab.studies import rollouts


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loops of the laboratory run as plain Python over compiled rules: for a few matches that is quicker."""
    monkeypatch.setattr(
        watch, "watcher", lambda game: playout.bound(game, watch._watch, choose_or_slip=find_compiled(game))
    )
    monkeypatch.setattr(
        rollouts,
        "roller",
        lambda game: playout.bound(
            game, rollouts._roll, play_on=playout.find_play_on(game, find_basic(game))
        ),
    )  # fmt: skip
