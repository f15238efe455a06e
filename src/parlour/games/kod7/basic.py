"""Rules of thumb for bots in Kod-7: estimate what the hand is worth, choose a suit that fits, win cheaply or lose."""

from parlour.engine.rng import Rng
from parlour.engine.rule import rule
from parlour.engine.sets import lowest, rest
from parlour.game.game import State
from parlour.games.kod7.rules import ESTIMATE, PLAY, SUIT, deck, legal
from parlour.games.sevens import basic as sevens
from parlour.games.sevens.rules import SPECIAL, places, suit_of

FIRST_TWINS = 0b010101 << SPECIAL  # the first star of each equal pair
SECOND_TWINS = FIRST_TWINS << 1


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose an estimation card, a card to play, an exception suit or a first leader."""
    return choose_from(state, seat, legal(state, seat), rng)


@rule
def choose_from(state: State, seat: int, allowed: int, rng: Rng) -> int:
    """Choose one of the allowed actions."""
    unseen = _by_name(deck(state) & ~state.gone & ~state.hands[seat] & ~state.absent, state.hands[seat])
    if state.phase == PLAY:
        return sevens.play(state, seat, allowed, unseen)
    if state.phase == ESTIMATE:
        return sevens.promise(state, seat, allowed, unseen, places(state) - 1, rng)
    return _fitting(state, seat, allowed, unseen)


@rule
def _by_name(unseen: int, hand: int) -> int:
    """Return the unseen cards, renumbered as if a seat's own star were always the first star of its pair."""
    own = hand & SECOND_TWINS & ~((hand & FIRST_TWINS) << 1)
    other = unseen & (own >> 1)
    return (unseen & ~other) | (other << 1)


@rule
def _fitting(state: State, seat: int, allowed: int, unseen: int) -> int:
    """Choose the suit that makes the hand worth what it promised, or the leader who sets that suit."""
    best, least = lowest(allowed), 1 << 60
    while allowed:
        choice = lowest(allowed)
        suit = choice if state.phase == SUIT else _suit_of_leader(state, choice)
        lead = sevens.CONTROL if state.phase == SUIT or choice == seat else 0
        miss = abs(sevens.hand_worth(state, seat, unseen, suit) + lead - int(state.bids[seat]) * sevens.ONE)
        if miss < least:
            best, least = choice, miss
        allowed = rest(allowed)
    return best


@rule
def _suit_of_leader(state: State, leader: int) -> int:
    """Return the exception suit that applies if this player leads first."""
    card = int(state.cards[leader])
    return suit_of(card) if card < SPECIAL else int(state.suits[leader])


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return how well these hands explain the other players' estimations and plays."""
    return sevens.believe(state, seat, deck(state), places(state) - 1)
