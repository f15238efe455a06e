"""`parlour warm` compiles all games with all bots in one command."""

import sys

import pytest

from parlour.club import compilation
from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError
from parlour.games import GAMES
from parlour.terminal import warm

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")


@pytest.mark.processes
def test_parlour_warm_compiles_every_stage_of_every_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted: list[tuple[str, str]] = []

    def noted(name: str, stage: str) -> list[str]:
        wanted.append((name, stage))
        return [sys.executable, "-c", ""]

    monkeypatch.setattr(compilation, "on_disk", lambda game, stage: (game.name, stage) in wanted)
    monkeypatch.setattr(compilation, "worker_command", noted)
    monkeypatch.setattr(compilation, "load_cached", list)
    warm.warm_games()
    assert set(wanted) == {(name, stage) for name in GAMES for stage in compilation.STAGES}
    assert len(wanted) == len(set(wanted))
    assert capsys.readouterr().out == f"compiled: {', '.join(GAMES)}\n"


@pytest.mark.processes
def test_parlour_warm_names_a_game_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, broken = GAMES
    failing = [sys.executable, "-c", "import sys; sys.exit('no such rule')"]
    monkeypatch.setattr(compilation, "on_disk", lambda game, stage: game.name != broken)
    monkeypatch.setattr(compilation, "worker_command", lambda name, stage: failing)
    monkeypatch.setattr(compilation, "load_cached", list)
    with pytest.raises(ParlourError, match=rf"{broken} \((rules|search)\) could not be compiled: no such rule"):
        warm.warm_games()


def test_parlour_warm_reports_a_cache_folder_that_is_not_writable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "LASTING", False)
    with pytest.raises(ParlourError, match="expected a writable cache folder"):
        warm.warm_games()


def test_parlour_warm_reports_a_version_of_numba_whose_caching_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "NOT_KEPT_BECAUSE", "Numba 0.99 has changed (there is no cache)")
    with pytest.raises(ParlourError, match=r"cannot be cached: Numba 0\.99 has changed \(there is no cache\)"):
        warm.warm_games()
