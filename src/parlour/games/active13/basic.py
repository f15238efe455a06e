"""Rules of thumb for Active 13.

Upgrade: spend the lowest heart if replacing the weakest card should win more tricks in the rest of the match than the
         heart would win now. This is nearly always so at first, and hardly ever near the end.
Bin:     bin the weakest card; low cards of the plain suits go first, hearts and high cards stay.
Follow:  win as cheaply as possible (the lowest heart is a cheap winner too). If you can't win, draw the trick. If you
         can't draw it either, throw the weakest card.
Lead:    lead the card most likely to win, given what the opponent can still hold. Between cards about equally likely
         to win, prefer a weak card to a strong one, a long suit to a short one, and a heart to a plain card.

The constants were tuned in thousands of matches between variants of this bot that played the same deals.
"""

import numpy as np

from parlour.engine.rng import Rng
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest, rest
from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.games.active13.redeal import HEART, RANKS, SUITS, hand_count, held_cards, suit_cards, suit_of
from parlour.games.active13.rules import BIN, DEAL, PLAY, STICK, UPGRADE, playable, played_tricks, trick_leader

ONE = 1000  # Worths are counted in thousandths of a trick, and chances in thousandths.
HEARTS = suit_cards(HEART)

# A card's worth is roughly the number of tricks that it wins each time it is drawn into the hand.
RANK_WORTH = 15  # The worth that a plain card gains with each rank above the 2.
COURT_WORTH = 70  # The extra worth that a plain card gains with each rank above the 10, because these cards win tricks.
COURT = 8  # The rank of the 10, if the 2 has rank 0.
HEART_WORTH = 470  # The worth of 2♥: any heart can trump a plain card, or buy a better card.
HEART_RANK_WORTH = 58  # The worth that a heart gains with each rank above the 2.

# A card is drawn about once for every six points that the leading player still needs.
POINTS_A_TURN = 6

SURPRISE = 0.1  # The probability that a player makes a choice that these rules wouldn't make.

# The score of a lead is its chance to win the trick, in thousandths, adjusted by these constants.
LENGTH_LEAD = 80  # The bonus for each card of the suit in hand, since the opponent may run out of the suit.
HEART_LEAD = 200  # The bonus for leading a heart, which draws the opponent's trumps.
WORTH_KEPT = 4  # A quarter of the card's worth is subtracted, because the card could be kept for later.
TRUMPED_LOSS = 2  # A trumped lead counts as half a loss, because the opponent's trump is spent, too.


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
    """Spend the lowest heart if a new card should bring more than the heart is worth; otherwise stick."""
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
        return 0  # With no other card in hand, the new card would have to be binned.
    weakest, gain = WORTH[_weakest(others)], 0
    for place in range(state.deck_size[seat]):
        gain += max(WORTH[state.deck[seat, place]] - weakest, 0)
    return gain // int(state.deck_size[seat])


@hot_rule
def _points_to_go(state: State) -> int:
    """Return how many points the leading player still needs to reach the target."""
    return int(state.target) - max(int(state.scores[0]), int(state.scores[1]))


@hot_rule
def _weakest(cards: int) -> int:
    """Return the least valuable of these cards."""
    weakest = lowest(cards)
    while cards:
        card = lowest(cards)
        weakest = card if WORTH[card] < WORTH[weakest] else weakest
        cards = rest(cards)
    return weakest


# --- what the opponent's upgrades and plays reveal about the hand


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return how likely the opponent's decision to stick and its plays are, if this is the opponent's hand."""
    other = 1 - seat
    if state.phase != PLAY and (state.phase == DEAL or state.leader != other):
        return 1.0  # The opponent has not upgraded yet.
    held = int(state.hands[other])
    state.hands[other] = held | int(state.played[other])
    likely = 1.0 if _upgrade(state, other) == STICK else SURPRISE
    state.hands[other] = held
    return likely * _believe_plays(state, other) if state.phase == PLAY else likely


@rule
def _believe_plays(state: State, seat: int) -> float:
    """Return how likely a seat was to play its cards in this trick and the previous trick; ignore earlier tricks."""
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
    """Win the trick cheaply; if that's impossible, draw it; otherwise throw the weakest of the legal cards."""
    winners = cards & (_higher(led) if cards & suit_cards(suit_of(led)) else HEARTS)
    if winners:
        return lowest(winners)
    return led if has(cards, led) else _weakest(cards)


@hot_rule
def _higher(card: int) -> int:
    """Return all cards of the same suit that are higher than this card."""
    return suit_cards(suit_of(card)) & ~first(int(card) + 1)


@rule
def _lead(state: State, seat: int) -> int:
    """Choose the best card to lead, given what the opponent can still hold."""
    return _best_lead(int(state.hands[seat]), held_cards(state, 1 - seat), hand_count(state, 1 - seat))


@rule
def _best_lead(hand: int, pool: int, number: int) -> int:
    """Choose the best card to lead if the opponent has `number` cards of the pool."""
    cards, best, most = hand, -1, -ONE * ONE
    while cards:
        card = lowest(cards)
        promise = _promise(card, hand, pool, number)
        best, most = (card, promise) if promise > most else (best, most)
        cards = rest(cards)
    return best


@hot_rule
def _promise(card: int, hand: int, pool: int, number: int) -> int:
    """Return the score of leading this card if the opponent has `number` cards of the pool."""
    suit = suit_cards(suit_of(card))
    promise = _stays_on_top(card, pool, number) - int(WORTH[card]) // WORTH_KEPT
    if suit == HEARTS:
        return promise + HEART_LEAD
    trumped = _none(pool, number, suit) - _none(pool, number, suit | HEARTS)
    return promise - trumped // TRUMPED_LOSS + LENGTH_LEAD * count(hand & suit)


@hot_rule
def _stays_on_top(card: int, pool: int, number: int) -> int:
    """Return the chance that no higher card of the suit is played; playing the same card counts as half a win."""
    higher = _higher(card)
    return (_none(pool, number, higher) + _none(pool, number, higher | bit(card))) // 2


@hot_rule
def _none(pool: int, number: int, cards: int) -> int:
    """Return the chance that none of the given cards are among `number` cards drawn from the pool."""
    size, others, chance = count(pool), count(pool & ~cards), ONE
    for drawn in range(number):
        chance = chance * (others - drawn) // (size - drawn)
    return chance
