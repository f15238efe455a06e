"""Rules of thumb for Active 13.

Upgrade: spend the lowest heart as long as replacing the weakest card will win more tricks, in the points
         still to be played, than the heart would win now: nearly always at first, hardly ever at the end.
Bin:     the weakest card: low cards of the plain suits go first, hearts and high cards stay.
Follow:  win as cheaply as possible (the lowest heart is a cheap winner too); else draw the trick; else throw the
         weakest card.
Lead:    the card most likely to win, given what the opponent can still hold; prefer a weak card to a strong one that
         is no likelier to win, a long suit to a short one, and a heart to a plain card that is about as good.

The numbers were tuned in thousands of matches between variants on the same deals.
"""

import numpy as np

from parlour.engine.rng import Rng
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest, rest
from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.games.active13.redeal import HEART, RANKS, SUITS, hand_count, held_cards, suit_cards, suit_of
from parlour.games.active13.rules import BIN, DEAL, PLAY, STICK, UPGRADE, playable, played_tricks, trick_leader

ONE = 1000  # a trick, or certainty: worths and chances are in thousandths
HEARTS = suit_cards(HEART)

# What a card is worth: roughly the tricks that it wins each time it is in the hand.
RANK_WORTH = 15  # for each rank of a plain card above the 2
COURT_WORTH = 70  # more for each rank above the 10, as these win tricks
COURT = 8  # the rank of the 10, counted from the 2
HEART_WORTH = 470  # of 2♥: any heart can trump a plain card, or buy a better one
HEART_RANK_WORTH = 58  # for each rank of a heart above the 2

# How often a card comes to the hand before somebody reaches the target: once for this many points to be won.
POINTS_A_TURN = 6

SURPRISE = 0.1  # the probability of a choice that these rules wouldn't make

# Leading, in thousandths of a chance to win the trick.
LENGTH_LEAD = 80  # for each card of the suit in hand: the opponent may run out of it
HEART_LEAD = 200  # for leading a heart: it pulls the opponent's trumps
WORTH_KEPT = 4  # a card is kept for later by this fraction of its worth
TRUMPED_LOSS = 2  # a trumped lead is this fraction of a loss: the trump is gone as well


def _worth(card: int) -> int:
    rank = card % RANKS
    if card // RANKS == HEART:
        return HEART_WORTH + HEART_RANK_WORTH * rank
    return RANK_WORTH * rank + COURT_WORTH * max(rank - COURT, 0)


WORTH = np.array([_worth(card) for card in range(SUITS * RANKS)])


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose as a sensible player would."""
    if state.phase == UPGRADE:
        return _upgrade(state, seat)
    if state.phase == BIN:
        return _weakest(state.hands[seat])
    if state.led == NO_CARD:
        return _lead(state, seat)
    return _follow(playable(int(state.hands[seat]), int(state.led)), int(state.led))


# --- upgrades


@rule
def _upgrade(state: State, seat: int) -> int:
    """Spend the lowest heart while a new card brings more than it."""
    hearts = int(state.hands[seat]) & HEARTS
    if hearts == 0 or state.deck_size[seat] == 0:
        return STICK
    heart = lowest(hearts)
    brings = _gain(state, seat, heart) * _points_to_go(state) // POINTS_A_TURN
    return heart if brings > WORTH[heart] else STICK


@rule
def _gain(state: State, seat: int, heart: int) -> int:
    """Return how much more the deck's next card is worth than the weakest card in hand, on average."""
    others = int(state.hands[seat]) & ~bit(heart)
    if others == 0:
        return 0  # the new card itself would be binned
    weakest, gain = WORTH[_weakest(others)], 0
    for place in range(state.deck_size[seat]):
        gain += max(WORTH[state.deck[seat, place]] - weakest, 0)
    return gain // int(state.deck_size[seat])


@hot_rule
def _points_to_go(state: State) -> int:
    """Return how far the leading player is from the target."""
    return int(state.target) - max(int(state.scores[0]), int(state.scores[1]))


@hot_rule
def _weakest(cards: int) -> int:
    """Return the card that is worth least."""
    weakest = lowest(cards)
    while cards:
        card = lowest(cards)
        weakest = card if WORTH[card] < WORTH[weakest] else weakest
        cards = rest(cards)
    return weakest


# --- what the opponent's upgrades and plays say about the hand


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return how likely it is that the opponent stopped upgrading, led and followed like this with this hand."""
    other = 1 - seat
    if state.phase != PLAY and (state.phase == DEAL or state.leader != other):
        return 1.0  # the opponent has not upgraded yet
    held = int(state.hands[other])
    state.hands[other] = held | int(state.played[other])
    likely = 1.0 if _upgrade(state, other) == STICK else SURPRISE
    state.hands[other] = held
    return likely * _believe_plays(state, other) if state.phase == PLAY else likely


@rule
def _believe_plays(state: State, seat: int) -> float:
    """Return how likely a seat's cards in this trick and the last one are; earlier tricks are ignored."""
    hand, number, pool = int(state.hands[seat]), hand_count(state, 1 - seat), held_cards(state, 1 - seat)
    likely = 1.0
    if state.led != NO_CARD:
        hand |= bit(state.led)
        likely = 1.0 if _best_lead(hand, pool, number) == state.led else SURPRISE
    last = played_tricks(state) - 1
    if last < 0:
        return likely
    card, against = int(state.tricks[seat, last]), int(state.tricks[1 - seat, last])
    hand |= bit(card)
    if trick_leader(state, last) == seat:
        usual = _best_lead(hand, pool | bit(against), number + 1)
    else:
        usual = _follow(playable(hand, against), against)
    return likely if usual == card else likely * SURPRISE


# --- tricks


@hot_rule
def _follow(cards: int, led: int) -> int:
    """Win cheaply, else draw, else throw the weakest of the legal cards."""
    winners = cards & (_higher(led) if cards & suit_cards(suit_of(led)) else HEARTS)
    if winners:
        return lowest(winners)
    return led if has(cards, led) else _weakest(cards)


@hot_rule
def _higher(card: int) -> int:
    """Return the higher cards of the same suit."""
    return suit_cards(suit_of(card)) & ~first(int(card) + 1)


@rule
def _lead(state: State, seat: int) -> int:
    """Choose the card that promises most, given what the opponent can still hold."""
    return _best_lead(int(state.hands[seat]), held_cards(state, 1 - seat), hand_count(state, 1 - seat))


@rule
def _best_lead(hand: int, pool: int, number: int) -> int:
    """Choose the card of a hand that promises most if the opponent has `number` cards of the pool."""
    cards, best, most = hand, -1, -ONE * ONE
    while cards:
        card = lowest(cards)
        promise = _promise(card, hand, pool, number)
        best, most = (card, promise) if promise > most else (best, most)
        cards = rest(cards)
    return best


@hot_rule
def _promise(card: int, hand: int, pool: int, number: int) -> int:
    """Return what leading a card promises if the opponent has `number` cards of the pool."""
    suit = suit_cards(suit_of(card))
    promise = _stays_on_top(card, pool, number) - int(WORTH[card]) // WORTH_KEPT
    if suit == HEARTS:
        return promise + HEART_LEAD
    trumped = _none(pool, number, suit) - _none(pool, number, suit | HEARTS)
    return promise - trumped // TRUMPED_LOSS + LENGTH_LEAD * count(hand & suit)


@hot_rule
def _stays_on_top(card: int, pool: int, number: int) -> int:
    """Return the chance that no higher card of the suit is played; the same card, a draw, is half a win."""
    higher = _higher(card)
    return (_none(pool, number, higher) + _none(pool, number, higher | bit(card))) // 2


@hot_rule
def _none(pool: int, number: int, cards: int) -> int:
    """Return the chance that none of these are among `number` cards drawn from the pool."""
    size, others, chance = count(pool), count(pool & ~cards), ONE
    for drawn in range(number):
        chance = chance * (others - drawn) // (size - drawn)
    return chance
