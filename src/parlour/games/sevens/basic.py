"""The rules of thumb shared by Oh 7 ? and Kod-7: what cards are worth, and playing to a promise.

Every card is worth a fraction of a trick: what it will win on average. A promise is good if the hand is worth
exactly that many tricks. From then on play the card after which the tricks won, the chance to win this one and
the worth of the cards kept come closest to the promise. So a player who needs tricks wins cheaply and keeps the
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

# The constants were tuned by playing slightly changed players against unchanged ones, with two to five at the table.

ONE = 1000  # a trick; all worths and chances are in thousandths

# What a card will win: by the number of unseen higher cards of its suit, for stars by their value.
PLAIN_WORTH = np.array([460, 290, 160, 70, 20, 0, 0, 0])
TRUMP_WORTH = np.array([1000, 820, 600, 400, 270, 230, 200, 160])
STAR_WORTH = np.array([0, 0, 40, 100, 220, 340, 500])
INTERROBANG_WORTH = 490  # a near-sure winner, and nearly as easy to throw away
RUFFED = np.array([980, 800, 680, 560, 470, 360, 280, 210, 200])  # lost to trumps: by unseen cards of its suit

# Whether a card on top of the trick stays there.
DANGER_STEP = 256  # about a quarter of a higher card in the hands to come
STAYS = np.array([1000, 867, 752, 652, 565, 490, 425, 368, 319, 277, 240, 208, 180, 156, 136, 118, 102])
MOST_DANGER = 16  # the last index of the array
RUFF = np.array([390, 290, 210, 140, 80, 40, 20, 10, 10])  # how often it is trumped: by unseen cards of the lead suit

# Promises and plans.
LEADS = np.array([0, 70, 280, 690, 950, 950, 950, 950])  # how often a promise this high leads and sets the trump
CONTROL = 500  # the value of leading first with your own suit as trump
MIX = 50  # promises whose squared misses differ by less are mixed, so as not to be predictable
SURPLUS = 130  # the share of unwanted tricks that goes to players who don't try to lose them
BELIEF = 1500.0  # how far hands may be from the promises and still be likely, in thousandths of squared tricks
SURPRISE = 1.0  # for every card that these rules wouldn't have played a hand is less likely by this power of e
DOUBT = 1250  # how much better playing a doubtful card is than keeping it; 1000: exactly as the squared miss says


# --- what cards are worth


@hot_rule
def stars_from(value: int) -> int:
    """Return the stars of this value or more."""
    return STARS & (STARS << (2 * value if value < 3 else value + 3))


@hot_rule
def higher(card: int) -> int:
    """Return the cards of its suit above a card."""
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
    """Return how many tricks the hand will win, on average."""
    total, cards = 0, int(state.hands[seat])
    while cards:
        total += worth(state, seat, lowest(cards), unseen, trump)
        cards = rest(cards)
    return total


# --- promises


@rule
def promise(state: State, seat: int, allowed: int, unseen: int, suits: int, rng: Rng) -> int:
    """Choose the card whose value is closest to what the hand is worth with it."""
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
    """Return how many tricks the hand will win while trump isn't known."""
    worths = 0
    for suit in range(suits):
        worths += hand_worth(state, seat, unseen, suit)
    return worths // suits


@rule
def promise_miss(state: State, seat: int, card: int, unseen: int, usual: int) -> int:
    """Return the expected squared miss: the card may win the first lead and make its suit trump."""
    tricks, bid = usual, value_of(card)
    if card < SPECIAL:
        leading = hand_worth(state, seat, unseen, suit_of(card)) + CONTROL
        tricks += int(LEADS[bid]) * (leading - usual) // ONE
    return (tricks - bid * ONE) * (tricks - bid * ONE) // ONE


# --- what the others' promises say about their hands


@rule
def believe(state: State, seat: int, deck: int, suits: int) -> float:
    """Return how likely the others are to have acted as they did with these hands; reopen secret choices."""
    for other in range(state.players):
        if other != seat:
            state.choice[other] = NO_CARD  # they will choose like sensible players, not at random
    if state.trump == NO_SUIT:
        return 1.0
    miss = 0
    for other in range(state.players):
        miss += _promised_miss(state, other, deck, suits) if other != seat else 0
    surprises = _surprises(state, seat, deck) if state.players > 2 else 0
    return float(np.exp(-miss / BELIEF - surprises * SURPRISE))


@rule
def _surprises(state: State, seat: int, deck: int) -> int:
    """Count the others' cards that these rules wouldn't have played, by taking the round back and replaying it."""
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
    """Give everybody back the cards played this round."""
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
    """Return how badly the hand, as it was before the first trick, fits the promise made with it."""
    held = int(state.hands[seat])
    state.hands[seat] = held | _played_by(state, seat)
    unseen = deck & ~state.hands[seat]
    miss = promise_miss(state, seat, int(state.cards[seat]), unseen, usual_worth(state, seat, unseen, suits))
    state.hands[seat] = held
    return miss


@rule
def _played_by(state: State, seat: int) -> int:
    """Return the cards that the seat has played this round."""
    cards = 0
    for play in range(state.played):
        cards |= bit(int(state.played_cards[play])) if state.played_seats[play] == seat else 0
    return cards


# --- tricks


@rule
def play(state: State, seat: int, allowed: int, unseen: int) -> int:
    """Choose the card after which the tricks of the round will be closest to the promise."""
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
    """Return how many tricks to try for: those promised, less those that will come by themselves."""
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
    """Return the expected squared miss if this card is played; keeping doubtful cards adds to it."""
    kept = worth(state, seat, card, unseen, state.trump)
    wins = chance(state, seat, card, unseen, share)
    wanted = need + kept
    return wanted * wanted + wins * (ONE - 2 * wanted) - kept * (ONE - kept) * DOUBT // ONE


@hot_rule
def chance(state: State, seat: int, card: int, unseen: int, share: int) -> int:
    """Return the chance that the card takes the trick if the players to come hold this share of the unseen cards."""
    trump = int(state.trump)
    lead = suit_of(card) if state.lead == NO_SUIT and card < SPECIAL else int(state.lead)
    suit = lead if card >= SPECIAL else suit_of(card)
    stronger = beating(card, suit, lead, trump)
    trumps = suit_cards(trump) if suit != trump else 0
    # An equal star that was played before is stronger, too, and may have the number of the action.
    if (suit != lead and suit != trump) or state.trick & (stronger | trumps | bit(card)):
        return 0
    stays = int(STAYS[min(MOST_DANGER, share * count(unseen & stronger) // DANGER_STEP)])
    ruff = share * int(RUFF[count(unseen & suit_cards(lead))]) // ONE if unseen & trumps else 0
    return stays * (ONE - ruff) // ONE


@hot_rule
def beating(card: int, suit: int, lead: int, trump: int) -> int:
    """Return the cards that beat this one, which counts as this suit, except trumps on a plain suit."""
    if card == INTERROBANG:
        return suit_cards(trump) | (STARS if lead == trump else 0)
    value = value_of(card) + (1 if card < SPECIAL else 0)  # a star is just below the card of its value
    cards = suit_cards(suit) & (suit_cards(suit) << value)
    cards |= stars_from(value) & ~bit(card) if suit == lead else 0
    return cards | (INTERROBANG_SET if suit != trump else 0)
