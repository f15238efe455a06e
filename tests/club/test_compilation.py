"""Tests that tables never wait for the compiler: compiled rules replace plain rules, and matches stay the same."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from parlour.club.compilation import reason
from parlour.engine.rule import PLAIN
from parlour.games import GAMES
from tests.samples import sampled

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")
TAKE_OVER = """
    import random, sys
    from parlour.engine import rule
    rule.start_plain()
    from parlour.bots.basic import find_basic
    from parlour.club.compilation import prepare
    from parlour.match.fair import seeded_key
    from parlour.games import find_game
    from parlour.match.match import Match
    from parlour.match.record import line
    from parlour.engine.rng import generator
    game = find_game(sys.argv[1])
    prepare(game, "rules")
    compiled = rule.load_cached()
    assert game.apply in compiled and find_basic(game) in compiled

    def played(players, seed, when):
        # Play a match that begins on plain rules; after `when` moves compiled ones take over.
        for function in compiled:
            function.__class__ = rule.Rule
        chooser, rng, moves = random.Random(seed), generator(seeded_key(seed, 9)), 0
        match = Match(game, players, game.short_options, key=seeded_key(seed, 0), limit=2)
        match.advance()
        while not match.over:
            if moves == when:
                rule.use_compiled(compiled)
            assert rule.is_pending(game.apply) == (moves < when)
            seat = chooser.choice(match.actors)
            views = match.views(range(-1, match.players))
            thumb = find_basic(game)(game.hidden(match.state, seat), seat, rng)
            match.act(seat, thumb if moves % 2 else chooser.choice(match.legal(seat)))
            match.advance()
            moves += 1
        return line(match.record()), moves

    for players in game.players:
        alone, moves = played(players, players, 0)
        for when in (moves + 1, moves // 2, random.Random(players).randrange(1, moves)):
            assert played(players, players, when)[0] == alone, (players, when)
"""
NOTHING_COMPILED = """
    import sys
    from parlour.engine import rule
    rule.start_plain()
    from parlour.club.compilation import Compilation
    from parlour.bots import find_bot
    from parlour.bots.hints import hint_for
    from parlour.match.fair import seeded_key
    from parlour.games import all_games
    from parlour.match.match import Match
    from parlour.engine.rng import generator
    from parlour.match.undo import reveals
    from numba.core import event

    class Compiled(event.Listener):
        def on_start(self, started):
            raise AssertionError(f"compiled: {started.data['dispatcher'].py_func.__qualname__}")
        def on_end(self, ended):
            pass

    with event.install_listener("numba:compile", Compiled()):
        for game in all_games():
            match, rng = Match(game, key=seeded_key(1, 0)), generator(seeded_key(1, 1))
            match.advance()
            for number in range(40):
                seat = match.actors[0]
                hidden = game.hidden(match.state, seat)
                if number < 8:
                    hint = hint_for(game)(hidden, seat)
                    assert "being prepared" in str(hint) or "Only one move" in str(hint), hint
                    assert reveals(game, hidden, seat, match.legal(seat)[0])
                match.views(range(-1, match.players))
                level = ("easy", "medium", "hard", "net", "random")[number % 5]
                match.act(seat, find_bot(game, level)(hidden, seat, rng))
                match.advance()
    assert not Compilation().can_think(game.name)
"""


def run(program: str, *arguments: object) -> str:
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.processes
def test_tables_and_bots_and_hints_work_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    run(NOTHING_COMPILED)


@pytest.mark.processes
@pytest.mark.parametrize("name", sampled(GAMES, first=1))
def test_switching_to_compiled_rules_during_a_match_does_not_change_its_record(
    name: str,
) -> None:
    from parlour.club.compilation import compile_stage

    compile_stage(name, "rules")  # Cache the compiled code on disk for the next process.
    run(TAKE_OVER, name)


def test_games_being_played_are_compiled_first_and_the_rules_of_all_games_before_any_search() -> None:
    from parlour.club.compilation import RULES, SEARCH, Compilation

    compilation = Compilation()
    wanted = list(GAMES)[-1]
    stages = [stage for _, stage in compilation._waiting]
    assert stages == [RULES] * len(GAMES) + [SEARCH] * len(GAMES)
    compilation.want(wanted)
    assert compilation._waiting[:2] == [(wanted, RULES), (wanted, SEARCH)]
    assert [stage for name, stage in compilation._waiting[2:]] == [RULES] * (len(GAMES) - 1) + [SEARCH] * (
        len(GAMES) - 1
    )


@pytest.mark.processes
def test_if_a_game_cannot_be_compiled_the_log_names_it_and_the_other_games_are_compiled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from parlour.club import compilation

    broken, *_ = GAMES
    failing = [sys.executable, "-c", "import sys; sys.exit('no such rule')"]
    monkeypatch.setattr(compilation, "on_disk", lambda game, stage: game.name != broken)
    monkeypatch.setattr(compilation, "worker_command", lambda name, stage: failing)
    monkeypatch.setattr(compilation, "load_cached", list)
    background = compilation.Compilation()
    background.start()
    background.wait()
    assert set(background.failed) == {(broken, stage) for stage in compilation.STAGES}
    assert len(background.done) == (len(GAMES) - 1) * len(compilation.STAGES)
    assert background.progress == 1.0
    assert "no such rule" in caplog.text
    assert not background.can_think(broken)


@pytest.mark.processes
def test_stopping_the_compilation_ends_its_worker_processes() -> None:
    from parlour.club import compilation

    background = compilation.Compilation()
    background.start()
    background.stop()
    background.wait()
    assert not background._workers


def test_the_reason_for_a_failed_compilation_says_what_numba_refuses_and_where() -> None:
    told = """Traceback (most recent call last):
  File "program.py", line 3, in compile
numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)
Untyped global name 'json': Cannot determine Numba type of <class 'module'>

File "../games/hearts.py", line 124:
def points(state: State, seat: int) -> int:
    ^

File "worth.py", line 98:
During: Pass nopython_type_inference
"""
    expected = "hearts.py, line 124: Untyped global name 'json': Cannot determine Numba type of <class 'module'>"
    assert reason(told) == expected
    assert reason("something\nparlour: there is no game 'x'\n\n") == "parlour: there is no game 'x'"
    assert reason("") == ""
