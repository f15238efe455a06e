"""Measure simulations and environments on a GPU, and check them against the CPU.

    PYTHONPATH=src python bench/gpu.py [--check] [--games oh7,rook] [--parts simulation,batch] [--json FILE]

Needs only NumPy, CuPy, Numba with its CUDA target, msgspec and platformdirs. `--check` compares matches and
environments with those of the CPU, byte for byte.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.bots.levels import SLIPS
from parlour.envs.batch import DEFAULT_MAX_ROUNDS, Batch
from parlour.envs.cuda.batch import DeviceBatch
from parlour.envs.cuda.rules import arrays, cuda
from parlour.envs.cuda.simulation import play_chunk
from parlour.envs.cuda.speed import batch_rates, play_rates
from parlour.game.game import Game
from parlour.games import load_game
from parlour.match.seeds import seeded_words
from parlour.match.walk import Choose, find_random, play_matches

PLAYERS = {"oh7": 4, "kod7": 6, "rook": 4, "active13": 2, "thirtyone": 4}
SECONDS = 1.0
CHECKED_MATCHES, CHECKED_STEPS = 256, 200
BATCHES = (65_536, 262_144, 1_048_576)


def players_of(game: Game) -> int:
    """Return the number of players with which a game is measured."""
    return PLAYERS.get(game.name, game.players[-1])


def bots_of(game: Game) -> list[tuple[str, Choose]]:
    """Return the bots that are measured."""
    return [("random", find_random(game)), ("basic", find_basic(game))]


def simulations(game: Game) -> list[dict[str, Any]]:
    """Measure matches between random players, and between rule-of-thumb bots."""
    players = players_of(game)
    found = []
    for bot, chosen in bots_of(game):
        row = play_rates(game, players, SECONDS, chosen, SLIPS[bot])
        print(f"{game.name} {bot}: {row['decisions'] / 1e9:.2f} G decisions/s, {row['matches'] / 1e6:.3f} M matches/s")
        found.append({"game": game.name, "players": players, "simulation": bot, **row})
    return found


def batches(game: Game) -> list[dict[str, Any]]:
    """Measure steps of environments with observations; choosing the actions isn't timed."""
    players, found = players_of(game), []
    for matches in BATCHES:
        row = batch_rates(game, players, SECONDS, matches)
        print(f"{game.name}, {matches:,} environments: {row['decisions'] / 1e9:.3f} G decisions/s")
        found.append({"game": game.name, "players": players, "batch": matches, **row})
    return found


def check_simulations(game: Game) -> None:
    """Check that seeded matches have the same final states and outcomes as on the CPU."""
    players, numbers = players_of(game), range(CHECKED_MATCHES)
    start = game.new_state(players)
    for bot, chosen in bots_of(game):
        slips = [SLIPS[bot]] * players
        finals, found = play_chunk(game, chosen, slips, start, 1, 0, CHECKED_MATCHES, DEFAULT_MAX_ROUNDS)
        states, expected = play_matches(game, chosen, slips, start, seeded_words(1, numbers), DEFAULT_MAX_ROUNDS)
        same = finals.tobytes() == states.tobytes() and all(
            np.array_equal(values, vars(expected)[name]) for name, values in vars(found).items()
        )
        print(f"{game.name} {bot}: {'the same matches as' if same else 'DIFFERENT matches from those'} on the CPU")


def check_batches(game: Game) -> None:
    """Check that every array of a batch has the same bytes as on the CPU."""
    here, there = (kind(game, players_of(game), matches=512, seed=5) for kind in (Batch, DeviceBatch))
    random = np.random.default_rng(1)
    for step in range(CHECKED_STEPS):
        actions = (here.masks * (1 + random.random(here.masks.shape))).argmax(1)
        here.step(actions)
        there.step(arrays().asarray(actions))
        for name in ("seats", "masks", "observations", "rewards", "ended", "decisions"):
            if getattr(here, name).tobytes() != getattr(there, name).get().tobytes():
                print(f"{game.name}: DIFFERENT {name} after step {step}")
                return
    same = here.states.tobytes() == there.states.tobytes()
    print(f"{game.name}: {'the same environments as' if same else 'DIFFERENT states from those'} on the CPU")


def run_page(page: Path) -> None:
    """Run the programs of docs/environments.md that need a GPU, torch and JAX, and print their results."""
    for program in re.findall(r"```py\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        names: dict[str, Any] = {"__name__": "example"}
        exec(compile(program, str(page), "exec"), names)
        cuda.synchronize()
        print(program.splitlines()[0], "decisions:", int(names["batch"].decisions.sum()))
        if "torch" in names:
            print("the same memory:", names["masks"].data_ptr() == names["batch"].masks.data.ptr)


PARTS = {"simulation": (simulations, check_simulations), "batch": (batches, check_batches)}


def main() -> None:
    """Measure the games and parts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(PLAYERS))
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path, help="path of docs/environments.md, to run its programs for a GPU")
    arguments = parser.parse_args()
    if arguments.page:
        run_page(arguments.page)
        return
    rows: list[dict[str, Any]] = []
    for name in arguments.games.split(","):
        for part in arguments.parts.split(","):
            measure, check = PARTS[part]
            try:
                if arguments.check:
                    check(load_game(name))
                rows += measure(load_game(name))
            except Exception as error:  # continue with the next part: the machine is available for minutes only
                print(name, part, type(error).__name__, str(error)[-1500:], file=sys.stderr)
            sys.stdout.flush()
            if arguments.json:
                arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
