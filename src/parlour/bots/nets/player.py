"""Neural nets as players, which choose an action in about ten microseconds without a machine learning library."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.bots.levels import SLIPS
from parlour.bots.nets.files import Trained, check_sizes, load, misfit
from parlour.bots.nets.layers import Layers, Room, layers_of, read_head, room_for, think
from parlour.bots.nets.net import Net
from parlour.engine.rng import Rng, below, pick, random_bits
from parlour.engine.rule import PLAIN, is_pending, loop
from parlour.engine.sets import each
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game, State

FOLDER = "nets"  # The folder beside a game's rules that contains its nets, such as 4.npz for four players.
HIGHEST_BITS = 2.0**32


@cache
def answerer(game: Game) -> Callable[..., None]:
    """Make the compiled function that evaluates a net on a state of a game."""
    encoding = find_encoding(game)
    wipe, encode = encoding.wipe, encoding.encode

    @loop
    def answer(states: Any, seat: int, layers: Layers, room: Room) -> None:
        """Evaluate a net on the first state, and write the logits to `room`."""
        wipe(states[0], seat)
        encode(states[0], seat, room.row, 0)
        think(layers, room)
        read_head(room, layers.policy, layers.last, room.logits)

    return answer


class NetPlayer:
    """A bot that plays with a net."""

    def __init__(self, game: Game, players: int, net: Net) -> None:
        """Make the bot; the net must fit the game and the number of players."""
        self.game, self.players, self.net = game, players, net
        self.layers = layers_of(net)
        self.options: dict[str, Any] | None = None  # The options that the net was made for, or None for any.

    def logits(self, state: State, seat: int) -> Any:
        """Compute how good each action is in a hidden state."""
        states = np.zeros(2, self.game.state)  # Reading the first state may run over into the second.
        states[0] = state
        room = room_for(self.layers)
        if PLAIN or is_pending(answerer(self.game)):
            return self._plain_logits(room, states[0], seat)
        answerer(self.game)(states, seat, self.layers, room)
        return room.logits

    def _plain_logits(self, room: Room, state: State, seat: int) -> Any:
        """Compute the logits with NumPy, without compiled code."""
        layers = self.layers
        encoding = find_encoding(self.game, PLAIN_LOOPS)
        encoding.wipe(state, seat)
        encoding.encode(state, seat, room.row, 0)
        hidden = np.maximum((room.row[: len(layers.scale)] * layers.scale) @ layers.entry + layers.first, 0)
        for weights, biases in zip(layers.blocks, layers.biases, strict=True):
            hidden = hidden + np.maximum(hidden @ weights + biases, 0)
        return hidden @ layers.policy + layers.last

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the legal action with the highest logit."""
        found = self.logits(state, seat)
        return max(each(self.game.legal(state, seat)), key=lambda action: found[action])

    def shares(self, state: State, seat: int) -> dict[int, float]:
        """Compute the net's probabilities of the legal actions."""
        legal = list(each(self.game.legal(state, seat)))
        found = self.logits(state, seat)[legal].astype(np.float64)
        powers = np.exp(found - found.max())
        return dict(zip(legal, (powers / powers.sum()).tolist(), strict=True))

    def draw(self, state: State, seat: int, rng: Rng) -> int:
        """Choose a legal action at random with the net's probabilities."""
        shares = self.shares(state, seat)
        until = random_bits(rng) / HIGHEST_BITS
        for action, share in shares.items():
            until -= share
            if until < 0:
                return action
        return max(shares, key=lambda action: shares[action])

    def fits(self, state: State) -> bool:
        """Say whether the net was made for matches with the same number of players and the same options."""
        if int(state.players) != self.players:
            return False
        return self.options is None or self.options == self.game.options_of(state)


def net_file(game: Game, players: int) -> Path:
    """Return the path of a game's net: nets/4.npz in its folder, or nets/mygame-4.npz beside its file mygame.py."""
    return _folder(game) / f"{_stem(game)}{players}.npz"


def has_net(game: Game) -> bool:
    """Say whether a game has a net for any number of players."""
    return any(net_file(game, players).is_file() for players in game.players)


def _folder(game: Game) -> Path:
    return Path(sys.modules[game.module].__file__ or "").parent / FOLDER


def _stem(game: Game) -> str:
    """Return the prefix of the names of a game's net files, which is empty if the game has its own folder."""
    file = Path(sys.modules[game.module].__file__ or "")
    return "" if file.stem == "__init__" else f"{file.stem}-"


@cache
def find_net(game: Game, players: int) -> NetPlayer | None:
    """Load a game's net for this number of players; return None if no net fits."""
    file = net_file(game, players)
    if not file.is_file():
        return None
    trained = load(file)
    return None if misfit(trained.header, game, players) else _player(game, players, trained)


def fitting_net(game: Game, state: State) -> NetPlayer | None:
    """Load the net that was made for this number of players and these options; return None if there is none."""
    player = find_net(game, int(state.players))
    return player if player is not None and player.fits(state) else None


def load_player(game: Game, players: int, path: Path) -> NetPlayer:
    """Load a net from a file; refuse it if it was made for another game or number of players."""
    trained = load(path)
    if why := misfit(trained.header, game, players):
        raise ParlourError(f"{path} does not fit {game.title} with {players} players: {why}")
    return _player(game, players, trained)


def _player(game: Game, players: int, trained: Trained) -> NetPlayer:
    """Make a bot from a net, and note which options the net was made for."""
    check_sizes(trained.net, find_encoding(game).size(players), game.actions)
    player = NetPlayer(game, players, trained.net)
    player.options = {option.name: option.default for option in game.options} | trained.header.options
    return player


def check_net(game: Game, state: State, file: str = "") -> None:
    """Refuse a match that the bot `net` can't play: only at tables with people do rules of thumb take its place.

    A net named by its file also plays with other options than it was trained for.
    """
    players = int(state.players)
    if file:
        load_player(game, players, Path(file))
        return
    player = find_net(game, players)
    if player is None:
        raise ParlourError(f"the bot net has no net for {game.title} with {players} players; expected another bot")
    if not player.fits(state):
        made, wanted = player.options or {}, game.options_of(state)
        other = [name for name, value in wanted.items() if made.get(name) != value]
        raise ParlourError(
            f"the bot net cannot play {game.title} with {_listed(wanted, other)}: its net was trained with "
            f"{_listed(made, other)}; expected another bot, or these options"
        )


def _listed(options: dict[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name}={options.get(name)}" for name in names)


def net_bot(game: Game, file: str = "") -> Callable[[State, int, Rng], int]:
    """Make a bot from the net in a file, or from the game's own net; the bot plays by rules of thumb if no net fits."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        players = int(state.players)
        player = _loaded(game, players, file) if file else fitting_net(game, state)
        return player.choose(state, seat, rng) if player else int(find_basic(game)(state, seat, rng))

    if file:
        load(Path(file))  # If the file isn't a net, refuse it at once instead of at the first table.
    return choose


def learned_level(
    game: Game, level: str, without: Callable[[State, int, Rng], int]
) -> Callable[[State, int, Rng], int]:
    """Make the bot `easy` or `medium` from a game's net; if no net fits, return the bot `without`."""
    if not has_net(game):
        return without

    def choose(state: State, seat: int, rng: Rng) -> int:
        player = fitting_net(game, state)
        if player is None:
            return without(state, seat, rng)
        if level == "easy":
            return (
                pick(rng, game.legal(state, seat)) if below(rng, SLIPS["easy"]) == 0 else player.draw(state, seat, rng)
            )
        return player.choose(state, seat, rng)

    return choose


@cache
def _loaded(game: Game, players: int, file: str) -> NetPlayer:
    return load_player(game, players, Path(file))
