"""Redeal the cards that a seat can't see in Oh 7 ? and Kod-7; all deals that fit are equally likely."""

from parlour.engine.rng import Rng, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, has
from parlour.game.game import State
from parlour.games.kit.fitting import REST, clear, deal_fitting
from parlour.games.sevens.rules import SUITS, fill_pile, hand_count, nothing_dealt, suit_cards

EVERYWHERE = (1 << (REST + 1)) - 1
REST_ONLY = 1 << REST


@rule
def redeal(state: State, seat: int, rng: Rng, deck: int) -> None:
    """Deal again the cards that the seat can't see."""
    if nothing_dealt(state):
        return
    unknown = deck & ~(state.gone | state.open)
    clear(rng)
    for holder in range(state.players):
        if holder != seat:
            state.hands[holder] &= state.shown[holder]
            rng.rooms[holder] = hand_count(state, holder) - count(state.hands[holder])
        unknown &= ~state.hands[holder]
    rng.rooms[REST] = count(unknown) - _rooms_in_hands(rng)
    _set_groups(state, rng)
    deal_fitting(rng, unknown)
    _pick_up(state, seat, rng)


@rule
def _rooms_in_hands(rng: Rng) -> int:
    rooms = 0
    for holder in range(REST):
        rooms += rng.rooms[holder]
    return rooms


@rule
def _set_groups(state: State, rng: Rng) -> None:
    """Set which seats can hold each suit, and which cards nobody can hold."""
    for suit in range(SUITS):
        rng.groups[suit] = suit_cards(suit)
        rng.takers[suit] = EVERYWHERE
        for holder in range(state.players):
            if has(state.voids[holder], suit):
                rng.takers[suit] &= ~bit(holder)
    rng.groups[SUITS] = state.absent
    rng.takers[SUITS] = REST_ONLY


@rule
def _pick_up(state: State, seat: int, rng: Rng) -> None:
    """Add the dealt cards to the hands; the rest is set aside or becomes the Dummy's pile."""
    for holder in range(state.players):
        if holder != seat:
            state.hands[holder] |= rng.given[holder]
    if state.players == 2:
        shuffle(rng, rng.given[REST])
        fill_pile(state, rng)
    else:
        state.aside = rng.given[REST]
