"""Rules of thumb for bots in Oh 7 ?: bet what the hand is worth, then win cheaply or lose."""

from parlour.engine.rng import Rng
from parlour.engine.rule import rule
from parlour.game.game import State
from parlour.games.oh7.rules import BET, deck, legal
from parlour.games.sevens import basic as sevens
from parlour.games.sevens.rules import places


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose a card to bet or to play."""
    return choose_from(state, seat, legal(state, seat), rng)


@rule
def choose_from(state: State, seat: int, allowed: int, rng: Rng) -> int:
    """Choose one of the allowed cards to bet or to play."""
    unseen = deck(state) & ~state.gone & ~state.hands[seat]
    if state.phase == BET:
        return sevens.promise(state, seat, allowed, unseen, places(state), rng)
    return sevens.play(state, seat, allowed, unseen)


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return how well these hands explain the other players' bets and plays."""
    return sevens.believe(state, seat, deck(state), places(state))
