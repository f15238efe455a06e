"""Deal hands, and redeal hidden hands so that they fit what a seat knows."""

from collections.abc import Sequence

from parlour.engine.rng import Rng, draw_cards
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, has
from parlour.game.fields import Entries
from parlour.games.kit.fitting import GROUPS, PLACES, REST, deal_fitting


@rule
def deal_hands(rng: Rng, hands: Entries, players: int, size: int) -> None:
    """Deal `size` cards of the shuffled pack to every player."""
    for seat in range(players):
        hands[seat] = draw_cards(rng, size)


@rule
def redeal_hands(
    rng: Rng,
    hands: Entries,
    played: Entries,
    players: int,
    size: int,
    cards: int,
    voids: Entries,
    suits: Sequence[int],
) -> None:
    """Fill up the hidden hands in a trick-taking game where each seat was dealt `size` of the `cards`.

    Before the call, `hands` has only the cards that each seat is known to hold. For the other arguments see
    `fill_hands`.
    """
    unseen = cards
    for seat in range(players):
        rng.rooms[seat] = max(size - count(played[seat]), 0)
        unseen &= ~(hands[seat] | played[seat])
    fill_hands(rng, hands, players, unseen, voids, suits)


@rule
def fill_hands(rng: Rng, hands: Entries, players: int, unseen: int, voids: Entries, suits: Sequence[int]) -> None:
    """Fill up the hands with unseen cards; all deals that fit are equally likely.

    Before the call, `rng.rooms[seat]` is the size of the seat's hand, and `hands` has only the cards that each seat is
    known to hold, which aren't among `unseen`. `voids[seat]` has a bit for each of the `suits` that the seat doesn't
    hold. Afterwards `rng.given[REST]` is the set of cards left over.
    """
    room = 0
    for seat in range(players):
        rng.rooms[seat] -= count(hands[seat])
        room += rng.rooms[seat]
    for place in range(players, PLACES):
        rng.rooms[place] = 0
    rng.rooms[REST] = count(unseen) - room
    for suit in range(len(suits)):
        rng.groups[suit] = suits[suit]
        rng.takers[suit] = first(PLACES)
        for seat in range(players):
            if has(voids[seat], suit):
                rng.takers[suit] &= ~bit(seat)
    for group in range(len(suits), GROUPS):
        rng.groups[group] = 0
    deal_fitting(rng, unseen)
    for seat in range(players):
        hands[seat] |= rng.given[seat]
