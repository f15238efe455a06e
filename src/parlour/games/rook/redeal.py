"""How Rook fills in the cards that a seat can't see: every deal that fits what it knows is equally likely.

After many tricks most seats are known to lack some colour, and dealing at random until everything fits could take
forever. So this module counts the deals that fit. Seat by seat it first picks a split, that is, how many of the seat's
cards are of each colour; its chance is proportional to the number of deals that have it. Then it deals the cards.

Four slots are filled in order. The last slot stands for all seats that lack no colour, taken together. Each seat that
lacks colours has a slot of its own before that; the more colours it lacks, the earlier its slot. Unused slots come
first and stay empty. For the last two slots a formula gives the number of ways to fill them. A split is packed into
one integer, with 16 bits for each of the four colours.
"""

from math import comb

import numpy as np

from parlour.engine.rng import Rng, draw_cards, pick, random_bits, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, has, highest
from parlour.game.cards import HIDDEN
from parlour.game.game import State
from parlour.games.rook.state import (
    BID,
    CARDS,
    COLOURS,
    COUNTERS,
    NOBODY,
    OTHER_COUNTERS,
    SEATS,
    THE_ROOK,
    colour_cards,
    hand_count,
)

CHOOSE = np.array([[float(comb(n, k)) for k in range(CARDS + 1)] for n in range(CARDS + 1)])
HIGH_BITS = 2.0**21  # Multiplying 32 random bits by this makes room for 21 more bits below them.
ALL_BITS = 2.0**53
LAST = SEATS - 1  # The index of the last slot.
PLACES = 8  # The length of rng.given, which begins with the cards of the seats.
REST = 7  # The index in rng.given of the card in the centre or aside.


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in the cards that the seat can't see; every possibility is equally likely."""
    if state.turn == NOBODY:
        return  # No card is hidden now.
    unknown = _unknown_cards(state, seat)
    _give_out(state, seat, rng, unknown)
    while not _aside_fits(state, rng):
        _give_out(state, seat, rng, unknown)
    _pick_up(state, seat, rng)


@rule
def _unknown_cards(state: State, seat: int) -> int:
    """Return the cards that the seat neither sees now nor has seen in this hand."""
    unknown = first(CARDS)
    for holder in range(SEATS):
        unknown &= ~state.laid[holder]
        if holder == seat:
            unknown &= ~state.hands[holder]
    return unknown & ~bit(state.aside) if state.aside >= 0 else unknown


@rule
def _give_out(state: State, seat: int, rng: Rng, unknown: int) -> None:
    """Deal the unknown cards into rng.given: a set for each seat, and a set for the card in the centre or aside."""
    _fill_slots(state, seat, rng)
    for colour in range(COLOURS):
        rng.groups[colour] = unknown & _cards_of(state, colour)
    for place in range(PLACES):
        rng.given[place] = 0
    if state.phase == BID or state.aside == HIDDEN:
        _draw_hidden_card(rng, unknown if _counter_may_lie_aside(state, seat) else unknown & ~COUNTERS)
    for slot in range(LAST):
        _fill_hand(rng, slot)
    _deal_the_rest(state, seat, rng)


@rule
def _cards_of(state: State, colour: int) -> int:
    """Return a colour's cards, with the Rook in the trump colour (or in the first colour before trump is named)."""
    return colour_cards(colour) | (bit(THE_ROOK) if colour == max(int(state.trump), 0) else 0)


# --- slots: rng.rooms has their numbers of cards, rng.takers the colours they can have, and rng.free their seats


@rule
def _fill_slots(state: State, seat: int, rng: Rng) -> None:
    """Give the last slot to all seats that lack no colour, and a slot each to the other seats."""
    for slot in range(SEATS):
        rng.rooms[slot], rng.takers[slot], rng.free[slot] = 0, first(COLOURS), NOBODY
    rng.rooms[LAST] = _open_room(state, seat)
    slot = LAST - 1 if rng.rooms[LAST] > 0 else LAST
    for lacking in range(1, COLOURS):
        for holder in range(SEATS):
            room, colours = hand_count(state, holder), _colours_of(state, holder)
            if holder != seat and room > 0 and COLOURS - count(colours) == lacking:
                rng.rooms[slot], rng.takers[slot], rng.free[slot] = room, colours, holder
                slot -= 1


@rule
def _open_room(state: State, seat: int) -> int:
    """Return the total number of cards in those unseen hands that may hold every colour."""
    room = 0
    for holder in range(SEATS):
        if holder != seat and _colours_of(state, holder) == first(COLOURS):
            room += hand_count(state, holder)
    return room


@rule
def _colours_of(state: State, seat: int) -> int:
    """Return the colours that the seat isn't known to lack."""
    colours = 0
    for colour in range(COLOURS):
        colours |= bit(colour) if state.lacks[seat] & _cards_of(state, colour) == 0 else 0
    return colours


# --- splits: how many cards of each colour


@rule
def _amount(split: int, colour: int) -> int:
    return (split >> (16 * colour)) & 0xFFFF


@rule
def _of_colour(amount: int, colour: int) -> int:
    return amount << (16 * colour)


@rule
def _most(rng: Rng, slot: int, counts: int, colour: int) -> int:
    """Return the largest number of cards of a colour that the slot could take."""
    return min(_amount(counts, colour), int(rng.rooms[slot])) if has(rng.takers[slot], colour) else 0


@rule
def _splits(rng: Rng, slot: int, counts: int) -> int:
    """Return how many splits to try for a slot; the number of cards of the last colour follows from the rest."""
    number = 1
    for colour in range(COLOURS):
        number *= _most(rng, slot, counts, colour) + 1 if colour != highest(rng.takers[slot]) else 1
    return number


@rule
def _split(rng: Rng, slot: int, counts: int, number: int) -> int:
    """Return the split with this index; -1 if its number of cards of the last colour isn't possible."""
    last, split, left = highest(rng.takers[slot]), 0, int(rng.rooms[slot])
    for colour in range(COLOURS):
        if colour != last:
            most = _most(rng, slot, counts, colour)
            split += _of_colour(number % (most + 1), colour)
            left -= number % (most + 1)
            number //= most + 1
    return split + _of_colour(left, last) if 0 <= left <= _amount(counts, last) else -1


@rule
def _split_ways(counts: int, split: int) -> float:
    """Return in how many ways the cards of a split can be chosen."""
    ways = 1.0
    for colour in range(COLOURS):
        ways *= CHOOSE[_amount(counts, colour), _amount(split, colour)]
    return ways


# --- counting deals


@rule
def _ways_last_two(rng: Rng, counts: int) -> float:
    """Return in how many ways these cards can be dealt to the last two slots."""
    forced, either = 0, 0
    for colour in range(COLOURS):
        one, other = has(rng.takers[LAST - 1], colour), has(rng.takers[LAST], colour)
        if not one and not other and _amount(counts, colour) > 0:
            return 0.0
        forced += _amount(counts, colour) if one and not other else 0
        either += _amount(counts, colour) if one and other else 0
    wanted = int(rng.rooms[LAST - 1]) - forced
    return CHOOSE[either, wanted] if 0 <= wanted <= either else 0.0


@rule
def _ways_last_three(rng: Rng, counts: int) -> float:
    """Return in how many ways these cards can be dealt to the last three slots."""
    ways = 0.0
    for number in range(_splits(rng, LAST - 2, counts)):
        split = _split(rng, LAST - 2, counts, number)
        if split >= 0:
            ways += _split_ways(counts, split) * _ways_last_two(rng, counts - split)
    return ways


@rule
def _ways(rng: Rng, counts: int) -> float:
    """Return in how many ways these cards can be dealt to all four slots."""
    ways = 0.0
    for number in range(_splits(rng, LAST - 3, counts)):
        split = _split(rng, LAST - 3, counts, number)
        if split >= 0:
            ways += _split_ways(counts, split) * _ways_last_three(rng, counts - split)
    return ways


@rule
def _ways_after(rng: Rng, slot: int, counts: int) -> float:
    """Return in how many ways these cards can be dealt to the slots after the given slot."""
    if slot == LAST - 3:
        return _ways_last_three(rng, counts)
    if slot == LAST - 2:
        return _ways_last_two(rng, counts)
    for colour in range(COLOURS):
        if _amount(counts, colour) > 0 and not has(rng.takers[LAST], colour):
            return 0.0
    return 1.0


# --- drawing a deal


@rule
def _fraction(rng: Rng) -> float:
    """Return a random number from 0 up to, but not including, 1."""
    return (random_bits(rng) * HIGH_BITS + (random_bits(rng) >> 11)) / ALL_BITS


@rule
def _counts(rng: Rng) -> int:
    """Return how many cards of each colour are still to be dealt."""
    counts = 0
    for colour in range(COLOURS):
        counts += _of_colour(count(rng.groups[colour]), colour)
    return counts


@rule
def _draw_hidden_card(rng: Rng, cards: int) -> None:
    """Draw the hidden card (in the centre or aside) from these cards; weight each card by its number of deals."""
    total, drawn, counts = 0.0, 0, _counts(rng)
    for colour in range(COLOURS):
        choices = count(cards & rng.groups[colour])
        ways = choices * _ways(rng, counts - bit(16 * colour)) if choices > 0 else 0.0
        total += ways
        if _fraction(rng) * total < ways:
            drawn = colour
    rng.given[REST] = bit(pick(rng, cards & rng.groups[drawn]))
    rng.groups[drawn] &= ~rng.given[REST]


@rule
def _fill_hand(rng: Rng, slot: int) -> None:
    """Choose at random how many cards of each colour the slot gets, and then the cards."""
    if rng.rooms[slot] == 0:
        return
    split, hand = _draw_split(rng, slot, _counts(rng)), 0
    for colour in range(COLOURS):
        shuffle(rng, rng.groups[colour])
        cards = draw_cards(rng, _amount(split, colour))
        rng.groups[colour] &= ~cards
        hand |= cards
    rng.given[rng.free[slot]] = hand


@rule
def _draw_split(rng: Rng, slot: int, counts: int) -> int:
    """Choose a split for the slot at random; its chance is proportional to the number of deals that have it."""
    total, drawn = 0.0, 0
    for number in range(_splits(rng, slot, counts)):
        split = _split(rng, slot, counts, number)
        if split >= 0:
            ways = _split_ways(counts, split) * _ways_after(rng, slot, counts - split)
            total += ways
            if _fraction(rng) * total < ways:
                drawn = split
    return drawn


@rule
def _deal_the_rest(state: State, seat: int, rng: Rng) -> None:
    """Deal the remaining cards to the last slot: to its one seat, or to all seats that lack no colour."""
    left = 0
    for colour in range(COLOURS):
        left |= rng.groups[colour]
    shuffle(rng, left)
    for holder in range(SEATS):
        alone = rng.free[LAST] == holder
        if holder != seat and (alone or (rng.free[LAST] == NOBODY and _colours_of(state, holder) == first(COLOURS))):
            rng.given[holder] = draw_cards(rng, hand_count(state, holder))


# --- the card aside (R4)


@rule
def _counter_may_lie_aside(state: State, seat: int) -> bool:
    """Say whether a counter can be hidden: in the auction always, later only if the bidder may have had 15 of them."""
    if state.phase == BID:
        return True
    elsewhere = state.hands[seat] if seat >= 0 else 0
    for other in range(SEATS):
        elsewhere |= state.laid[other] if other != state.bidder else 0
    return state.laid[state.bidder] & ~COUNTERS == 0 and count(elsewhere & COUNTERS) <= OTHER_COUNTERS


@rule
def _aside_fits(state: State, rng: Rng) -> bool:
    """Say whether the card put aside is allowed: a counter isn't, unless all the bidder's other cards are counters."""
    if state.aside != HIDDEN or rng.given[REST] & COUNTERS == 0:
        return True
    return (rng.given[state.bidder] | state.laid[state.bidder]) & ~COUNTERS == 0  # type: ignore[no-any-return]


@rule
def _pick_up(state: State, seat: int, rng: Rng) -> None:
    """Move the dealt cards into the hands, to the centre and aside."""
    for holder in range(SEATS):
        if holder != seat:
            state.hands[holder] = rng.given[holder]
    if state.phase == BID:
        state.centre = highest(rng.given[REST])
    elif state.centre == HIDDEN:
        state.centre = pick(rng, state.hands[state.bidder])
    if state.aside == HIDDEN:
        state.aside = highest(rng.given[REST])
