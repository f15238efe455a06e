"""Nets in files: arrays without pickle, and what they were made for, so that a net never plays another game.

A net fits a game of one version, with one number of players, and with observations that have the same columns.
"""

import hashlib
import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.envs.encoding import find_encoding
from parlour.errors import ParlourError
from parlour.files import write_whole
from parlour.game import Game
from parlour.learn.net import Net

FORMAT = 1
HEADER = "header"


@dataclass(frozen=True)
class Header:
    """What a net was made for, and how."""

    game: str
    version: int  # of the game's rules
    players: int
    encoding: str  # a hash of what the bytes of an observation mean
    options: dict[str, Any]  # with which it was trained
    made: dict[str, Any]  # command, seed, decisions, curve
    format: int = FORMAT


def encoding_hash(game: Game, players: int) -> str:
    """A short hash of the columns of an observation at a table of that size."""
    layout = [(part.name, place.start, place.stop) for part, place in find_encoding(game).layout(players)]
    return hashlib.sha256(json.dumps([layout, game.actions]).encode()).hexdigest()[:16]


def header_for(game: Game, players: int, made: dict[str, Any]) -> Header:
    """The header of a net for a game as it is now."""
    options = game.options_of(game.new_state(players))
    return Header(game.name, game.version, players, encoding_hash(game, players), options, made)


def save(path: Path, net: Net, header: Header) -> None:
    """Write a net; numbers in half precision, which is enough to play."""
    arrays = {"scale": net.scale.astype(np.float32), HEADER: _bytes(header)}
    arrays |= {f"weights_{number}": one.astype(np.float16) for number, one in enumerate(net.weights)}
    arrays |= {f"biases_{number}": one.astype(np.float32) for number, one in enumerate(net.biases)}
    room = io.BytesIO()
    np.savez_compressed(room, **arrays)
    write_whole(path, room.getvalue())


def load(path: Path) -> tuple[Net, Header]:
    """A net and what it was made for; a ParlourError if the file is none."""
    try:
        with np.load(path, allow_pickle=False) as found:
            header = Header(**json.loads(bytes(found[HEADER]).decode()))
            count = sum(name.startswith("weights_") for name in found.files)
            weights = [found[f"weights_{number}"].astype(np.float32) for number in range(count)]
            biases = [found[f"biases_{number}"] for number in range(count)]
            net = Net(found["scale"], weights, biases)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ParlourError(f"{path} cannot be read as a net: {error}; expected a file of `parlour train`") from None
    if header.format != FORMAT:
        raise ParlourError(f"{path} has the format {header.format}; expected {FORMAT}")
    return net, header


def misfit(header: Header, game: Game, players: int) -> str:
    """Why a net does not fit a table, in words; nothing if it fits."""
    expected = header_for(game, players, {})
    for name in ("game", "version", "players", "encoding"):
        if getattr(header, name) != getattr(expected, name):
            return f"its {name} is {getattr(header, name)!r}; expected {getattr(expected, name)!r}"
    return ""


def _bytes(header: Header) -> Any:
    return np.frombuffer(json.dumps(asdict(header)).encode(), np.uint8)
