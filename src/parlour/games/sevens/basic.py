"""What the rules of thumb of Oh 7 ? and Kod-7 share: what cards are worth, and playing to a promise.

Every card is worth some part of a trick: what it will bring on average. A promise is good if the hand is worth
just that many tricks. From then on the card is played after which the tricks won, the chance to win this one and
the worth of the cards kept come nearest to the promise. So a player who needs tricks wins cheaply and keeps the
winners, and one who needs no more plays the highest card that loses.
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

# The constants were found by letting slightly changed players sit among unchanged ones, at tables of two to five.

ONE = 1000  # a trick; all worths and chances are thousandths

# What a card will bring: by how many unseen cards of its suit are above it, for stars by their value.
PLAIN_WORTH = np.array([460, 290, 160, 70, 20, 0, 0, 0])
TRUMP_WORTH = np.array([1000, 820, 600, 400, 270, 230, 200, 160])
STAR_WORTH = np.array([0, 0, 40, 100, 220, 340, 500])
INTERROBANG_WORTH = 490  # a near-sure winner, and nearly as easy to throw away
RUFFED = np.array([980, 800, 680, 560, 470, 360, 280, 210, 200])  # what trumps take of it: by unseen cards of its suit

# Whether a card on top of the trick stays there.
DANGER_STEP = 256  # about a quarter of a card above it in the hands to come
STAYS = np.array([1000, 867, 752, 652, 565, 490, 425, 368, 319, 277, 240, 208, 180, 156, 136, 118, 102])
MOST_DANGER = 16  # the last step of the table
RUFF = np.array([390, 290, 210, 140, 80, 40, 20, 10, 10])  # how often it is trumped: by unseen cards of the lead suit

# Promises and plans.
LEADS = np.array([0, 70, 280, 690, 950, 950, 950, 950])  # how often a promise so high leads and sets the trump
CONTROL = 500  # what it is worth to lead first in one's own trump suit
MIX = 50  # promises whose squared misses differ by less are mixed, so that nobody can count on one
SURPLUS = 130  # how much of the tricks that nobody wants come to those who do not try to lose them
BELIEF = 1500.0  # thousandths of squared tricks by which hands may differ from the promises and still be likely
SURPRISE = 1.0  # how much less likely (as a power of e) a hand is for every card that these rules would not have played
DOUBT = 1250  # how much better it is to play a doubtful card than to keep it; 1000: just as the squared miss says


# --- what cards are worth


@hot_rule
def stars_from(value: int) -> int:
    """The stars of this value or more."""
    return STARS & (STARS << (2 * value if value < 3 else value + 3))


@hot_rule
def higher(card: int) -> int:
    """The cards of its suit above a card."""
    return suit_cards(suit_of(card)) & (-2 << int(card))


@hot_rule
def worth(state: State, seat: int, card: int, unseen: int, trump: int) -> int:
    """How much of a trick the card will bring, on average."""
    if card >= SPECIAL:
        return int(INTERROBANG_WORTH) if card == INTERROBANG else int(STAR_WORTH[value_of(card)])
    above = count(unseen & higher(card))
    if suit_of(card) == trump:
        return int(TRUMP_WORTH[above])
    ruffed = int(RUFFED[count(unseen & suit_cards(suit_of(card)))]) if unseen & suit_cards(trump) else 0
    return int(PLAIN_WORTH[above]) * (ONE - ruffed) // ONE


@rule
def hand_worth(state: State, seat: int, unseen: int, trump: int) -> int:
    """How many tricks the hand will bring, on average."""
    total, cards = 0, int(state.hands[seat])
    while cards:
        total += worth(state, seat, lowest(cards), unseen, trump)
        cards = rest(cards)
    return total


# --- promises


@rule
def promise(state: State, seat: int, allowed: int, unseen: int, suits: int, rng: Rng) -> int:
    """The card whose value is nearest to what the hand is worth with it."""
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
    """How many tricks the hand will bring while the trump is not known."""
    worths = 0
    for suit in range(suits):
        worths += hand_worth(state, seat, unseen, suit)
    return worths // suits


@rule
def promise_miss(state: State, seat: int, card: int, unseen: int, usual: int) -> int:
    """The squared miss to expect: the card may win the first lead and make its own suit trump."""
    tricks, bid = usual, value_of(card)
    if card < SPECIAL:
        leading = hand_worth(state, seat, unseen, suit_of(card)) + CONTROL
        tricks += int(LEADS[bid]) * (leading - usual) // ONE
    return (tricks - bid * ONE) * (tricks - bid * ONE) // ONE


# --- what the others' promises say about their hands


@rule
def believe(state: State, seat: int, deck: int, suits: int) -> float:
    """How likely the others would have done what they did with these hands; secret choices are open again."""
    for other in range(state.players):
        if other != seat:
            state.choice[other] = NO_CARD  # they will choose as sensible players do, not just anything
    if state.trump == NO_SUIT:
        return 1.0
    miss = 0
    for other in range(state.players):
        miss += _promised_miss(state, other, deck, suits) if other != seat else 0
    surprises = _surprises(state, seat, deck) if state.players > 2 else 0
    return float(np.exp(-miss / BELIEF - surprises * SURPRISE))


@rule
def _surprises(state: State, seat: int, deck: int) -> int:
    """How often the others played another card than these rules would; the round is taken back and played again."""
    number, surprises = int(state.played), 0
    _take_back(state)
    for play_number in range(number):
        card, other = int(state.played_cards[play_number]), int(state.played_seats[play_number])
        if other != seat:
            hand = int(state.hands[other])
            usual = play(state, other, playable(state, hand), deck & ~state.gone & ~hand & ~state.absent)
            surprises += usual != card and (card < SPECIAL or usual | 1 != card | 1)  # equal stars are neighbours
        lay(state, other, card)
    return surprises


@rule
def _take_back(state: State) -> None:
    """Everybody takes up the cards played this round."""
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
    """How badly the hand, as it was before the first trick, fits the promise made with it."""
    held = int(state.hands[seat])
    state.hands[seat] = held | _played_by(state, seat)
    unseen = deck & ~state.hands[seat]
    miss = promise_miss(state, seat, int(state.cards[seat]), unseen, usual_worth(state, seat, unseen, suits))
    state.hands[seat] = held
    return miss


@rule
def _played_by(state: State, seat: int) -> int:
    """The cards that the seat has played this round."""
    cards = 0
    for play in range(state.played):
        cards |= bit(int(state.played_cards[play])) if state.played_seats[play] == seat else 0
    return cards


# --- tricks


@rule
def play(state: State, seat: int, allowed: int, unseen: int) -> int:
    """The card after which the tricks of the round will be nearest to the promise."""
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
    """How many tricks to try for: those promised, less what will come by itself."""
    left = int(state.hand_size) - int(state.tricks)
    for other in range(places(state)):
        left -= max(0, wanting(state, other))
    return wanting(state, seat) * ONE - left * SURPLUS // places(state)


@hot_rule
def wanting(state: State, seat: int) -> int:
    """How many tricks the seat, or the Dummy, still needs."""
    promised = int(state.bids[seat]) if seat < state.players else int(state.dummy_tricks)
    return promised - int(state.won[seat])


@hot_rule
def play_miss(state: State, seat: int, card: int, unseen: int, need: int, share: int) -> int:
    """The squared miss to expect if this card is played; keeping doubtful cards adds to it."""
    kept = worth(state, seat, card, unseen, state.trump)
    wins = chance(state, seat, card, unseen, share)
    wanted = need + kept
    return wanted * wanted + wins * (ONE - 2 * wanted) - kept * (ONE - kept) * DOUBT // ONE


@hot_rule
def chance(state: State, seat: int, card: int, unseen: int, share: int) -> int:
    """The chance that the card takes the trick; the players to come hold that share of the unseen cards."""
    trump = int(state.trump)
    lead = suit_of(card) if state.lead == NO_SUIT and card < SPECIAL else int(state.lead)
    suit = lead if card >= SPECIAL else suit_of(card)
    stronger = beating(card, suit, lead, trump)
    trumps = suit_cards(trump) if suit != trump else 0
    if (suit != lead and suit != trump) or state.trick & (stronger | trumps):
        return 0
    stays = int(STAYS[min(MOST_DANGER, share * count(unseen & stronger) // DANGER_STEP)])
    ruff = share * int(RUFF[count(unseen & suit_cards(lead))]) // ONE if unseen & trumps else 0
    return stays * (ONE - ruff) // ONE


@hot_rule
def beating(card: int, suit: int, lead: int, trump: int) -> int:
    """The cards that beat this one, which counts as that suit, but for trumps on a plain suit."""
    if card == INTERROBANG:
        return suit_cards(trump) | (STARS if lead == trump else 0)
    value = value_of(card) + (1 if card < SPECIAL else 0)  # a star is just below the card of its value
    cards = suit_cards(suit) & (suit_cards(suit) << value)
    cards |= stars_from(value) & ~bit(card) if suit == lead else 0
    return cards | (INTERROBANG_SET if suit != trump else 0)
