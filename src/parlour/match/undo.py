"""Whether an action has revealed a secret, asked of the contract alone: no game needs a rule for undo.

An action is harmless if nobody has learned anything: in every world that an onlooker held possible before it, the seat
has some action after which the onlooker sees the same table. All worlds are drawn from what the acting seat knows, so
that the answer tells that seat nothing about the others' cards.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import GENERATOR, Rng, generator
from parlour.engine.rule import is_pending, loop, piece, rule
from parlour.engine.sets import bit, has, lowest, rest
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.view import View

WORLDS = 4  # worlds drawn for the acting seat, and in each of them one for every onlooker
SEED = bytes(range(1, 33))  # always the same worlds: the answer depends on what the seat knows alone
RNG = np.array([generator(SEED)], GENERATOR)
PLACES = 5
SEEN, WORLD, OTHER, WANTED, TRIED = range(PLACES)  # seen before; a world, another one; what is seen after the action


def reveals(game: Game, hidden: State, seat: int, action: int) -> bool:
    """Whether the action, done in what the seat saw, has shown anybody something that was hidden."""
    if is_pending(judge(game)):
        return True  # plain rules are too slow for an answer: nothing is taken back until they are compiled
    memory = bytearray(hidden.tobytes() * PLACES)
    raw = np.frombuffer(memory, np.int64).reshape(PLACES, -1)
    return bool(judge(game)(np.frombuffer(memory, game.state), raw, seat, action, RNG.copy()[0]))


@cache
def judge(game: Game) -> Callable[..., bool]:
    """The compiled answer for a game."""
    apply, hide, legal, redeal = game.apply, game.hide, game.legal, game.redeal

    @piece
    def looks_so(worlds: Any, raw: Any, onlooker: int, seat: int, choice: int) -> bool:
        """Whether the onlooker sees what is wanted if the seat makes that choice in the other world."""
        worlds[TRIED] = worlds[OTHER]
        apply(worlds[TRIED], seat, choice)
        hide(worlds[TRIED], onlooker)
        return same(raw[TRIED], raw[WANTED])

    @piece
    def learns(worlds: Any, raw: Any, onlooker: int, seat: int, action: int, rng: Rng) -> bool:
        """Whether another world that the onlooker held possible cannot look like this after the action."""
        worlds[OTHER] = worlds[WORLD]
        hide(worlds[OTHER], onlooker)
        redeal(worlds[OTHER], onlooker, rng)
        worlds[WANTED] = worlds[WORLD]
        apply(worlds[WANTED], seat, action)
        hide(worlds[WANTED], onlooker)
        choices = bit(action) if seat == onlooker else legal(worlds[OTHER], seat)
        if has(choices, action) and looks_so(worlds, raw, onlooker, seat, action):
            return False  # the likeliest first
        while choices != 0:
            if looks_so(worlds, raw, onlooker, seat, lowest(choices)):
                return False
            choices = rest(choices)
        return True

    @loop
    def reveals(worlds: Any, raw: Any, seat: int, action: int, rng: Rng) -> bool:
        """Whether anybody learns something in one of a few worlds."""
        for _ in range(WORLDS):
            worlds[WORLD] = worlds[SEEN]
            redeal(worlds[WORLD], seat, rng)
            for onlooker in range(SPECTATOR, worlds[SEEN].players):
                if learns(worlds, raw, onlooker, seat, action, rng):
                    return True
        return False

    return reveals


@rule
def same(one: Any, other: Any) -> bool:
    """Whether two records are the same, word by word."""
    for word in range(len(one)):
        if one[word] != other[word]:
            return False
    return True


def open_cards(view: View) -> frozenset[str]:
    """Every card that lies open in a spectator's view."""
    kept = (play for trick in view.centre.tricks or () for play in trick.plays)
    cards = {play.card for play in (*view.centre.trick, *view.centre.last_trick, *kept)}
    for seat in view.seats:
        cards.update(seat.hand, seat.bid_cards, seat.refused_cards)
    for pile in view.centre.piles:
        cards.update(pile.open)
    return frozenset(cards)
