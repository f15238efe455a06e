"""The rules of thumb that bots use in Oh 7 ? and Kod-7: what cards are worth, and how to keep a promise.

Every card is worth a fraction of a trick: the number of tricks that it wins on average. The best promise is the number
closest to what the hand is worth. To each trick, a bot plays the card that brings its expected number of tricks closest
to the promise. This number adds up the tricks already won, the chance to win this trick, and what the rest of the hand
is worth. So the bot wins cheaply while it needs tricks, and plays the highest card that loses when it needs none.
"""

import numpy as np

from parlour.engine.rng import Rng, below
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, lowest, rest
from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.games.sevens.rules import (
    INTERROBANG,
    INTERROBANG_SET,
    NO_SUIT,
    SPECIAL,
    STARS,
    places,
    playable,
    suit_cards,
    suit_of,
    trick_size,
    value_of,
)
from parlour.games.sevens.rules import play as lay

# The constants were tuned by matches between bots with slightly different constants, with two to five players.

ONE = 1000  # one trick: card values and chances are in thousandths

# A card's worth by the number of unseen higher cards of its suit, and a star's worth by its value.
PLAIN_WORTH = np.array([460, 290, 160, 70, 20, 0, 0, 0])
TRUMP_WORTH = np.array([1000, 820, 600, 400, 270, 230, 200, 160])
STAR_WORTH = np.array([0, 0, 40, 100, 220, 340, 500])
INTERROBANG_WORTH = 490  # the Interrobang nearly always wins, and is nearly as easy to lose on purpose

# The share of a plain card's worth that is lost to trumps, by the number of unseen cards of its suit.
RUFFED = np.array([980, 800, 680, 560, 470, 360, 280, 210, 200])

# The chance that the card which is winning so far takes the trick; it falls as higher cards become more likely.
DANGER_STEP = 256  # each entry of STAYS stands for another quarter of a higher card in the hands still to play
STAYS = np.array([1000, 867, 752, 652, 565, 490, 425, 368, 319, 277, 240, 208, 180, 156, 136, 118, 102])
MOST_DANGER = 16  # the last index of STAYS
RUFF = np.array([390, 290, 210, 140, 80, 40, 20, 10, 10])  # chance of being trumped, by unseen cards of the lead suit

# Constants for choosing a promise and for planning how to keep it.
LEADS = np.array([0, 70, 280, 690, 950, 950, 950, 950])  # chance that the player who promises 0, 1, 2 ... leads first
CONTROL = 500  # the worth of leading first with trump in your own suit
MIX = 50  # random noise in the squared miss of a promise, which makes close choices unpredictable
SURPLUS = 130  # the fraction of unwanted tricks that players can't avoid winning, in thousandths
BELIEF = 1500.0  # the squared miss, in thousandths, that makes a deal e times less likely
SURPRISE = 1.0  # each play that these rules wouldn't make divides a deal's likelihood by e to this power
DOUBT = 1250  # how much the risk of keeping an uncertain card counts, in thousandths


# --- what cards are worth


@hot_rule
def stars_from(value: int) -> int:
    """Return the stars of at least this value."""
    return STARS & (STARS << (2 * value if value < 3 else value + 3))


@hot_rule
def higher(card: int) -> int:
    """Return the higher cards of the card's suit."""
    return suit_cards(suit_of(card)) & (-2 << int(card))


@hot_rule
def worth(state: State, seat: int, card: int, unseen: int, trump: int) -> int:
    """Return how much of a trick the card will win, on average."""
    if card >= SPECIAL:
        return int(INTERROBANG_WORTH) if card == INTERROBANG else int(STAR_WORTH[value_of(card)])
    above = count(unseen & higher(card))
    if suit_of(card) == trump:
        return int(TRUMP_WORTH[above])
    ruffed = int(RUFFED[count(unseen & suit_cards(suit_of(card)))]) if unseen & suit_cards(trump) else 0
    return int(PLAIN_WORTH[above]) * (ONE - ruffed) // ONE


@rule
def hand_worth(state: State, seat: int, unseen: int, trump: int) -> int:
    """Return how many tricks the hand is worth if this suit is trump."""
    total, cards = 0, int(state.hands[seat])
    while cards:
        total += worth(state, seat, lowest(cards), unseen, trump)
        cards = rest(cards)
    return total


# --- promises


@rule
def promise(state: State, seat: int, allowed: int, unseen: int, suits: int, rng: Rng) -> int:
    """Choose the card whose value, as a promise, is closest to the number of tricks that the hand is worth."""
    usual = usual_worth(state, seat, unseen, suits)
    best, least = lowest(allowed), 1 << 60
    while allowed:
        miss = promise_miss(state, seat, lowest(allowed), unseen, usual) + below(rng, int(MIX))
        if miss < least:
            best, least = lowest(allowed), miss
        allowed = rest(allowed)
    return best


@rule
def usual_worth(state: State, seat: int, unseen: int, suits: int) -> int:
    """Return how many tricks the hand will win, on average over all trump suits."""
    worths = 0
    for suit in range(suits):
        worths += hand_worth(state, seat, unseen, suit)
    return worths // suits


@rule
def promise_miss(state: State, seat: int, card: int, unseen: int, usual: int) -> int:
    """Return the squared difference between the promise and the expected tricks; the card may set the trump."""
    tricks, bid = usual, value_of(card)
    if card < SPECIAL:
        leading = hand_worth(state, seat, unseen, suit_of(card)) + CONTROL
        tricks += int(LEADS[bid]) * (leading - usual) // ONE
    return (tricks - bid * ONE) * (tricks - bid * ONE) // ONE


# --- what the others' promises say about their hands


@rule
def believe(state: State, seat: int, deck: int, suits: int) -> float:
    """Return how well these hands explain what the other seats did; clear their secret choices."""
    for other in range(state.players):
        if other != seat:
            state.choice[other] = NO_CARD  # bots will choose for these seats, which is better than a random choice
    if state.trump == NO_SUIT:
        return 1.0
    miss = 0
    for other in range(state.players):
        miss += _promised_miss(state, other, deck, suits) if other != seat else 0
    surprises = _surprises(state, seat, deck) if state.players > 2 else 0
    return float(np.exp(-miss / BELIEF - surprises * SURPRISE))


@rule
def _surprises(state: State, seat: int, deck: int) -> int:
    """Replay the round and count the other seats' plays that these rules wouldn't have made."""
    number, surprises = int(state.played), 0
    _take_back(state)
    for play_number in range(number):
        card, other = int(state.played_cards[play_number]), int(state.played_seats[play_number])
        if other != seat:
            hand = int(state.hands[other])
            usual = play(state, other, playable(state, hand), deck & ~state.gone & ~hand & ~state.absent)
            surprises += usual != card and (card < SPECIAL or usual | 1 != card | 1)  # equal stars: numbers 2n, 2n + 1
        lay(state, other, card)
    return surprises


@rule
def _take_back(state: State) -> None:
    """Put the cards played this round back into the hands."""
    for number in range(state.played):
        state.hands[state.played_seats[number]] |= bit(int(state.played_cards[number]))
    for place in range(state.players):
        state.won[place] = 0
        state.voids[place] = 0
    state.gone = 0
    state.trick = 0
    state.played = 0
    state.trick_start = 0
    state.tricks = 0
    state.lead = NO_SUIT
    if state.played_seats[0] >= 0:
        state.leader = int(state.played_seats[0])
        state.turn = int(state.leader)


@rule
def _promised_miss(state: State, seat: int, deck: int, suits: int) -> int:
    """Return how badly the seat's full hand, before the first trick, fits its promise."""
    held = int(state.hands[seat])
    state.hands[seat] = held | _played_by(state, seat)
    unseen = deck & ~state.hands[seat]
    miss = promise_miss(state, seat, int(state.cards[seat]), unseen, usual_worth(state, seat, unseen, suits))
    state.hands[seat] = held
    return miss


@rule
def _played_by(state: State, seat: int) -> int:
    """Return the cards that the seat has played in this round."""
    cards = 0
    for play in range(state.played):
        cards |= bit(int(state.played_cards[play])) if state.played_seats[play] == seat else 0
    return cards


# --- tricks


@rule
def play(state: State, seat: int, allowed: int, unseen: int) -> int:
    """Choose the card that brings the expected number of tricks closest to the promise."""
    if rest(allowed) == 0:
        return lowest(allowed)
    need = aim(state, seat) - hand_worth(state, seat, unseen, state.trump)
    to_come = places(state) - trick_size(state) - 1
    share = to_come * count(state.hands[seat]) * ONE // max(1, count(unseen))
    best, least = lowest(allowed), 1 << 60
    while allowed:
        miss = play_miss(state, seat, lowest(allowed), unseen, need, share)
        if miss < least:
            best, least = lowest(allowed), miss
        allowed = rest(allowed)
    return best


@rule
def aim(state: State, seat: int) -> int:
    """Return how many more tricks to aim for: the tricks still needed, less a share of the tricks that nobody wants."""
    left = int(state.hand_size) - int(state.tricks)
    for other in range(places(state)):
        left -= max(0, wanting(state, other))
    return wanting(state, seat) * ONE - left * SURPLUS // places(state)


@hot_rule
def wanting(state: State, seat: int) -> int:
    """Return how many tricks the seat, or the Dummy, still needs."""
    promised = int(state.bids[seat]) if seat < state.players else int(state.dummy_tricks)
    return promised - int(state.won[seat])


@hot_rule
def play_miss(state: State, seat: int, card: int, unseen: int, need: int, share: int) -> int:
    """Return the expected squared miss if this card is played, with a correction for uncertain cards."""
    kept = worth(state, seat, card, unseen, state.trump)
    wins = chance(state, seat, card, unseen, share)
    wanted = need + kept
    return wanted * wanted + wins * (ONE - 2 * wanted) - kept * (ONE - kept) * DOUBT // ONE


@hot_rule
def chance(state: State, seat: int, card: int, unseen: int, share: int) -> int:
    """Return the chance that the card takes the trick; `share` is the share of unseen cards in hands still to play."""
    trump = int(state.trump)
    lead = suit_of(card) if state.lead == NO_SUIT and card < SPECIAL else int(state.lead)
    suit = lead if card >= SPECIAL else suit_of(card)
    stronger = beating(card, suit, lead, trump)
    trumps = suit_cards(trump) if suit != trump else 0
    # A star also loses to an equal star played before it, which may have the same number as `card`.
    if (suit != lead and suit != trump) or state.trick & (stronger | trumps | bit(card)):
        return 0
    stays = int(STAYS[min(MOST_DANGER, share * count(unseen & stronger) // DANGER_STEP)])
    ruff = share * int(RUFF[count(unseen & suit_cards(lead))]) // ONE if unseen & trumps else 0
    return stays * (ONE - ruff) // ONE


@hot_rule
def beating(card: int, suit: int, lead: int, trump: int) -> int:
    """Return the cards that beat this card, which counts as `suit`; trumps that would beat it are left out."""
    if card == INTERROBANG:
        return suit_cards(trump) | (STARS if lead == trump else 0)
    value = value_of(card) + (1 if card < SPECIAL else 0)  # a star ranks just below the suit card of the same value
    cards = suit_cards(suit) & (suit_cards(suit) << value)
    cards |= stars_from(value) & ~bit(card) if suit == lead else 0
    return cards | (INTERROBANG_SET if suit != trump else 0)
