"""Positions of Oh 7 ? and Kod-7 in cards as text, and many random ones, for the tests of their rules of thumb."""

from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.engine.rng import GENERATOR, Rng, below, generator, pick
from parlour.engine.rule import loop
from parlour.engine.sets import has
from parlour.game.game import Game, State
from parlour.games.sevens import rules as sevens
from parlour.match.fair import seeded_key

ME = 0


def rng_of(seed: int) -> Rng:
    return generator(seeded_key(seed, 0))


def dealt(game: Game, hand: str, players: int = 4) -> State:
    """The promises are to be made, and I hold this hand."""
    state = game.new_state(players)
    game.deal(state, rng_of(1))
    state.hands[ME] = game.deck.mask(hand)
    return state


def in_play(
    game: Game, hand: str, trump: str, bids: tuple[int, ...], won: tuple[int, ...], trick: str = "", gone: str = ""
) -> State:
    """It is my turn with this hand; the trick lies there, cards gone before are no longer in play."""
    state = dealt(game, hand, len(bids))
    state.phase = game.phases.index("play")
    state.trump = sevens.SUIT_LETTERS.index(trump)
    state.bids[: len(bids)], state.won[: len(won)] = bids, won
    state.tricks = state.hand_size - len(hand.split())
    state.gone = game.deck.mask(gone)
    cards = game.deck.cards(trick)
    state.leader = (len(bids) - len(cards)) % len(bids)
    for place, card in enumerate(cards):
        sevens.put(state, int(state.leader) + place, card)
    state.turn = ME
    return state


def chosen(game: Game, state: State, seed: int = 1) -> str:
    """What I do, as in records."""
    return game.action_name(state, ME, find_basic(game)(state, ME, rng_of(seed)))


@cache
def _checker(game: Game) -> Any:
    """How often a choice was illegal, or another one in a world that differs only in what the seat cannot know."""
    actors, apply, deal, hide, legal = game.actors, game.apply, game.deal, game.hide, game.legal
    redeal, choose = game.redeal, find_basic(game)

    @loop
    def count_faults(states: Any, table: Any, decisions: int) -> int:
        state, hidden, world, rng, faults = states[0], states[1], states[2], table[0], 0
        for _ in range(decisions):
            while actors(state) == 0:
                deal(state, rng)
            seat = pick(rng, actors(state))
            states[1] = state
            hide(hidden, seat)
            states[2] = hidden
            redeal(world, seat, rng)
            table[1] = rng
            action = choose(hidden, seat, rng)
            allowed = legal(state, seat)
            if not has(allowed, action) or choose(world, seat, table[1]) != action:
                faults += 1
            if below(rng, 2) or not has(allowed, action):
                action = pick(rng, allowed)
            apply(state, seat, action)
        return faults

    return count_faults


def faults(game: Game, players: int, decisions: int, **options: int) -> int:
    """Play so many decisions, half of them at random, and count what is wrong with the choices of `basic`."""
    states, table = np.zeros(3, game.state), np.zeros(2, GENERATOR)
    states[0] = game.new_state(players, {"min_rounds": 100, **options})
    states["min_rounds"] = 10**9
    table[0] = rng_of(players)
    return int(_checker(game)(states, table, decisions))
