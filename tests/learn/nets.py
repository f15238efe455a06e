"""Small nets for tests: they know nothing, or where one card lies."""

import numpy as np

from parlour.bots.nets.net import Net, new_net
from parlour.bots.nets.player import NetPlayer
from parlour.envs.encoding import find_encoding
from parlour.game.game import Game

WIDTH = 12


def small_net(game: Game, players: int, seed: int = 0, holders: np.ndarray | None = None) -> Net:
    """A net of one block that likes some actions better for no reason; `holders`: what it says of every card."""
    net = new_net(find_encoding(game).size(players), game.actions, WIDTH, 1, seed)
    said = np.zeros((len(game.deck.names), players)) if holders is None else holders
    weights = [*net.weights[:4], np.zeros((WIDTH, said.size), np.float32)]
    weights[2] = weights[2] * 100
    return Net(net.scale, weights, [*net.biases[:4], said.reshape(-1).astype(np.float32)])


def small_player(game: Game, players: int, seed: int = 0, holders: np.ndarray | None = None) -> NetPlayer:
    """A player with such a net, and with another one for rollouts."""
    return NetPlayer(game, players, small_net(game, players, seed, holders), small_net(game, players, seed + 1))
