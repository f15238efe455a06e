"""Say It, a correct game invented for tests, in which the numbers that players say matter only at the end of a round.

Two players get three cards each. First the players take turns to say numbers, ten times each; then they play their
cards. The player with the higher sum of numbers gets a point.
"""

import numpy as np

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, first, has
from parlour.game.cards import Deck
from parlour.game.fields import card_set, each_seat, number, one_seat
from parlour.game.game import State
from parlour.game.options import Option
from parlour.game.texts import Text, Who, say
from parlour.game.view import Action
from parlour.games import kit

DECK = Deck(tuple(f"{value}{letter}" for letter in "SH" for value in range(1, 7)))
CARDS, SEATS, HAND, MOST, TIMES = 12, 2, 3, 9, 10
SUIT, NO_VOIDS = (0b111111, 0b111111_000000), np.zeros(2, np.int64)
DEAL, BID, PLAY, OVER = range(4)
SEAT = each_seat(SEATS)
FIELDS = (
    card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
    card_set("played", "the cards that each seat has played this round", SEAT, place="common"),
    card_set("aside", "the cards that nobody holds", observed="none", place="common"),
    number("bids", "the sum of the numbers that each seat has said", 0, MOST * TIMES, SEAT),
    number("said", "how many numbers were said this round", 0, SEATS * TIMES),
    one_seat("turn", "the seat that speaks or plays next"),
    number("scores", "points in the match so far", 0, 3000, SEAT),
)


@rule
def start(state: State, players: int) -> None:
    """Put all cards aside."""
    state.players = players
    state.aside = first(CARDS)
    begin(state)
    state.phase = DEAL


@rule
def begin(state: State) -> None:
    """Begin a round: every player first says a number."""
    state.phase, state.turn, state.said = BID, 0, 0
    for seat in range(SEATS):
        state.played[seat], state.bids[seat] = 0, 0


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal three cards to each player."""
    shuffle(rng, first(CARDS))
    kit.deal_hands(rng, state.hands, SEATS, HAND)
    state.aside = draw_cards(rng, rng.left)
    begin(state)


@rule
def actors(state: State) -> int:
    """Return the seat whose turn it is."""
    return bit(state.turn) if state.phase == BID or state.phase == PLAY else 0


@rule
def legal(state: State, seat: int) -> int:
    """Return the legal actions: all numbers at first, and later the cards in hand."""
    if not has(actors(state), seat):
        return 0
    return first(MOST + 1) if state.phase == BID else int(state.hands[seat])


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Say a number, or play a card; the last card ends the round."""
    if state.phase == BID:
        state.bids[seat] += action
        state.said += 1
        state.phase = PLAY if state.said == SEATS * TIMES else BID
    else:
        state.hands[seat] &= ~bit(action)
        state.played[seat] |= bit(action)
    state.turn = 1 - seat
    if state.phase == PLAY and state.hands[0] == 0 and state.hands[1] == 0:
        state.scores[0 if state.bids[0] >= state.bids[1] else 1] += 1
        state.rounds += 1
        state.phase = OVER if state.rounds == state.length else DEAL


@rule
def over(state: State) -> bool:
    """Say whether the last round was played."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats with the most points."""
    return kit.most(state.scores, SEATS) if over(state) else 0


@rule
def hide(state: State, seat: int) -> None:
    """Hide the other player's hand and the cards that nobody holds."""
    state.aside = 0
    for other in range(SEATS):
        state.hands[other] = state.hands[other] if other == seat else 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Deal the unknown cards at random."""
    size = HAND if state.phase == BID or state.phase == PLAY else 0
    kit.redeal_hands(rng, state.hands, state.played, SEATS, size, first(CARDS), NO_VOIDS, SUIT)
    state.aside = rng.given[kit.REST]


class BidTable(kit.Table):
    """A card table at which players also say numbers."""

    def action_name(self, state: State, seat: int, action: int) -> str:
        return f"{action}" if state.phase == BID else super().action_name(state, seat, action)

    def action(self, state: State, seat: int, action: int) -> Action:
        if state.phase != BID:
            return super().action(state, seat, action)
        return Action(action, self.action_name(state, seat, action), say("Say {number}", number=action))

    def why_not(self, state: State, seat: int, text: str) -> Text:
        return say("Say 0 to 9.") if state.phase == BID else super().why_not(state, seat, text)

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        if before.phase != BID:
            return super().tell_action(before, state, seat, action)
        return [say("{who} says {number}.", who=Who(seat), number=action)]


GAME = kit.card_game(
    BidTable(hand=HAND, begin=begin, dealt=("aside",)), name="sayit", title="Say It", minutes=5, players=(SEATS,),
    deck=DECK, fields=FIELDS, options=(Option("length", 10, "How many rounds are played.", 1, 1000),),
    phases=("deal", "bid", "play", "over"), start=start, deal=deal, actors=actors, legal=legal, apply=apply, hide=hide,
    redeal=redeal, over=over, winners=winners,
)  # fmt: skip
