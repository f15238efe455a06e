"""`parlour train`: a net learns a game by playing against itself."""

import sys
from pathlib import Path

from rich.console import Console

from parlour.bots.basic import has_basic
from parlour.engine.rule import PLAIN
from parlour.envs.cuda.device import DEVICES, check_device, check_gpu
from parlour.errors import ParlourError
from parlour.games import find_game
from parlour.learn.training import CPU, CUDA, REPORT, Training

AUTO = "auto"
MOST_MINUTES = 7 * 24 * 60
SECONDS = 60
MOST_BESIDE = 0.8  # of the time, beside self-play


def train(
    name: str, given: str, players: int | None, minutes: float, device: str, folder: Path | None, seed: int,
    watch: float = 0.0, study: float = 0.0,
) -> None:  # fmt: skip
    """Train, show the curve, and say where the net is and how to play against it; `given`: the game as it was named."""
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
    place = folder or Path(f"train-{game.name}-{seats}")
    console.print(
        f"{game.title}, {seats} players, {minutes:g} minutes on the {chosen}; Ctrl-C stops, the same command goes on."
    )
    console.print("One net among players by rules of thumb, or random ones where a game has none:")
    command = f"parlour train {given} --players {seats} --minutes {minutes:g} --device {chosen} --seed {seed}"
    command += (f" --watch {watch:g}" if watch else "") + (f" --study {study:g}" if study else "")
    size = CPU if chosen == "cpu" else CUDA
    training = Training(game, seats, SECONDS * minutes, place, chosen, size, seed, command, watch, study)
    try:
        path = training.run(console.print)
    except KeyboardInterrupt:
        console.print(
            f"stopped; {place} holds what was learned until the last line above, and the command goes on there"
        )
        sys.exit(130)
    console.print(f"the net: {path}, how it was made: {place / REPORT}")
    console.print(f"play against it: parlour play {given} --players {seats} --bots net:{path}")


def check_parts(**parts: float) -> None:
    """Parts of the time that leave some of it for self-play, or a ParlourError."""
    for name, part in parts.items():
        if not 0 <= part < 1:
            raise ParlourError(f"{name} cannot be {part:g}; expected a part of the time, at least 0 and less than 1")
    if sum(parts.values()) > MOST_BESIDE:
        raise ParlourError(f"watch and study are {sum(parts.values()):g} together; expected at most {MOST_BESIDE:g}")


def chosen_device(device: str) -> str:
    """The device that is there; asking for a GPU where there is none is an error."""
    if device != AUTO:
        check_device(device, (AUTO, *DEVICES))
        return device
    try:
        check_gpu()
    except ParlourError:
        return "cpu"
    return "cuda"
