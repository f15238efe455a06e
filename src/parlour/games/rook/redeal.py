"""How Rook fills in what a seat can't see: every deal that fits is equally likely.

After many tricks most seats lack some colour, and dealing at random until everything fits could take for
ever. So the deals that fit are counted: how many of a seat's cards are of each colour (its split) is drawn with the
weight of the deals that have it, seat by seat, and only then the cards themselves.

The seats are put into four slots: first empty ones, then the seats that lack something, most colours first, and in
the last slot all seats that lack nothing, together. The ways to fill the last two slots have a formula.
The card counts of the four colours are packed into one integer, 16 bits each.
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
HIGH_BITS = 2.0**21  # the weight of 32 random bits above 21 others
ALL_BITS = 2.0**53
LAST = SEATS - 1  # the last slot
PLACES = 8  # in rng.given: the seats, and
REST = 7  # the card in the centre or aside


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what the seat can't see; every possibility is equally likely."""
    if state.turn == NOBODY:
        return  # no card is unknown
    unknown = _unknown_cards(state, seat)
    _give_out(state, seat, rng, unknown)
    while not _aside_fits(state, rng):
        _give_out(state, seat, rng, unknown)
    _pick_up(state, seat, rng)


@rule
def _unknown_cards(state: State, seat: int) -> int:
    """Return the cards that the seat does not see and has not seen."""
    unknown = first(CARDS)
    for holder in range(SEATS):
        unknown &= ~state.laid[holder]
        if holder == seat:
            unknown &= ~state.hands[holder]
    return unknown & ~bit(state.aside) if state.aside >= 0 else unknown


@rule
def _give_out(state: State, seat: int, rng: Rng, unknown: int) -> None:
    """Deal the unknown cards; afterwards rng.given[place] is what each place got."""
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
    """Return the cards that are held or lacked together; before trump is named nobody is known to lack the Rook."""
    return colour_cards(colour) | (bit(THE_ROOK) if colour == max(int(state.trump), 0) else 0)


# --- slots: rng.rooms is how many cards they take, rng.takers the colours they can have, rng.free whose they are


@rule
def _fill_slots(state: State, seat: int, rng: Rng) -> None:
    """Put the seats into the slots from the last one back: those that lack nothing together, then the others."""
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
    """Return the room of all unseen hands that lack nothing."""
    room = 0
    for holder in range(SEATS):
        if holder != seat and _colours_of(state, holder) == first(COLOURS):
            room += hand_count(state, holder)
    return room


@rule
def _colours_of(state: State, seat: int) -> int:
    """Return the colours that the seat may hold."""
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
    """Return how many cards of the colour the slot could take."""
    return min(_amount(counts, colour), int(rng.rooms[slot])) if has(rng.takers[slot], colour) else 0


@rule
def _splits(rng: Rng, slot: int, counts: int) -> int:
    """Return the number of splits to look at: all colours but the last vary."""
    number = 1
    for colour in range(COLOURS):
        number *= _most(rng, slot, counts, colour) + 1 if colour != highest(rng.takers[slot]) else 1
    return number


@rule
def _split(rng: Rng, slot: int, counts: int, number: int) -> int:
    """Return the split with this number; -1 if there are too few or too many cards of the last colour."""
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
    """Return the number of ways to choose cards for the split."""
    ways = 1.0
    for colour in range(COLOURS):
        ways *= CHOOSE[_amount(counts, colour), _amount(split, colour)]
    return ways


# --- counting deals


@rule
def _ways_last_two(rng: Rng, counts: int) -> float:
    """Return the number of ways for the last two slots to take these cards."""
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
    """Return the number of ways for the last three slots to take these cards."""
    ways = 0.0
    for number in range(_splits(rng, LAST - 2, counts)):
        split = _split(rng, LAST - 2, counts, number)
        if split >= 0:
            ways += _split_ways(counts, split) * _ways_last_two(rng, counts - split)
    return ways


@rule
def _ways(rng: Rng, counts: int) -> float:
    """Return the number of ways for all slots to take these cards."""
    ways = 0.0
    for number in range(_splits(rng, LAST - 3, counts)):
        split = _split(rng, LAST - 3, counts, number)
        if split >= 0:
            ways += _split_ways(counts, split) * _ways_last_three(rng, counts - split)
    return ways


@rule
def _ways_after(rng: Rng, slot: int, counts: int) -> float:
    """Return the number of ways for the slots after this one to take these cards."""
    if slot == LAST - 3:
        return _ways_last_three(rng, counts)
    if slot == LAST - 2:
        return _ways_last_two(rng, counts)
    for colour in range(COLOURS):
        if _amount(counts, colour) > 0 and not has(rng.takers[LAST], colour):
            return 0.0
    return 1.0


# --- drawing one of them


@rule
def _fraction(rng: Rng) -> float:
    """Draw a number from 0 to just below 1."""
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
    """Draw the card in the centre or aside from these, weighted by the number of deals that have it."""
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
    """Draw a split for the slot, and then cards of each colour."""
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
    """Draw a split for the slot, weighted by the share of the deals that have it."""
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
    """Deal what is left to the last slot: to one seat, or to all that lack nothing."""
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
    """Return whether a counter can be in the centre, or the bidder can have had 15 counters."""
    if state.phase == BID:
        return True
    elsewhere = state.hands[seat] if seat >= 0 else 0
    for other in range(SEATS):
        elsewhere |= state.laid[other] if other != state.bidder else 0
    return state.laid[state.bidder] & ~COUNTERS == 0 and count(elsewhere & COUNTERS) <= OTHER_COUNTERS


@rule
def _aside_fits(state: State, rng: Rng) -> bool:
    """Return whether the bidder could put this card aside: a counter only if all the others were counters too."""
    if state.aside != HIDDEN or rng.given[REST] & COUNTERS == 0:
        return True
    return (rng.given[state.bidder] | state.laid[state.bidder]) & ~COUNTERS == 0  # type: ignore[no-any-return]


@rule
def _pick_up(state: State, seat: int, rng: Rng) -> None:
    """Give everybody the cards that were dealt."""
    for holder in range(SEATS):
        if holder != seat:
            state.hands[holder] = rng.given[holder]
    if state.phase == BID:
        state.centre = highest(rng.given[REST])
    elif state.centre == HIDDEN:
        state.centre = pick(rng, state.hands[state.bidder])
    if state.aside == HIDDEN:
        state.aside = highest(rng.given[REST])
