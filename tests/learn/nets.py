"""Helpers that make small untrained nets for tests."""

from parlour.bots.nets.net import POLICY, Net, new_net
from parlour.bots.nets.player import NetPlayer
from parlour.envs.encoding import find_encoding
from parlour.game.game import Game

WIDTH = 12


def small_net(game: Game, players: int, seed: int = 0) -> Net:
    """Make a net with one block, whose random weights prefer some actions."""
    net = new_net(find_encoding(game).size(players), game.actions, WIDTH, 1, seed)
    net.weights[POLICY][:] *= 100
    return net


def small_player(game: Game, players: int, seed: int = 0) -> NetPlayer:
    """Make a bot that plays with a small net."""
    return NetPlayer(game, players, small_net(game, players, seed))
