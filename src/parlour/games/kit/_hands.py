"""Dealing hands, and redealing them to fit what a seat knows."""

from collections.abc import Sequence

from parlour.engine.rng import Rng, draw_cards
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, has
from parlour.game.fields import Entries
from parlour.games.kit.fitting import GROUPS, PLACES, REST, deal_fitting


@rule
def deal_hands(rng: Rng, hands: Entries, players: int, size: int) -> None:
    """Deal every player this many cards of the shuffled pack."""
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
    """Complete hidden hands in a trick-taking game: everybody got `size` of the `cards` and has played some of them.

    Put the cards that a seat is known to hold into its hand first. The rest is the same as in `fill_hands`.
    """
    unseen = cards
    for seat in range(players):
        rng.rooms[seat] = max(size - count(played[seat]), 0)
        unseen &= ~(hands[seat] | played[seat])
    fill_hands(rng, hands, players, unseen, voids, suits)


@rule
def fill_hands(rng: Rng, hands: Entries, players: int, unseen: int, voids: Entries, suits: Sequence[int]) -> None:
    """Complete the hands with unseen cards; every deal that fits is equally likely, and rng.given[REST] is left over.

    Set beforehand: rng.rooms[seat], how many cards the seat holds in all, and in each hand the cards that the seat is
    known to hold; they are not unseen. `voids[seat]` has a bit for each of the `suits` that the seat does not hold.
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
