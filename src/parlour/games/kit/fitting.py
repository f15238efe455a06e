"""Deals that fit what is known: the core of every `redeal`.

Unknown cards are dealt to places (the seats, and one for the cards that nobody holds), each with room for a certain
number. A group of cards, such as a suit, may be known not to be in some places. Every deal that fits is equally
likely. All work arrays are in the generator, so nothing is allocated.
"""

from parlour.engine.rng import Rng, below, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, lowest, rest

PLACES = 8
GROUPS = 8
REST = 7  # the place of the cards that nobody holds


@rule
def clear(rng: Rng) -> None:
    """Remove all rooms and groups."""
    for place in range(PLACES):
        rng.rooms[place] = 0
    for group in range(GROUPS):
        rng.groups[group] = 0
        rng.takers[group] = 0


@rule
def deal_fitting(rng: Rng, unknown: int) -> None:
    """Deal the unknown cards; afterwards rng.given[place] is what each place got.

    Set beforehand: rng.rooms (together as many as there are unknown cards), and for every group that not everybody can
    hold rng.groups (its cards) and rng.takers (the places that can have them).
    """
    while not _try_deal(rng, unknown):
        pass


@rule
def _try_deal(rng: Rng, unknown: int) -> bool:
    """Try to deal; give up now and then, so that all deals that fit are equally likely.

    A group is dealt card by card into the free room of its takers. The more room there is, the less likely each single
    way is, so dealing goes on with probability room / most, where `most` is the most room that could be free then.
    Then every complete deal has the same chance.
    """
    everybody = _take_back(rng)
    free = unknown
    for size in range(1, count(everybody)):  # the most restricted groups first, so that few tries fail
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
    """Take back all cards dealt; return the places that have room."""
    everybody = 0
    for place in range(PLACES):
        rng.given[place] = 0
        rng.free[place] = rng.rooms[place]
        if rng.rooms[place]:
            everybody |= bit(place)
    return everybody


@rule
def _deal_group(rng: Rng, cards: int, takers: int, most: int) -> bool:
    """Deal the cards of a group, or give up."""
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
    """Return the most room that the group's takers can have left when its turn comes.

    Cards dealt before that can only be with them take some of it; so do the others that find no room elsewhere.
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
    """Put the card into the free room with this number, counted through the takers."""
    place = lowest(takers)
    while room >= rng.free[place]:
        room -= rng.free[place]
        takers = rest(takers)
        place = lowest(takers)
    rng.free[place] -= 1
    rng.given[place] |= bit(card)
