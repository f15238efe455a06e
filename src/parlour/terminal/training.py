"""`parlour train`: train a net for a game by self-play."""

import sys
from pathlib import Path

from rich.console import Console

from parlour.bots.basic import has_basic
from parlour.engine.rule import PLAIN
from parlour.envs.cuda.device import DEVICES, check_device, check_gpu
from parlour.errors import ParlourError
from parlour.games import find_game
from parlour.learn.training import CPU, CUDA, REPORT, Training
from parlour.terminal.progress import progress

AUTO = "auto"
MOST_MINUTES = 7 * 24 * 60
SECONDS = 60
MOST_BESIDE = 0.8  # The largest share of the time that may be spent on anything but self-play.


def train(
    name: str, given: str, players: int | None, minutes: float, device: str, folder: Path | None, seed: int,
    watch: float = 0.0, study: float = 0.0,
) -> None:  # fmt: skip
    """Train, show the curve, and say where the net is and how to play against it; `given` is the game as typed."""
    game, console = find_game(name), Console(highlight=False, soft_wrap=True)
    seats = game.checked_players(players)
    if not 0 < minutes <= MOST_MINUTES:
        raise ParlourError(f"minutes cannot be {minutes:g}; expected more than 0 and at most {MOST_MINUTES}")
    check_parts(watch=watch, study=study)
    if watch and not has_basic(game):
        raise ParlourError(f"watch cannot be {watch:g}: {game.title} has no rules of thumb to watch; expected 0")
    if PLAIN:
        raise ParlourError("a net learns from millions of matches, which need compiled rules; expected Numba")
    chosen = chosen_device(device)
    if study and chosen == "cpu":
        raise ParlourError(f"study cannot be {study:g} on the cpu; expected 0, or --device cuda")
    target = folder or Path(f"train-{game.name}-{seats}")
    console.print(
        f"{game.title}, {seats} players, {minutes:g} minutes on the {chosen}; Ctrl-C stops; the same command continues."
    )
    console.print("Results of one net against rule-of-thumb bots, or random bots for games that have none:")
    command = f"parlour train {given} --players {seats} --minutes {minutes:g} --device {chosen} --seed {seed}"
    command += (f" --watch {watch:g}" if watch else "") + (f" --study {study:g}" if study else "")
    size = CPU if chosen == "cpu" else CUDA
    seconds = SECONDS * minutes
    try:
        with progress("seconds", seconds) as step:
            path = Training(game, seats, seconds, target, chosen, size, seed, command, watch, study, step).run(print)
    except KeyboardInterrupt:
        console.print(f"stopped; {target}  holds the net as of the last line above; the same command continues there")
        sys.exit(130)
    console.print(f"net: {path}; report of the training: {target / REPORT}")
    console.print(f"play against it: parlour play {given} --players {seats} --bots net:{path}")


def check_parts(**parts: float) -> None:
    """Refuse shares of the time that leave too little time for self-play."""
    for name, part in parts.items():
        if not 0 <= part < 1:
            raise ParlourError(f"{name} cannot be {part:g}; expected a share of the time, at least 0 and less than 1")
    if sum(parts.values()) > MOST_BESIDE:
        raise ParlourError(f"watch and study are {sum(parts.values()):g} together; expected at most {MOST_BESIDE:g}")


def chosen_device(device: str) -> str:
    """Choose an available device; asking for a missing GPU is an error."""
    if device != AUTO:
        check_device(device, (AUTO, *DEVICES))
        return device
    try:
        check_gpu()
    except ParlourError:
        return "cpu"
    return "cuda"
