"""`expert`: the search of `parlour.bots.search` with nets that have learned the game.

Among actions that are worth about the same in the worlds, the net chooses. In a game without rules of thumb a quick net
plays on in the worlds, and worlds are more likely the more cards lie where it expects them. Without a net that was made
for such a match, `expert` is `search`.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.basic import believe, find_belief, has_basic
from parlour.bots.nets.layers import Layers, Room, read_head, room_for, think
from parlour.bots.nets.net import new_net
from parlour.bots.nets.player import NetPlayer, fitting_net
from parlour.bots.rollout import Thinking, weigher, weigher_by
from parlour.bots.search import Budget, Search, Weighed
from parlour.bots.worth import find_worth
from parlour.engine.rng import GENERATOR, Rng, random_bits
from parlour.engine.rule import rule, waits
from parlour.engine.sets import lowest, rest
from parlour.envs.encoding import find_encoding
from parlour.envs.hands import hand_words
from parlour.game.game import Game, State
from parlour.match.walk import for_game, inner_for_game, legal, redeal

TRIES = 12  # worlds drawn to take one of them
LEAST_SHARE = 0.001  # no net is surer than this of where a card is not
TRUST = 0.4  # how much the judgement of worlds by the net counts: as a power
LIKING = 0.02  # of the spread of values in one world: so far may an action be behind if it is e times as likely
SMALLEST_SPREAD = 1e-9
SURVEYED = 200  # worlds drawn to see how likely cards lie where
HIGHEST_BITS = 2.0**32

encode: Any = None  # of the game, in `for_game`
wipe: Any = None


class Mind(NamedTuple):
    """What one thread of an expert thinks with."""

    layers: Layers  # of the quick net
    room: Room
    scratch: Any  # a state as one seat sees it, and room behind it
    hands: Any  # where hands begin in a state that is read as 64-bit numbers
    surprise: Any  # how much likelier (as a power of e) the net finds each card in each hand than drawn worlds do


# --- the loops


def _believe(state: Any, words: Any, seat: int, rng: Any, mind: Mind) -> float:
    """How likely a world is: by what the others did in it, and by where the net expects the cards."""
    likely = believe(state, seat, rng)
    total, players = 0.0, mind.surprise.shape[1]
    for start in mind.hands:
        for place in range(1, players):
            cards = words[start + (seat + place) % players]
            while cards:
                total += mind.surprise[lowest(cards), place] - mind.surprise[lowest(cards), 0]
                cards = rest(cards)
    return likely * math.exp(TRUST * total)


def _survey(worlds: Any, raw: Any, seat: int, rng: Any, hands: Any, counts: Any, number: int) -> None:
    """Draw worlds that fit what the seat knows; count in which hand each card lies."""
    players = counts.shape[1]
    for _ in range(number):
        worlds[1] = worlds[0]
        redeal(worlds[1], seat, rng)
        for start in hands:
            for place in range(1, players):
                cards = raw[1, start + (seat + place) % players]
                while cards:
                    counts[lowest(cards), place] += 1
                    cards = rest(cards)


def _choose(state: Any, seat: int, rng: Any, mind: Mind) -> int:
    """The choice of the quick net."""
    choices = legal(state, seat)
    if rest(choices) == 0:
        return lowest(choices)
    mind.scratch[0] = state
    wipe(mind.scratch[0], seat)
    encode(mind.scratch[0], seat, mind.room.row, 0)
    think(mind.layers, mind.room)
    read_head(mind.room, mind.layers.policy, mind.layers.last, mind.room.logits)
    return drawn(mind.room.logits, choices, rng)


@rule
def highest(logits: Any, choices: int) -> float:
    """The highest logit of the choices."""
    found = logits[lowest(choices)]
    while choices:
        found = max(found, logits[lowest(choices)])
        choices = rest(choices)
    return float(found)


@rule
def drawn(logits: Any, choices: int, rng: Any) -> int:
    """A choice, each as likely as its logit says."""
    most, total, left = highest(logits, choices), 0.0, choices
    while left:
        total += math.exp(logits[lowest(left)] - most)
        left = rest(left)
    until = total * random_bits(rng) / HIGHEST_BITS
    while rest(choices):
        until -= math.exp(logits[lowest(choices)] - most)
        if until < 0:
            break
        choices = rest(choices)
    return lowest(choices)


@cache
def surveyor(game: Game) -> Callable[..., None]:
    """The loop that counts where cards lie in drawn worlds."""
    return for_game(game, _survey)


@cache
def believer(game: Game) -> Callable[..., float]:
    """How an expert judges worlds of a game."""
    return inner_for_game(game, _believe, believe=find_belief(game))


@cache
def net_weigher(game: Game) -> Callable[..., int]:
    """The loop of a search in which the quick net plays on and judges worlds."""
    encoding = find_encoding(game)
    choosing = inner_for_game(game, _choose, wipe=encoding.wipe, encode=encoding.encode)
    return weigher_by(game, Thinking(believer(game), choosing, TRIES, find_worth(game).learns))


def expert_weigher(game: Game) -> Callable[..., int]:
    """The loop of an expert: that of the search where a game has rules of thumb, elsewhere that of the nets."""
    return weigher(game) if has_basic(game) else net_weigher(game)


# --- the bot


class Expert(Search):
    """A search that thinks with nets."""

    def __init__(self, game: Game, budget: Budget, player: NetPlayer) -> None:
        """`player`: nets that fit the matches to come."""
        super().__init__(game, budget)
        self.player, self.loop = player, expert_weigher(game)

    def at_once(self, state: State, seat: int, rng: Rng) -> int:
        """The choice of the net alone."""
        return self.player.choose(state, seat, rng)

    def decide(self, weighed: list[Weighed], state: State, seat: int, rng: Rng) -> int:
        """The best of the actions that were weighed; the net chooses among those that are worth about the same."""
        return most_liked(weighed, self.player.shares(state, seat))

    def minds(self, state: State, seat: int, rng: Rng) -> list[Any]:
        """What each thread thinks with: nothing but rules of thumb, where the game has them."""
        return super().minds(state, seat, rng) if has_basic(self.game) else self.net_minds(state, seat, rng)

    def net_minds(self, state: State, seat: int, rng: Rng) -> list[Any]:
        """The quick net, and where the net expects the cards."""
        layers, surprise = self.player.quick, self.surprise(state, seat, rng)
        hands = np.array(hand_words(self.game, self.player.players), np.int64)[: len(surprise)]
        return [
            Mind(layers, room_for(layers), np.zeros(2, self.game.state), hands, surprise)
            for _ in range(self.budget.threads)
        ]

    def surprise(self, state: State, seat: int, rng: Rng) -> Any:
        """How much likelier (as a power of e) the net finds each card in each hand than drawn worlds do."""
        logits = self.player.holders(state, seat)
        if len(logits) == 0:
            return np.zeros(logits.shape)  # the nets do not say
        return log_shares(logits) - np.log(self.drawn_shares(state, seat, rng))

    def drawn_shares(self, state: State, seat: int, rng: Rng) -> Any:
        """In what part of drawn worlds each card lies in the hand so many places to the left, or (0) in no other."""
        players = self.player.players
        worlds, table = np.zeros(2, self.game.state), np.zeros(1, GENERATOR)
        worlds[0], table[0] = state, rng
        counts = np.ones((len(self.game.deck.names), players))
        hands = np.array(hand_words(self.game, players), np.int64)
        surveyor(self.game)(worlds, worlds.view(np.int64).reshape(2, -1), seat, table[0], hands, counts, SURVEYED)
        random_bits(rng)
        counts[:, 0] += SURVEYED - (counts[:, 1:].sum(axis=1) - (players - 1))
        return counts / counts.sum(axis=1, keepdims=True)


def most_liked(weighed: list[Weighed], shares: dict[int, float]) -> int:
    """The best action, where the liking of the net counts a little beside what the worlds say."""
    most = weighed[0].worlds
    spread = max(one.error for one in weighed if one.worlds == most) * math.sqrt(most) + SMALLEST_SPREAD

    def promise(one: Weighed) -> float:
        return one.value / (LIKING * spread) + math.log(max(shares[one.action], LEAST_SHARE))

    return max((one for one in weighed if one.worlds == most), key=promise).action


def log_shares(logits: Any) -> Any:
    """The logarithms of the shares in every row; no share is taken for less than LEAST_SHARE."""
    powers = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    return np.log(np.maximum(powers / powers.sum(axis=1, keepdims=True), LEAST_SHARE))


def unlearned_expert(game: Game, budget: Budget) -> Expert:
    """An expert with a net that has learned nothing: to compile the loops of a game whatever nets it has."""
    players, size = game.default_players, find_encoding(game).size(game.default_players)
    return Expert(game, budget, NetPlayer(game, players, new_net(size, game.actions, 1, 1, 0)))


def best_search(game: Game, state: State, budget: Budget) -> Search:
    """The strongest search for a match: an expert if there is a net that fits and its loops are compiled."""
    player = fitting_net(game, state)
    return Search(game, budget) if player is None or waits(expert_weigher(game)) else Expert(game, budget, player)


def expert_bot(game: Game, budget: Budget) -> Callable[[State, int, Rng], int]:
    """A bot: the expert in matches that its net was made for, the search in others."""
    return lambda state, seat, rng: best_search(game, state, budget).choose(state, seat, rng)
