"""Random deals that fit what is known: the core of every `redeal`.

The unknown cards are dealt to places: each seat is a place, and so is `REST`, for the cards that nobody holds. Every
place has room for a certain number of cards. A group of cards, such as a suit, may be ruled out in some places. All
deals that fit are equally likely. The generator holds all work arrays, so a deal allocates no memory.
"""

from parlour.engine.rng import Rng, below, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, lowest, rest

PLACES = 8
GROUPS = 8
REST = 7  # the place for the cards that nobody holds


@rule
def clear(rng: Rng) -> None:
    """Clear all rooms and groups in the generator."""
    for place in range(PLACES):
        rng.rooms[place] = 0
    for group in range(GROUPS):
        rng.groups[group] = 0
        rng.takers[group] = 0


@rule
def deal_fitting(rng: Rng, unknown: int) -> None:
    """Deal the unknown cards; afterwards `rng.given[place]` is the set of cards dealt to each place.

    Before the call, `rng.rooms` has the number of cards for each place, which add up to the number of unknown cards.
    For every group that can't be in all places, `rng.groups` has its cards, and `rng.takers` the places that can hold
    them.
    """
    while not _try_deal(rng, unknown):
        pass


@rule
def _try_deal(rng: Rng, unknown: int) -> bool:
    """Try to deal; return False if the attempt is rejected, which makes all deals that fit equally likely.

    A group is dealt card by card into the free room of the places that can hold it. The more free room there is, the
    less likely is each way to fill it. To make up for this, the attempt continues with probability room / most, where
    `most` is the largest room that could be free at this point.
    """
    everybody = _take_back(rng)
    free = unknown
    for size in range(1, count(everybody)):  # deal the most restricted groups first, so that few attempts fail
        for group in range(GROUPS):
            takers = rng.takers[group] & everybody
            cards = rng.groups[group] & unknown
            if cards and count(takers) == size:
                free &= ~cards
                if not _deal_group(rng, cards, takers, _most_room(rng, unknown, everybody, group)):
                    return False
    shuffle(rng, free)
    for place in range(PLACES):
        rng.given[place] |= draw_cards(rng, rng.free[place])
    return True


@rule
def _take_back(rng: Rng) -> int:
    """Take back all dealt cards; return the places that have room."""
    everybody = 0
    for place in range(PLACES):
        rng.given[place] = 0
        rng.free[place] = rng.rooms[place]
        if rng.rooms[place]:
            everybody |= bit(place)
    return everybody


@rule
def _deal_group(rng: Rng, cards: int, takers: int, most: int) -> bool:
    """Deal the cards of a group; return False if the attempt is rejected."""
    while cards:
        room = 0
        for place in range(PLACES):
            room += rng.free[place] if (takers >> place) & 1 else 0
        if below(rng, most) >= room:
            return False
        _give(rng, takers, below(rng, room), lowest(cards))
        cards = rest(cards)
        most -= 1
    return True


@rule
def _most_room(rng: Rng, unknown: int, everybody: int, group: int) -> int:
    """Return an upper limit on the free room in this group's places when the group is dealt.

    Groups dealt earlier take up some of this room: groups that fit nowhere else, and groups for which the other places
    have too little room.
    """
    takers, room, elsewhere = rng.takers[group] & everybody, 0, 0
    for place in range(PLACES):
        room += rng.rooms[place] if (takers >> place) & 1 else 0
        elsewhere += 0 if (takers >> place) & 1 else rng.rooms[place]
    for other in range(GROUPS):
        others = rng.takers[other] & everybody
        before = count(others) < count(takers) or (count(others) == count(takers) and other < group)
        if before and others != everybody:
            cards = count(rng.groups[other] & unknown)
            if others & ~takers == 0:
                room -= cards
            else:
                elsewhere -= cards
    return room + elsewhere if elsewhere < 0 else room


@rule
def _give(rng: Rng, takers: int, room: int, card: int) -> None:
    """Give the card to the place with this unit of free room, counted over the places that can hold the card."""
    place = lowest(takers)
    while room >= rng.free[place]:
        room -= rng.free[place]
        takers = rest(takers)
        place = lowest(takers)
    rng.free[place] -= 1
    rng.given[place] |= bit(card)
