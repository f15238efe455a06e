"""Find out whether an action revealed a secret, using only a game's usual rules: no game needs code for undo.

An action is harmless if nobody has learned anything: in every world that a viewer considered possible before it, the
seat has some action after which the viewer sees the same table. All worlds are sampled from what the acting seat knows,
so the answer tells that seat nothing about the others' cards.
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

WORLDS = 4  # how many worlds are sampled for the acting seat; each needs one more world per viewer
SEED = bytes(range(1, 33))  # the seed never changes, so that the answer depends only on what the seat knows
RNG = np.array([generator(SEED)], GENERATOR)
STATES = 5
# The check's states: what is seen before the action, two possible worlds, what is seen after it, and an attempt.
SEEN, WORLD, OTHER, WANTED, TRIED = range(STATES)


def reveals(game: Game, hidden: State, seat: int, action: int) -> bool:
    """Return whether a seat's action revealed anything hidden to anybody; `hidden` is what the seat knew before."""
    if is_pending(judge(game)):
        return True  # plain rules are too slow for this check, so there is no undo until they are compiled
    memory = bytearray(hidden.tobytes() * STATES)
    raw = np.frombuffer(memory, np.int64).reshape(STATES, -1)
    return bool(judge(game)(np.frombuffer(memory, game.state), raw, seat, action, RNG.copy()[0]))


@cache
def judge(game: Game) -> Callable[..., bool]:
    """Make the compiled check of a game's actions."""
    apply, hide, legal, redeal = game.apply, game.hide, game.legal, game.redeal

    @piece
    def looks_so(worlds: Any, raw: Any, viewer: int, seat: int, choice: int) -> bool:
        """Return whether the viewer would see the same table if the seat made this choice in another possible world."""
        worlds[TRIED] = worlds[OTHER]
        apply(worlds[TRIED], seat, choice)
        hide(worlds[TRIED], viewer)
        return same(raw[TRIED], raw[WANTED])

    @piece
    def learns(worlds: Any, raw: Any, viewer: int, seat: int, action: int, rng: Rng) -> bool:
        """Return whether the action rules out a world that the viewer considered possible."""
        worlds[OTHER] = worlds[WORLD]
        hide(worlds[OTHER], viewer)
        redeal(worlds[OTHER], viewer, rng)
        worlds[WANTED] = worlds[WORLD]
        apply(worlds[WANTED], seat, action)
        hide(worlds[WANTED], viewer)
        choices = bit(action) if seat == viewer else legal(worlds[OTHER], seat)
        if has(choices, action) and looks_so(worlds, raw, viewer, seat, action):
            return False  # the action itself is the likeliest match, so it is tried first
        while choices != 0:
            if looks_so(worlds, raw, viewer, seat, lowest(choices)):
                return False
            choices = rest(choices)
        return True

    @loop
    def reveals(worlds: Any, raw: Any, seat: int, action: int, rng: Rng) -> bool:
        """Return whether anybody learns something from the action in one of a few possible worlds."""
        for _ in range(WORLDS):
            worlds[WORLD] = worlds[SEEN]
            redeal(worlds[WORLD], seat, rng)
            for viewer in range(SPECTATOR, worlds[SEEN].players):
                if learns(worlds, raw, viewer, seat, action, rng):
                    return True
        return False

    return reveals


@rule
def same(one: Any, other: Any) -> bool:
    """Return whether two states have the same words in memory."""
    for word in range(len(one)):
        if one[word] != other[word]:
            return False
    return True


def open_cards(view: View) -> frozenset[str]:
    """Return every card that lies open in a spectator's view."""
    kept = (play for trick in view.centre.tricks or () for play in trick.plays)
    cards = {play.card for play in (*view.centre.trick, *view.centre.last_trick, *kept)}
    for seat in view.seats:
        cards.update(seat.hand, seat.bid_cards, seat.refused_cards)
    for pile in view.centre.piles:
        cards.update(pile.open)
    return frozenset(cards)
