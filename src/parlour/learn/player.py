"""A net that plays: an observation goes in, an action comes out, in some ten microseconds and without any library."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.cards import each
from parlour.envs.batch import Observer
from parlour.errors import ParlourError
from parlour.game import Game, State
from parlour.learn.files import load, misfit
from parlour.learn.net import POLICY, Net
from parlour.rng import Rng
from parlour.rule import PLAIN, keep, rule

FOLDER = "nets"  # beside the rules of a game: 4.npz is for tables of four


@rule
def add_up(row: Any, scale: Any, entry: Any, first: Any, hidden: Any) -> None:
    """The entry of a net: most bytes of an observation are 0 and cost nothing."""
    for unit in range(len(first)):
        hidden[unit] = first[unit]
    for place in range(len(row)):
        if row[place] != 0:
            number = scale[place] * np.float32(row[place])
            for unit in range(len(first)):
                hidden[unit] += number * entry[place, unit]
    for unit in range(len(first)):
        hidden[unit] = max(hidden[unit], np.float32(0))


@rule
def add_block(weights: Any, biases: Any, hidden: Any, added: Any) -> None:
    """A block of a net adds to what came before."""
    for unit in range(len(biases)):
        added[unit] = biases[unit]
    for place in range(len(hidden)):
        if hidden[place] != 0:
            for unit in range(len(biases)):
                added[unit] += hidden[place] * weights[place, unit]
    for unit in range(len(biases)):
        hidden[unit] += max(added[unit], np.float32(0))


@rule
def think(row: Any, scale: Any, entry: Any, first: Any, blocks: Any, biases: Any, policy: Any, last: Any, room: Any,
          logits: Any) -> None:  # fmt: skip
    """The logits of all actions for one observation."""
    hidden, added = room[0], room[1]
    add_up(row, scale, entry, first, hidden)
    for block in range(len(blocks)):
        add_block(blocks[block], biases[block], hidden, added)
    for action in range(len(last)):
        logits[action] = last[action]
    for place in range(len(hidden)):
        if hidden[place] != 0:
            for action in range(len(last)):
                logits[action] += hidden[place] * policy[place, action]


class NetPlayer:
    """A net at a table."""

    def __init__(self, game: Game, players: int, net: Net) -> None:
        """The net must fit the game and the number of players."""
        self.game, self.players, self.net = game, players, net
        self._parts = (
            net.scale, net.weights[0], net.biases[0], np.stack(net.weights[1:POLICY]), np.stack(net.biases[1:POLICY]),
            net.weights[POLICY], net.biases[POLICY],
        )  # fmt: skip
        keep(think)

    def logits(self, state: State, seat: int) -> Any:
        """How good each action is, in a hidden state."""
        row = Observer(self.game, self.players).observe(state, seat)
        if PLAIN:
            return self.net.forward(row[None])[1][0]
        room = np.zeros((2, len(self.net.biases[0])), np.float32)
        found = np.zeros(self.game.actions, np.float32)
        think(row, *self._parts, room, found)
        return found

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The action that the net likes best."""
        found = self.logits(state, seat)
        return max(each(self.game.legal(state, seat)), key=lambda action: found[action])


def net_file(game: Game, players: int) -> Path:
    """Where the net of a game lies: in its folder, or beside its file."""
    main = Path(sys.modules[game.module].__file__ or "")
    name = f"{players}.npz" if main.name == "__init__.py" else f"{main.stem}-{players}.npz"  # a file has neighbours
    return main.parent / FOLDER / name


@cache
def find_net(game: Game, players: int) -> NetPlayer | None:
    """The net of a game for that number of players; None if there is none that fits."""
    file = net_file(game, players)
    if not file.is_file():
        return None
    nets = load(file)
    return None if misfit(nets.header, game, players) else NetPlayer(game, players, nets.playing)


def load_player(game: Game, players: int, path: Path) -> NetPlayer:
    """The net of a file, for a table; refused if it was made for another one."""
    nets = load(path)
    if why := misfit(nets.header, game, players):
        raise ParlourError(f"{path} does not fit {game.title} with {players} players: {why}")
    return NetPlayer(game, players, nets.playing)


def net_bot(game: Game, file: str = "") -> Callable[[State, int, Rng], int]:
    """A bot: the net of that file, or the one that lies beside the rules; without one that fits, the rules of thumb."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        players = int(state.players)
        player = _loaded(game, players, file) if file else find_net(game, players)
        return player.choose(state, seat, rng) if player else int(find_basic(game)(state, seat, rng))

    if file:
        load(Path(file))  # a file that is no net is refused at once
    return choose


@cache
def _loaded(game: Game, players: int, file: str) -> NetPlayer:
    return load_player(game, players, Path(file))
