"""My Game: take more tricks than the others. Two to four play, each alone, with a pack of 52 cards.

## The deal

Everybody gets five cards; the rest is set aside unseen. The ace is high.

## Playing tricks

One player leads any card, the others follow in turn: with the suit led if they can, otherwise with any card. The
highest card of the suit led takes the trick, and its taker leads to the next trick.

## Scoring

Every trick is one point. After five rounds (option `rounds_played`) the highest score wins.
"""

import numpy as np

from parlour import (
    NO_CARD, Option, Rng, State, bit, card_set, choice_set, count, draw_cards, each_seat, first, has, hot_rule, number,
    one_card, one_seat, rule, shuffle,
)  # fmt: skip
from parlour.games import kit

CARDS, SEATS, HAND, NOBODY = 52, 4, 5, -1
SUIT = kit.suit_masks()  # For each suit, the set of its cards.
DEAL, PLAY, OVER = range(3)
PHASES = ("deal", "play", "over")
OPTIONS = (Option("rounds_played", 5, "How many rounds are played.", 1, 100),)
SEAT = each_seat(SEATS)
FIELDS = (
    card_set("stock", "the undealt cards", observed="none", place="common"),
    card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
    card_set("played", "the cards that each seat has played this round", SEAT, place="common"),
    choice_set("voids", "the suits that everybody knows the seat not to hold", kit.SUITS, SEAT),
    one_card("trick", "each seat's card in the current trick", SEAT),
    one_card("last_trick", "each seat's card in the last trick", SEAT, observed="none"),
    one_seat("leader", "the leader of the current trick"),
    one_seat("last_leader", "the leader of the last trick", observed="none"),
    one_seat("turn", "the seat that plays next"),
    number("won", "tricks taken this round", 0, HAND, SEAT),
    number("gains", "points gained in the last round", 0, HAND, SEAT, observed="none"),
    number("scores", "points in the match so far", 0, 500, SEAT, stored=np.int32),
)


@rule
def start(state: State, players: int) -> None:
    """Begin a match: all cards are in the stock, and the deal is pending."""
    state.players = players
    state.stock = first(CARDS)
    begin(state)
    state.phase, state.turn = DEAL, NOBODY


@rule
def begin(state: State) -> None:
    """Begin a round after its deal."""
    state.phase, state.last_leader = PLAY, NOBODY
    state.leader = state.turn = state.rounds % state.players
    for seat in range(SEATS):
        state.played[seat], state.voids[seat], state.won[seat] = 0, 0, 0
        state.trick[seat], state.last_trick[seat] = NO_CARD, NO_CARD


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal a hand to everybody."""
    shuffle(rng, first(CARDS))
    kit.deal_hands(rng, state.hands, state.players, HAND)
    state.stock = draw_cards(rng, rng.left)
    begin(state)


@hot_rule
def actors(state: State) -> int:
    """Return the seat whose turn it is."""
    return bit(state.turn) if state.phase == PLAY else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the cards that the seat may play."""
    if not has(actors(state), seat):
        return 0
    led = int(state.trick[state.leader])
    return kit.following(state.hands[seat], SUIT[kit.suit_of(led)]) if led >= 0 else int(state.hands[seat])


@hot_rule
def apply(state: State, seat: int, card: int) -> None:
    """Play a card; the last player's card ends the trick."""
    led = int(state.trick[state.leader])
    if led >= 0 and kit.suit_of(led) != kit.suit_of(card):
        state.voids[seat] |= bit(kit.suit_of(led))
    state.hands[seat] &= ~bit(card)
    state.played[seat] |= bit(card)
    state.trick[seat] = card
    state.turn = (seat + 1) % state.players
    if state.turn == state.leader:
        end_trick(state)


@rule
def end_trick(state: State) -> None:
    """Give the trick to its taker, and end the round after the last trick."""
    winner = kit.taker(state.trick, state.players, SUIT[kit.suit_of(state.trick[state.leader])], kit.NO_TRUMP)
    kit.lay_down(state.trick, state.last_trick, state.players)
    state.won[winner] += 1
    state.last_leader, state.leader, state.turn = state.leader, winner, winner
    if state.hands[winner] == 0:
        end_round(state)


@rule
def end_round(state: State) -> None:
    """Add the round's points to the scores; the match may be over then."""
    for seat in range(state.players):
        state.gains[seat] = state.won[seat]
        state.scores[seat] += state.won[seat]
    state.rounds += 1
    state.phase, state.turn = (OVER if state.rounds == state.rounds_played else DEAL), NOBODY


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats with the highest score."""
    return kit.most(state.scores, state.players) if over(state) else 0


@rule
def hide(state: State, seat: int) -> None:
    """Wipe whatever the seat may not know: the other hands and the stock."""
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
    state.stock = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what `hide` wiped: pick a deal at random from all that fit what the seat knows, each equally likely."""
    unseen = first(CARDS)
    for other in range(state.players):
        unseen &= ~(state.hands[other] | state.played[other])
        rng.rooms[other] = HAND - count(state.played[other]) if state.phase == PLAY else 0
    kit.fill_hands(rng, state.hands, state.players, unseen, state.voids, SUIT)
    state.stock = rng.given[kit.REST]


TABLE = kit.Table(
    hand=HAND, begin=begin, dealt=("stock",),
    sections={"deal": "The deal", "play": "Playing tricks", "over": "Scoring"},
)  # fmt: skip
GAME = kit.card_game(
    TABLE, name="mygame", title="My Game", minutes=10, players=(2, 3, 4), default_players=3, deck=kit.pack(),
    options=OPTIONS, fields=FIELDS, phases=PHASES, start=start, deal=deal, actors=actors, legal=legal, apply=apply,
    hide=hide, redeal=redeal, over=over, winners=winners,
)  # fmt: skip
