"""Rules of thumb for Rook.

Auction: estimate the points that the hand should take with its best colour as trump, and raise in small steps up to
         that number. Don't outbid the partner unless the hand is much better than needed.
Aside:   put aside the weakest card that isn't a counter, from the shortest colour that won't be trump.
Trump:   name the colour with which the hand should take the most points.
Lead:    as the bidder, draw trumps first; then lead a card that no opponent is likely to beat, or else a low card that
         isn't a counter.
Follow:  if the partner should win the trick, give a counter. Otherwise, win the trick with a card that no opponent is
         likely to beat, preferably a counter that may not win a trick later. If you can't, throw the lowest card
         without points.
"""

import numpy as np

from parlour.engine.rng import Rng
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, has, highest, lowest, rest
from parlour.game.game import State
from parlour.games.rook.rules import legal, winner, worth
from parlour.games.rook.state import (
    ASIDE,
    BID,
    BID_STEP,
    CARDS,
    COLOURS,
    COUNTERS,
    HAND,
    ONE_OF_EACH,
    ONES,
    PASS,
    SEATS,
    THE_ROOK,
    TRUMP,
    VALUES,
    colour_cards,
)

# These constants estimate how many points a hand should take; they were fitted to 100,000 hands that this bot played
# against itself.
PARTNER_SHARE = 60  # The points that even a poor hand takes with its partner's help, less a margin for bad luck.
TRUMP_POINTS = 6  # The points for each trump in the hand.
TOP_TRUMP_POINTS = 3  # The extra points for each of the three highest trumps in the hand.
ONE_POINTS = 11  # The points for each 1 in the hand.
FOURTEEN_POINTS = 5  # The points for each 14 in the hand.
ROOK_POINTS = 6  # The points for the Rook in the hand; it is the lowest trump and can be lost.
SHORT_POINTS = 4  # The points for each card that a side colour lacks to have three.
PARTNER_BID_POINTS = 10  # The points to add if the partner has bid, since the two hands support each other.
PARTNER_LEFT_ALONE = 30  # The bot outbids its partner only if its hand is good for 30 points more than the bid.

SURPRISE = 0.2  # The probability that a player makes a choice that these rules wouldn't make.

FOURTEENS = ONE_OF_EACH << 12
SHORT = 3  # A side colour with fewer than three cards is short.
TOP_TRUMPS = 3
SCARCE = 5  # If the others have fewer than five cards of a colour, some player may have none.
TRUMP_KEPT = 150  # The value of keeping a trump, in tenths of a point.
FOURTEEN_GIFT = 4  # The points gained by giving the partner a 14: fewer than ten, since the 14 may win a trick itself.


def _gift(card: int) -> int:
    """Return the loss, in tenths of a point, of giving this card to the partner's trick; a gain is a negative loss."""
    gain = FOURTEEN_GIFT if has(FOURTEENS, card) else 0 if has(ONES, card) else worth(bit(card))
    return card % VALUES - 10 * gain


def _loss(card: int) -> int:
    """Return the loss, in tenths of a point, of playing this card to a trick that the opponents win."""
    return card % VALUES + 10 * worth(bit(card))


GIFTS = np.array([_gift(card) for card in range(CARDS)])
LOSSES = np.array([_loss(card) for card in range(CARDS)])


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose as a sensible player would."""
    if state.phase == BID:
        return _bid(state, seat)
    if state.phase == ASIDE:
        return _aside(state, seat)
    if state.phase == TRUMP:
        return _best_colour(int(state.hands[seat]))
    return _lead(state, seat) if state.follow == 0 else _follow(state, seat)


# --- the auction, the card aside, trump


@rule
def _bid(state: State, seat: int) -> int:
    """Make the lowest possible bid if the hand is good for that many points; otherwise pass."""
    bid = max(int(state.min_bid), int(state.bid) + BID_STEP)
    wanted = bid + PARTNER_LEFT_ALONE if state.bidder == _partner(seat) else bid
    return bid // BID_STEP if wanted <= _estimate(state, seat) and bid <= state.max_bid else PASS


@rule
def _estimate(state: State, seat: int) -> int:
    """Estimate the points that the team should take if this seat names trump."""
    hand = int(state.hands[seat])
    partner = PARTNER_SHARE + (PARTNER_BID_POINTS if state.bids[_partner(seat)] > 0 else 0)
    return partner + _strength(hand, _best_colour(hand))


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return how likely the other players were to bid, pass and name trump as they did, if these are their hands."""
    belief = 1.0
    for other in range(SEATS):
        if other != seat:
            held = int(state.hands[other])
            state.hands[other] = held | int(state.laid[other])
            belief *= _fits_auction(state, other)
            state.hands[other] = held
    return belief


@rule
def _fits_auction(state: State, seat: int) -> float:
    """Return how well a seat's hand before the tricks fits its bids, passes and choice of trump, as a probability."""
    estimate, belief = _estimate(state, seat), 1.0
    if estimate < state.bids[seat]:
        belief *= SURPRISE
    higher = int(state.bid) + BID_STEP + (PARTNER_LEFT_ALONE if state.bidder == _partner(seat) else 0)
    if has(int(state.passed), seat) and estimate >= higher:
        belief *= SURPRISE
    if seat == state.bidder and state.trumps and _best_colour(int(state.hands[seat])) != state.trump:
        belief *= SURPRISE
    return belief


@rule
def _best_colour(hand: int) -> int:
    """Return the colour that would be the best trump for this hand."""
    best = 0
    for colour in range(1, COLOURS):
        best = colour if _strength(hand, colour) > _strength(hand, best) else best
    return best


@rule
def _strength(hand: int, trump: int) -> int:
    """Return the points that a hand should take with this trump colour, without its partner's share."""
    rook = ROOK_POINTS if has(hand, THE_ROOK) else 0
    high = ONE_POINTS * count(hand & ONES) + FOURTEEN_POINTS * count(hand & FOURTEENS)
    trumps = hand & colour_cards(trump)
    top = trumps & ~first(VALUES * int(trump) + VALUES - TOP_TRUMPS)
    return rook + high + TRUMP_POINTS * count(trumps) + TOP_TRUMP_POINTS * count(top) + _shortness(hand, trump)


@rule
def _shortness(hand: int, trump: int) -> int:
    """Return the points that a hand's short side colours add to its estimate."""
    missing = 0
    for colour in range(COLOURS):
        missing += max(SHORT - count(hand & colour_cards(colour)), 0) if colour != trump else 0
    return SHORT_POINTS * missing


@rule
def _aside(state: State, seat: int) -> int:
    """Choose the weakest legal card of the shortest side colour."""
    hand, cards = int(state.hands[seat]), legal(state, seat)
    trump, best, least = _best_colour(hand), lowest(cards), CARDS
    for colour in range(COLOURS):
        mine = hand & colour_cards(colour)
        length = count(mine) + (HAND if colour == trump else 0)
        if mine & cards and length < least:
            best, least = lowest(mine & cards), length
    return best


# --- leading


@rule
def _lead(state: State, seat: int) -> int:
    """Lead a trump to draw the opponents' trumps, or a card that should win, or a low card."""
    hand = int(state.hands[seat])
    sure = _sure(state, seat, hand)
    if _draws_trumps(state, seat):
        return _trump_to_draw(hand & int(state.trumps), sure)
    if sure & ~state.trumps:
        return _dearest(sure & ~int(state.trumps))
    return _cheapest(state, hand, LOSSES)


@rule
def _draws_trumps(state: State, seat: int) -> bool:
    """Say whether the bidder should lead trump: opponents may hold trumps, but at most twice as many as the bidder."""
    trumps, unseen = int(state.trumps), _unseen(state, seat)
    lacks = int(state.lacks[(seat + 1) % SEATS] & state.lacks[(seat + 3) % SEATS])
    against, mine = count(unseen & trumps & ~lacks), count(state.hands[seat] & trumps)
    return seat == state.bidder and against > 0 and against <= 2 * mine


@rule
def _trump_to_draw(trumps: int, sure: int) -> int:
    """Return the highest trump if it should win the trick, otherwise the highest trump that is worth no points."""
    cards = trumps & sure if trumps & sure else trumps & ~COUNTERS
    return highest(cards if cards else trumps)


# --- following


@rule
def _follow(state: State, seat: int) -> int:
    """Choose a card with points for the partner's trick, a card that should win, or the least useful card."""
    cards = legal(state, seat)
    cards = cards & int(state.follow) if cards & state.follow else cards  # The bot never revokes (R11).
    if _partner_has_it(state, seat):
        return _cheapest(state, cards, GIFTS)
    winning = _sure(state, seat, cards & _beaters(state, _best_card(state)))
    return _cheapest(state, winning, GIFTS) if winning else _cheapest(state, cards, LOSSES)


@rule
def _partner_has_it(state: State, seat: int) -> bool:
    """Say whether the partner's card should win the trick, as far as the seat can tell."""
    return winner(state) == _partner(seat) and _stays(state, seat, _best_card(state))


@rule
def _best_card(state: State) -> int:
    """Return the card that is winning the trick so far."""
    trumps = state.trick & state.trumps
    card = highest((trumps if trumps else state.trick & state.follow) & ~bit(THE_ROOK))
    return card if card >= 0 else THE_ROOK


# --- what the others may hold


@rule
def _partner(seat: int) -> int:
    return (int(seat) + 2) % SEATS


@rule
def _unseen(state: State, seat: int) -> int:
    """Return the cards that the other players may hold, as far as the seat knows."""
    seen = int(state.hands[seat])
    for other in range(SEATS):
        seen |= int(state.laid[other])
    if seat == state.bidder:
        seen |= bit(state.aside)
    return first(CARDS) & ~seen


@rule
def _sure(state: State, seat: int, cards: int) -> int:
    """Return which of the given cards should win the trick if played now."""
    sure, left = 0, cards
    while left:
        card = lowest(left)
        sure |= bit(card) if _stays(state, seat, card) else 0
        left = rest(left)
    return sure


@rule
def _stays(state: State, seat: int, card: int) -> bool:
    """Say whether the card is safe: no opponent who has yet to play to this trick is likely to beat it."""
    unseen, played = _unseen(state, seat), int(state.played) % SEATS
    if played < 3 and _may_beat(state, unseen & ~int(state.lacks[(seat + 1) % SEATS]), card):
        return False
    return played > 0 or not _may_beat(state, unseen & ~int(state.lacks[(seat + 3) % SEATS]), card)


@rule
def _may_beat(state: State, held: int, card: int) -> bool:
    """Say whether a player whose hand comes from `held` may beat the card, by following suit or by trumping."""
    follow = int(state.follow) if state.follow else _colour(state, card)
    better = held & _beaters(state, card)
    return better & follow != 0 or (better != 0 and count(held & follow) < SCARCE)


@rule
def _beaters(state: State, card: int) -> int:
    """Return the cards that beat a card: the higher cards of its colour and, if it isn't a trump, all trumps."""
    trumps = int(state.trumps)
    if card == THE_ROOK:
        return trumps & ~bit(THE_ROOK)
    higher = colour_cards(card // VALUES) & ~first(card + 1)
    return higher if has(trumps, card) else higher | trumps


@rule
def _colour(state: State, card: int) -> int:
    """Return the cards that would follow suit if this card were led."""
    return int(state.trumps) if has(state.trumps, card) else colour_cards(card // VALUES)


# --- choosing one of several cards


@rule
def _cheapest(state: State, cards: int, costs: np.ndarray) -> int:
    """Return the card with the lowest cost; playing a trump costs extra."""
    best, least, left = lowest(cards), 1000, cards
    while left:
        card = lowest(left)
        cost = int(costs[card]) + (TRUMP_KEPT if has(state.trumps, card) else 0)
        best, least = (card, cost) if cost < least else (best, least)
        left = rest(left)
    return best


@rule
def _dearest(cards: int) -> int:
    """Return the card with the most points."""
    best, left = lowest(cards), rest(cards)
    while left:
        best = lowest(left) if worth(bit(lowest(left))) > worth(bit(best)) else best
        left = rest(left)
    return best
