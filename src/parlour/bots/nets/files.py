"""Nets in files: arrays without pickle, and what they were made for, so that a net never plays another game.

A net fits a game of one version, with one number of players, and with observations that have the same columns and the
same meaning.
"""

import hashlib
import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.nets.net import Net
from parlour.engine.files import write_whole
from parlour.envs.encoding import FIRST_MEANING, find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game

FORMAT = 1
HEADER, NET = "header", "playing"  # what the names of arrays in a file begin with


@dataclass(frozen=True)
class Header:
    """What a net was made for, and how."""

    game: str
    version: int  # of the game's rules
    players: int
    encoding: str  # a hash of what the bytes of an observation mean
    options: dict[str, Any]  # with which it was trained; one that is not named is newer, and had its default
    made: dict[str, Any]  # command, seed, decisions, curve
    format: int = FORMAT


def encoding_hash(game: Game, players: int) -> str:
    """A short hash of the columns of an observation at a table of that size, and of what they mean."""
    encoding = find_encoding(game)
    layout = [(part.name, place.start, place.stop) for part, place in encoding.layout(players)]
    later = [] if encoding.meaning == FIRST_MEANING else [encoding.meaning]
    return hashlib.sha256(json.dumps([layout, game.actions, *later]).encode()).hexdigest()[:16]


def header_for(game: Game, players: int, made: dict[str, Any]) -> Header:
    """The header of a net for a game as it is now."""
    options = game.options_of(game.new_state(players))
    return Header(game.name, game.version, players, encoding_hash(game, players), options, made)


@dataclass(frozen=True)
class Trained:
    """What a file holds: a net, and what it was made for."""

    net: Net
    header: Header


def save(path: Path, trained: Trained) -> None:
    """Write a net, small: its weights are rounded."""
    net = trained.net
    arrays = {HEADER: _bytes(trained.header), f"{NET}_scale": net.scale.astype(np.float32)}
    arrays |= {f"{NET}_weights_{number}": rounded(one) for number, one in enumerate(net.weights)}
    arrays |= {f"{NET}_biases_{number}": one.astype(np.float32) for number, one in enumerate(net.biases)}
    room = io.BytesIO()
    np.savez_compressed(room, **arrays)
    write_whole(path, room.getvalue())


def rounded(numbers: Any) -> Any:
    """Numbers with eight binary digits, which is enough to play and packs well.

    >>> float(rounded(np.array([0.3333]))[0])
    0.333984375
    """
    short = numbers.astype(np.float16)
    digits = short.view(np.uint16)
    return ((digits + 4) & 0xFFF8).astype(np.uint16).view(np.float16)


def load(path: Path) -> Trained:
    """A net and what it was made for; a ParlourError if the file holds none."""
    try:
        with np.load(path, allow_pickle=False) as found:
            header = Header(**json.loads(bytes(found[HEADER]).decode()))
            if header.format != FORMAT:
                raise ValueError(f"its format is {header.format}, expected {FORMAT}")
            return Trained(_net(found), header)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ParlourError(f"{path} cannot be read as a net: {error}; expected a file of `parlour train`") from None


def _net(found: Any) -> Net:
    """The net of a file; those that we ship have one more head, of no width, and a second net that nothing reads."""
    count = sum(one.startswith(f"{NET}_weights_") for one in found.files)
    weights = [found[f"{NET}_weights_{number}"].astype(np.float32) for number in range(count)]
    biases = [found[f"{NET}_biases_{number}"] for number in range(count)]
    return Net(found[f"{NET}_scale"], [one for one in weights if one.size], [one for one in biases if one.size])


def misfit(header: Header, game: Game, players: int) -> str:
    """Why a net does not fit a table, in words; nothing if it fits."""
    expected = header_for(game, players, {})
    for name in ("game", "version", "players", "encoding"):
        if getattr(header, name) != getattr(expected, name):
            return f"its {name} is {getattr(header, name)!r}; expected {getattr(expected, name)!r}"
    return ""


def _bytes(header: Header) -> Any:
    return np.frombuffer(json.dumps(asdict(header)).encode(), np.uint8)
