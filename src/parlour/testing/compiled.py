"""Checking that a game's rules give the same results as plain Python and compiled, in two processes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from parlour.club.compilation import own_command
from parlour.engine.rule import MISSING
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import GAMES, load_game, reference_of
from parlour.testing._hiding import differing
from parlour.testing._position import Position
from parlour.testing._positions import walked
from parlour.testing.broken import Broken, described, home_of

SEEDS = 2  # The number of matches for each number of players.
MOVES = 60
Trace = list[dict[str, Any]]  # A list of positions, each with the results that the rules gave there.


class NotChecked(ParlourError):  # noqa: N818 - not a mistake: there was no time or no compiler
    """An error that says why compiled rules couldn't be checked."""


def trace(game: Game, moves: int = MOVES, seeds: int = SEEDS) -> Trace:
    """Play a few random matches; return the results of the rules in all positions."""
    rows: Trace = []
    for players in game.players:
        for seed in range(seeds):
            for position in walked(game, players, seed, moves):
                rows.append(_row(position))
    return rows


def _row(position: Position) -> dict[str, Any]:
    game, state = position.game, position.state
    return {
        "players": position.players,
        "seed": position.seed,
        "moves": position.moves,
        "state": state.tobytes().hex(),
        "legal": [int(game.legal(state, seat)) for seat in range(position.players)],
        "over": [int(game.over(state)), int(game.winners(state))],
        "points": [int(game.points(state, seat)) for seat in range(game.teams or position.players)],
        "hide": [game.hidden(state, viewer).tobytes().hex() for viewer in position.viewers],
        "redeal": [position.world(viewer).tobytes().hex() for viewer in position.viewers],
    }


def write_trace(reference: str) -> None:
    """Print the trace of a game as JSON, or an error, for the command `parlour trace GAME`."""
    try:
        found: object = trace(load_game(reference))
    except Broken as broken:
        found = {"broken": broken.what}
    except Exception as error:
        found = {"broken": described(error, load_game(reference))}
    json.dump(found, sys.stdout)


def reference(game: Game) -> str:
    """Return the name or the path from which another process can load a game."""
    if game.name in GAMES:
        return reference_of(game.name)
    home = home_of(game)
    if home is None:
        raise NotChecked(f"{game.name} was made without a file, so no other process can load it")
    return str(home)


def plain_and_compiled_agree(game: Game, seconds: float = 600) -> None:
    """Check that plain and compiled rules give the same results in the same random matches."""
    if MISSING:
        raise NotChecked(MISSING)
    plain, compiled = (_trace_of(game, mode, seconds) for mode in ("1", "0"))
    for left, right in zip(plain, compiled, strict=False):
        if left != right:
            raise Broken(*_difference(game, left, right))
    if len(plain) != len(compiled):
        raise Broken(f"plain rules make {len(plain)} moves in the same matches, compiled ones {len(compiled)}")


def _difference(game: Game, plain: dict[str, Any], compiled: dict[str, Any]) -> tuple[str, Position]:
    """Describe the first difference between two results, and return its position."""
    *_, position = walked(game, plain["players"], plain["seed"], plain["moves"] + 1)
    part = next(name for name, value in plain.items() if compiled[name] != value)
    if isinstance(plain[part], list) and part in ("legal", "over", "points"):
        found = f"{part} is {plain[part]} for the seats in plain rules, {compiled[part]} in compiled ones"
    elif part in ("players", "seed", "moves"):
        found = "compiled rules end a match at a different move"
    else:
        states = [rows if isinstance(rows, list) else [rows] for rows in (plain[part], compiled[part])]
        one, other = next(pair for pair in zip(*states, strict=True) if pair[0] != pair[1])
        fields = differing(position, _state(game, one), _state(game, other))
        found = f"compiled rules give different values from plain ones in {fields}" + (
            f", after {part}" if part != "state" else ""
        )
        found += _values(position, _state(game, one), _state(game, other))
    return f"{found}; is a number too big for its field, or a name used with two types?", position


def _values(position: Position, plain: Any, compiled: Any) -> str:
    """Return the first field that differs, with both values, as text."""
    for field in position.game.fields:
        left, right = plain[field.name], compiled[field.name]
        if not np.array_equal(left, right):
            return f" ({field.name}: plain {np.asarray(left).tolist()}, compiled {np.asarray(right).tolist()})"
    return ""


def _state(game: Game, digits: str) -> Any:
    return np.frombuffer(bytearray.fromhex(digits), game.state)[0]


def _trace_of(game: Game, plain: str, seconds: float) -> Trace:
    """Run another process with plain or compiled rules, and return its trace."""
    package = str(Path(__file__).parents[2])
    paths = os.pathsep.join([package, *(path for path in sys.path if path)])
    environment = {**os.environ, "PARLOUR_PLAIN": plain, "PYTHONPATH": paths}
    if plain == "0":
        environment.pop("NUMBA_DISABLE_JIT", None)
    command = [*own_command(), "trace", reference(game)]
    try:
        run = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
            check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NotChecked(
            f"compiling took longer than {seconds:.0f} seconds; compiled code is kept, so run the check again"
        ) from None
    if run.returncode:
        raise Broken(f"the rules cannot be run: {' '.join(run.stderr.strip().splitlines()[-1:])}")
    found = json.loads(run.stdout)
    if isinstance(found, dict):
        raise Broken(f"{'plain' if plain == '1' else 'compiled'} rules: {found['broken']}")
    return list(found)
