"""Files of neural nets, which contain arrays and a header that says what the net was made for.

A net fits one version of a game, one number of players, and observations with the same columns and meaning.
"""

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from parlour.bots.nets._archive import read_arrays
from parlour.bots.nets.net import POLICY, Net
from parlour.engine.files import write_whole
from parlour.engine.values import ValueReader
from parlour.envs.encoding import FIRST_MEANING, find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game

FORMAT = 1
HEADER, NET = "header", "playing"  # Prefixes of the names of arrays in a file.
FEWEST_LAYERS = 3  # The first layer and the two heads.


@dataclass(frozen=True)
class Header:
    """What a net was made for, and how it was made."""

    game: str
    version: int  # The version of the game's rules.
    players: int
    encoding: str  # A hash of what the bytes of an observation mean.
    options: dict[str, Any]  # The options of the training matches; an option not listed had its default.
    made: dict[str, Any]  # How the net was made: command, seed, decisions, curve and so on.
    format: int = FORMAT


HEADERS: ValueReader[Header] = ValueReader(Header)


def encoding_hash(game: Game, players: int) -> str:
    """Hash the layout and the meaning of a game's observations with this number of players."""
    encoding = find_encoding(game)
    layout = [(part.name, columns.start, columns.stop) for part, columns in encoding.layout(players)]
    later = [] if encoding.meaning == FIRST_MEANING else [encoding.meaning]
    return hashlib.sha256(json.dumps([layout, game.actions, *later]).encode()).hexdigest()[:16]


def header_for(game: Game, players: int, made: dict[str, Any]) -> Header:
    """Make the header of a net for the current version of a game."""
    options = game.options_of(game.new_state(players))
    return Header(game.name, game.version, players, encoding_hash(game, players), options, made)


@dataclass(frozen=True)
class Trained:
    """The content of a net's file: the net and its header."""

    net: Net
    header: Header


def save(path: Path, trained: Trained) -> None:
    """Write a net to a file, rounding its weights to make the file small."""
    net = trained.net
    arrays = {HEADER: _bytes(trained.header), f"{NET}_scale": net.scale.astype(np.float32)}
    arrays |= {f"{NET}_weights_{number}": rounded(one) for number, one in enumerate(net.weights)}
    arrays |= {f"{NET}_biases_{number}": one.astype(np.float32) for number, one in enumerate(net.biases)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_whole(path, buffer.getvalue())


def rounded(numbers: Any) -> Any:
    """Round numbers to eight binary digits, which are enough for play and compress well.

    >>> float(rounded(np.array([0.3333]))[0])
    0.333984375
    """
    short = numbers.astype(np.float16)
    digits = short.view(np.uint16)
    return ((digits + 4) & 0xFFF8).astype(np.uint16).view(np.float16)


def load(path: Path) -> Trained:
    """Read a net and its header; raise a ParlourError if the file contains no net."""
    try:
        arrays = read_arrays(path)
        header = HEADERS.decode(arrays[HEADER].tobytes())
        if header.format != FORMAT:
            raise ValueError(f"its format is {header.format}, expected {FORMAT}")
        return Trained(_net(arrays), header)
    except (OSError, ValueError, KeyError, RecursionError, msgspec.MsgspecError) as error:
        why = f"it has no array {error}" if isinstance(error, KeyError) else " ".join(str(error).split())
        raise ParlourError(f"{path} cannot be read as a net: {why}; expected a file of `parlour train`") from None


def _net(arrays: dict[str, Any]) -> Net:
    """Make the net from its arrays, ignoring the empty head and the second net in files of earlier versions."""
    count = sum(name.startswith(f"{NET}_weights_") for name in arrays)
    weights = [_numbers(arrays, f"{NET}_weights_{number}", 2) for number in range(count)]
    biases = [_numbers(arrays, f"{NET}_biases_{number}", 1) for number in range(count)]
    weights, biases = [one for one in weights if one.size], [one for one in biases if one.size]
    scale = _numbers(arrays, f"{NET}_scale", 1)
    _check_layers(len(scale), weights, biases)
    return Net(scale, weights, biases)


def _numbers(arrays: dict[str, Any], name: str, dimensions: int) -> Any:
    """Return an array of finite numbers."""
    found = arrays[name]
    if found.ndim != dimensions or found.dtype.kind != "f" or not np.isfinite(found).all():
        raise ValueError(f"{name} has the shape {found.shape} and the type {found.dtype}; expected finite numbers")
    return found.astype(np.float32)


def _check_layers(size: int, weights: list[Any], biases: list[Any]) -> None:
    """Check that the layers of a net fit each other: a first layer, blocks of the same width, and two heads."""
    if len(weights) < FEWEST_LAYERS or len(biases) != len(weights):
        raise ValueError(f"it has {len(weights)} layers and {len(biases)} biases; expected {FEWEST_LAYERS} or more")
    width = weights[0].shape[1]
    shapes = [(size, width)] + [(width, width)] * (len(weights) - FEWEST_LAYERS)
    shapes += [(width, weights[POLICY].shape[1]), (width, 1)]
    for layer, (matrix, bias, expected) in enumerate(zip(weights, biases, shapes, strict=True)):
        if matrix.shape != expected or bias.shape != expected[1:]:
            raise ValueError(f"layer {layer} has the shapes {matrix.shape} and {bias.shape}; expected {expected}")


def check_sizes(net: Net, size: int, actions: int) -> None:
    """Refuse a net whose first layer or whose head doesn't have the size of a game's observations and actions."""
    found = (len(net.scale), net.weights[POLICY].shape[1])
    if found != (size, actions):
        raise ParlourError(f"the net has {found[0]} inputs and {found[1]} actions; expected {size} and {actions}")


def misfit(header: Header, game: Game, players: int) -> str:
    """Return why a net doesn't fit a table, or "" if it fits."""
    expected = header_for(game, players, {})
    for name in ("game", "version", "players", "encoding"):
        if getattr(header, name) != getattr(expected, name):
            return f"its {name} is {getattr(header, name)!r}; expected {getattr(expected, name)!r}"
    return ""


def _bytes(header: Header) -> Any:
    return np.frombuffer(json.dumps(asdict(header)).encode(), np.uint8)
