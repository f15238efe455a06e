"""Positions of Oh 7 ? and Kod-7, written as text, for the tests of their rules of thumb."""

from parlour.bots.basic import find_basic
from parlour.engine.rng import Rng, generator
from parlour.game.game import Game, State
from parlour.games.sevens import rules as sevens
from parlour.match.fair import seeded_key

ME = 0


def rng_of(seed: int) -> Rng:
    return generator(seeded_key(seed, 0))


def dealt(game: Game, hand: str, players: int = 4) -> State:
    """Return a state before the promises in which seat 0 has this hand."""
    state = game.new_state(players)
    game.deal(state, rng_of(1))
    state.hands[ME] = game.deck.mask(hand)
    return state


def in_play(
    game: Game, hand: str, trump: str, bids: tuple[int, ...], won: tuple[int, ...], trick: str = "", gone: str = ""
) -> State:
    """Return a state in which seat 0 has this hand and has to play to this trick; `gone` cards were played before."""
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
    """Return the action that seat 0's bot chooses, as written in records."""
    return game.action_name(state, ME, find_basic(game)(state, ME, rng_of(seed)))
