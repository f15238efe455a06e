"""Nets in files: arrays without pickle, and what they were made for, so that a net never plays another game.

A net fits one version of a game, one number of players, and observations with the same columns and meaning.
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
HEADER, NET = "header", "playing"  # prefixes of array names in a file


@dataclass(frozen=True)
class Header:
    """What a net was made for, and how."""

    game: str
    version: int  # of the game's rules
    players: int
    encoding: str  # a hash of what the bytes of an observation mean
    options: dict[str, Any]  # used in training; a missing one is newer and had its default
    made: dict[str, Any]  # command, seed, decisions, curve
    format: int = FORMAT


def encoding_hash(game: Game, players: int) -> str:
    """Hash the columns of an observation at a table of that size, and their meaning."""
    encoding = find_encoding(game)
    layout = [(part.name, columns.start, columns.stop) for part, columns in encoding.layout(players)]
    later = [] if encoding.meaning == FIRST_MEANING else [encoding.meaning]
    return hashlib.sha256(json.dumps([layout, game.actions, *later]).encode()).hexdigest()[:16]


def header_for(game: Game, players: int, made: dict[str, Any]) -> Header:
    """Make the header of a net for a game as it is now."""
    options = game.options_of(game.new_state(players))
    return Header(game.name, game.version, players, encoding_hash(game, players), options, made)


@dataclass(frozen=True)
class Trained:
    """The contents of a file: a net, and what it was made for."""

    net: Net
    header: Header


def save(path: Path, trained: Trained) -> None:
    """Write a net to a file, with rounded weights to make it small."""
    net = trained.net
    arrays = {HEADER: _bytes(trained.header), f"{NET}_scale": net.scale.astype(np.float32)}
    arrays |= {f"{NET}_weights_{number}": rounded(one) for number, one in enumerate(net.weights)}
    arrays |= {f"{NET}_biases_{number}": one.astype(np.float32) for number, one in enumerate(net.biases)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_whole(path, buffer.getvalue())


def rounded(numbers: Any) -> Any:
    """Round numbers to eight binary digits, which is enough to play and compresses well.

    >>> float(rounded(np.array([0.3333]))[0])
    0.333984375
    """
    short = numbers.astype(np.float16)
    digits = short.view(np.uint16)
    return ((digits + 4) & 0xFFF8).astype(np.uint16).view(np.float16)


def load(path: Path) -> Trained:
    """Read a net and what it was made for; raise a ParlourError if the file contains none."""
    try:
        with np.load(path, allow_pickle=False) as found:
            header = Header(**json.loads(bytes(found[HEADER]).decode()))
            if header.format != FORMAT:
                raise ValueError(f"its format is {header.format}, expected {FORMAT}")
            return Trained(_net(found), header)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ParlourError(f"{path} cannot be read as a net: {error}; expected a file of `parlour train`") from None


def _net(found: Any) -> Net:
    """Read the net of a file; those we ship also contain an empty head and a second net that is not used."""
    count = sum(one.startswith(f"{NET}_weights_") for one in found.files)
    weights = [found[f"{NET}_weights_{number}"].astype(np.float32) for number in range(count)]
    biases = [found[f"{NET}_biases_{number}"] for number in range(count)]
    return Net(found[f"{NET}_scale"], [one for one in weights if one.size], [one for one in biases if one.size])


def misfit(header: Header, game: Game, players: int) -> str:
    """Say why a net does not fit a table; nothing if it fits."""
    expected = header_for(game, players, {})
    for name in ("game", "version", "players", "encoding"):
        if getattr(header, name) != getattr(expected, name):
            return f"its {name} is {getattr(header, name)!r}; expected {getattr(expected, name)!r}"
    return ""


def _bytes(header: Header) -> Any:
    return np.frombuffer(json.dumps(asdict(header)).encode(), np.uint8)
