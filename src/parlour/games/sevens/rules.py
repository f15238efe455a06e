"""The rules that Oh 7 ? and Kod-7 share: commitments made with a card, seven tricks, the basket, the Dummy.

Suit cards are numbered suit × 8 + value. Kod-7 also has special cards, numbered from 40: stars and the Interrobang. In
tricks without special cards, both games have the same rules, so this module has the rules of tricks for both. What
Kod-7 calls the exception suit is trump here.
"""

from parlour.engine.rng import Rng, draw, draw_cards, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, has, highest, lowest, rest
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.game import State
from parlour.game.options import Option
from parlour.games.kit.keys import key_by_phase
from parlour.games.kit.scores import most

SUIT_LETTERS = "SHCDF"
VALUES = 8  # every suit has the values 0 to 7
SUIT_CARDS = 0xFF  # the cards of the first suit
SUITS = 5
SPECIAL = 40  # the number of the first special card
SINGLE_STARS = 46  # stars with lower numbers come in equal pairs
INTERROBANG = 50
INTERROBANG_SET = 1 << INTERROBANG
STARS = 0x3FF << SPECIAL
SPECIALS = STARS | INTERROBANG_SET
NO_SUIT = 7  # stands for no suit
ALL_CARDS = (1 << 56) - 1
INTERROBANG_RANK = 100  # the Dummy ranks the Interrobang above ordinary cards
EXCEPTION_RANK = 200  # the Dummy ranks exception cards above the Interrobang
SEATS = 6  # the maximum number of seats at a table
DUMMY = 2  # the Dummy's seat number at a table of two players
DUMMY_OPEN = 2  # how many of the Dummy's cards lie face up
PLAYS = 42  # the maximum number of cards that can be played in a round
PILE = 16  # the maximum number of cards in the Dummy's pile
WIN_LOW, WIN_HIGH, CANNOT_WIN, LOSE, CANNOT_LOSE = range(5)  # the Dummy's aims, and aims that it can't reach


def options(commitment: str, last_attempt: str) -> tuple[Option, ...]:
    """Return the options that both games have; `commitment` is "bet" or "estimate"."""
    return (
        Option("min_rounds", 7, "The minimum number of rounds.", 1, 100),
        Option("hand_size", 7, "Cards dealt to each player, which is also the number of tricks in a round.", 4, 7),
        Option("made_bonus", 2, f"Points for a correct {commitment}.", 0, 100),
        Option("trick_points", 1, f"Points for each trick won by a player with a correct {commitment}.", 0, 100),
        Option("forbidden_sum", 7, f"The sum of all {commitment}s that is refused; -1: no sum is refused.", -1, 50),
        Option("attempts", 3, last_attempt, 1, 3),
        Option("dummy_tricks", 2, "With two players: how many tricks the Dummy promises.", 0, 7),
    )


@hot_rule
def suit_of(card: int) -> int:
    """Return the number of a suit card's suit."""
    return int(card) // VALUES


@hot_rule
def suit_cards(suit: int) -> int:
    """Return all cards of a suit."""
    return (SUIT_CARDS << (VALUES * int(suit))) & ALL_CARDS


@hot_rule
def value_of(card: int) -> int:
    """Return the value of a suit card or a star; the stars' values are 0 0 1 1 2 2 3 4 5 6."""
    if card < SPECIAL:
        return int(card) % VALUES
    star = int(card) - SPECIAL
    return star // 2 if star < 6 else star - 3


# --- the deal


@rule
def begin(state: State, players: int) -> None:
    """Begin a match before its first deal; clear all fields of the state."""
    state.players = players
    state.rounds = 0
    state.kept = 0
    state.victors = 0
    for place in range(SEATS):
        state.hands[place] = 0
        state.scores[place] = 0
        state.gains[place] = 0
        state.made[place] = 0
    lay_out(state)
    state.tricks = state.hand_size  # marks that nothing has been dealt yet


@rule
def _clear_round(state: State) -> None:
    for place in range(SEATS):
        state.shown[place] = 0
        state.choice[place] = NO_CARD
        state.cards[place] = NO_CARD
        state.bids[place] = -1
        state.won[place] = 0
        state.voids[place] = 0
        state.suits[place] = NO_SUIT
    for place in range(PILE):
        state.pile[place] = NO_CARD
    for play in range(PLAYS):
        state.played_cards[play] = NO_CARD
        state.played_seats[play] = NO_CARD
    state.gone = 0
    state.open = 0
    state.absent = 0
    state.pile_top = 0
    state.pile_end = 0
    state.trick = 0
    state.played = 0
    state.trick_start = 0
    state.lead = NO_SUIT
    state.trump = NO_SUIT
    state.tied = 0
    state.attempt = 0
    state.leader = -1
    state.turn = -1
    state.after_dummy = -1


@rule
def lay_out(state: State) -> None:
    """Gather all cards of the last round for a new deal."""
    _clear_round(state)
    state.tricks = 0
    state.aside = 0


@rule
def deal(state: State, rng: Rng, deck: int) -> None:
    """Deal every player a hand; set the rest aside or, with two players, make it the Dummy's pile."""
    lay_out(state)
    shuffle(rng, deck)
    left = deck
    for seat in range(state.players):
        state.hands[seat] = draw_cards(rng, state.hand_size)
        left &= ~state.hands[seat]
    if state.players == 2:
        fill_pile(state, rng)
    else:
        state.aside = left


@rule
def fill_pile(state: State, rng: Rng) -> None:
    """Make the rest of the pack the Dummy's pile."""
    state.pile_end = state.pile_top + rng.left
    for place in range(state.pile_top, state.pile_end):
        state.pile[place] = draw(rng)


# --- commitments


@rule
def undecided(state: State, seats: int) -> int:
    """Return which of these seats haven't made their secret choice yet (C3)."""
    waiting = 0
    for seat in range(state.players):
        if has(seats, seat) and state.choice[seat] == NO_CARD:
            waiting |= bit(seat)
    return waiting


@rule
def reveal(state: State) -> int:
    """Turn up all commitment cards; return the sum of the commitments, including the Dummy's."""
    total = int(state.dummy_tricks) if state.players == 2 else 0  # K12, O7
    for seat in range(state.players):
        card = int(state.choice[seat])
        state.choice[seat] = NO_CARD
        state.cards[seat] = card
        state.shown[seat] |= bit(card)
        state.bids[seat] = value_of(card)
        total += value_of(card)
    state.attempt += 1
    return total


@rule
def start_tricks(state: State, leader: int, trump: int) -> None:
    """Begin the first trick with this leader and trump."""
    state.leader = leader
    state.turn = leader
    state.after_dummy = leader
    state.trump = trump
    if state.players == 2:
        for _ in range(DUMMY_OPEN):  # K13, O7
            state.open |= bit(_top_of_pile(state))


# --- tricks


@hot_rule
def places(state: State) -> int:
    """Return how many cards a trick has; with two players, the Dummy plays a third card."""
    return max(int(state.players), 3)


@hot_rule
def playable(state: State, cards: int) -> int:
    """Return which of these cards may be played (K7, O5): the lead suit and special cards, or else any card."""
    following = cards & suit_cards(state.lead)
    return following | (cards & SPECIALS) if following else cards


@hot_rule
def winning_card(state: State) -> int:
    """Return the card that is winning the trick (K9, K10, O5)."""
    cards, stars = state.trick, state.trick & STARS
    exception = _highest(cards & suit_cards(state.trump), stars if state.lead == state.trump else 0)
    if exception >= 0:
        return exception
    return INTERROBANG if cards & INTERROBANG_SET else _highest(cards & suit_cards(state.lead), stars)


@hot_rule
def _highest(cards: int, stars: int) -> int:
    """Return the highest of a suit's cards and of stars, which rank just below their values; -1 if there are none."""
    card, star = highest(cards), highest(stars)
    return star if star >= 0 and (card < 0 or value_of(star) > value_of(card)) else card


@hot_rule
def winner(state: State) -> int:
    """Return the seat that is winning the trick; of two equal stars, the star played first wins (K11)."""
    card = winning_card(state)
    twin = card ^ 1 if SPECIAL <= card < SINGLE_STARS else card
    seat = -1
    for play in range(state.played - 1, state.trick_start - 1, -1):
        wins = state.played_cards[play] == card or state.played_cards[play] == twin
        seat = int(state.played_seats[play]) if wins else seat
    return seat


@rule
def rank(state: State, card: int) -> int:
    """Return the Dummy's ranking of a card (K16, O9): by group, then value, then suit."""
    if card == INTERROBANG:
        return INTERROBANG_RANK
    suit = state.lead if card >= SPECIAL else suit_of(card)
    height = EXCEPTION_RANK if suit == state.trump else 0
    if card >= SPECIAL:
        return height + value_of(card) * VALUES
    return height + (value_of(card) + 1) * VALUES - 1 - suit_of(card)  # ranks above the star of the same value


@hot_rule
def trick_size(state: State) -> int:
    """Return how many cards are in the trick."""
    return int(state.played) - int(state.trick_start)


@hot_rule
def put(state: State, seat: int, card: int) -> None:
    """Put a card into the trick; the first card with a suit sets the lead suit (K8)."""
    state.played_cards[state.played] = card
    state.played_seats[state.played] = seat
    state.played += 1
    state.gone |= bit(card)
    state.trick |= bit(card)
    sets_lead = state.lead == NO_SUIT and card < SPECIAL
    state.lead = suit_of(card) if sets_lead else state.lead


@hot_rule
def play(state: State, seat: int, card: int) -> None:
    """Play a player's card, then any cards that the Dummy plays, and end the trick if it is complete."""
    off_suit = state.lead != NO_SUIT and card < SPECIAL and suit_of(card) != state.lead
    state.voids[seat] |= bit(state.lead) if off_suit else 0
    state.hands[seat] &= ~bit(card)
    put(state, seat, card)
    if state.players == 2 and trick_size(state) == 2 and state.leader != DUMMY:
        _play_dummy_last(state)
    if trick_size(state) < places(state):
        state.turn = seat + 1 if seat + 1 < state.players else 0
    else:
        _take_trick(state, winner(state))


@hot_rule
def _take_trick(state: State, seat: int) -> None:
    """Give the trick to the winner, who leads to the next trick."""
    state.won[seat] += 1
    state.tricks += 1
    state.trick = 0
    state.trick_start = state.played
    state.lead = NO_SUIT
    state.leader = seat
    state.turn = seat
    if state.players == 2 and seat == DUMMY and state.tricks < state.hand_size:
        put(state, int(DUMMY), _top_of_pile(state))  # K14, O8: the Dummy opens with the top card of its pile
        state.turn = state.after_dummy


# --- the Dummy


@rule
def _top_of_pile(state: State) -> int:
    card = int(state.pile[state.pile_top])
    state.pile[state.pile_top] = NO_CARD
    state.pile_top += 1
    return card


@rule
def _play_dummy_last(state: State) -> None:
    """Turn up a third card for the Dummy and play one of its three face-up cards (K15, O8)."""
    state.open |= bit(_top_of_pile(state))
    card = _dummy_card(state, playable(state, state.open))
    state.open &= ~bit(card)
    put(state, int(DUMMY), card)


@rule
def dummy_aim(state: State) -> int:
    """Return the Dummy's aim when it is about to play last, and whether it can reach this aim."""
    allowed = playable(state, state.open)
    return _aim(state, allowed, _winning_cards(state, allowed))


@rule
def _aim(state: State, allowed: int, winning: int) -> int:
    """Return the Dummy's aim: it wins its last wanted trick with a high card and earlier tricks with low cards."""
    wanted = state.dummy_tricks - state.won[DUMMY]
    if wanted > 0:
        high_or_low = WIN_LOW if wanted > 1 else WIN_HIGH
        return high_or_low if winning else CANNOT_WIN
    return LOSE if allowed & ~winning else CANNOT_LOSE


@rule
def _dummy_card(state: State, allowed: int) -> int:
    """Return the card that the rules make the Dummy play."""
    winning = _winning_cards(state, allowed)
    aim = _aim(state, allowed, winning)
    if aim == WIN_LOW:
        return _least(state, winning)
    if aim == WIN_HIGH:
        return _greatest(state, winning)
    if aim == CANNOT_WIN:
        return _least(state, allowed)
    return _greatest(state, allowed & ~winning if aim == LOSE else allowed)


@rule
def _winning_cards(state: State, cards: int) -> int:
    """Return which of these cards would win the trick if played last."""
    winning = 0
    lead, trick = int(state.lead), int(state.trick)
    while cards:
        card = lowest(cards)
        cards = rest(cards)
        state.trick = trick | bit(card)
        state.lead = suit_of(card) if lead == NO_SUIT and card < SPECIAL else lead
        if winning_card(state) == card:
            winning |= bit(card)
    state.lead, state.trick = lead, trick
    return winning


@rule
def _least(state: State, cards: int) -> int:
    best = lowest(cards)
    while cards:
        if rank(state, lowest(cards)) < rank(state, best):
            best = lowest(cards)
        cards = rest(cards)
    return best


@rule
def _greatest(state: State, cards: int) -> int:
    best = lowest(cards)
    while cards:
        if rank(state, lowest(cards)) > rank(state, best):
            best = lowest(cards)
        cards = rest(cards)
    return best


# --- scoring


@rule
def score(state: State) -> None:
    """Score the round: a broken commitment costs the difference; a kept commitment earns bonus, basket and tricks."""
    basket = 0
    state.kept = 0
    for seat in range(state.players):  # K17, O10: the Dummy doesn't score
        missed = abs(int(state.bids[seat]) - int(state.won[seat]))
        basket += missed
        state.gains[seat] = -missed
        if missed == 0:
            state.kept |= bit(seat)
    for seat in range(state.players):
        if has(state.kept, seat):
            state.gains[seat] = state.made_bonus + basket + state.trick_points * state.won[seat]
            state.made[seat] += 1
        state.scores[seat] += state.gains[seat]
    state.rounds += 1


@rule
def best_seats(state: State) -> int:
    """Return the seats with the highest score."""
    return most(state.scores, int(state.players))


# --- what a seat may know


@rule
def hand_count(state: State, seat: int) -> int:
    """Return how many cards the seat holds, worked out from what everybody has seen."""
    held = int(state.hand_size) - int(state.tricks)
    for play in range(state.trick_start, state.played):
        if state.played_seats[play] == seat:
            held -= 1
    return held


@rule
def nothing_dealt(state: State) -> bool:
    """Return whether the first deal of the match is still to come."""
    return state.tricks == state.hand_size and state.played == 0  # type: ignore[no-any-return]


@rule
def hide(state: State, seat: int) -> None:
    """Remove from the state what this seat may not know; seat -1 is a spectator."""
    for other in range(state.players):  # no branches, since the processor couldn't predict them
        state.hands[other] &= -1 if other == seat else state.shown[other]
        secret = other != seat and state.choice[other] != NO_CARD
        state.choice[other] = HIDDEN if secret else state.choice[other]
    state.aside = 0
    for place in range(state.pile_top, state.pile_end):
        state.pile[place] = HIDDEN


# --- functions that every game defines


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return state.victors != 0  # type: ignore[no-any-return]


@rule
def winners(state: State) -> int:
    """Return the set of seats that have won."""
    return int(state.victors)


@rule
def points(state: State, seat: int) -> int:
    """Return the seat's points in the match."""
    return int(state.scores[seat])


def most_gain(state: State) -> int:
    """Return an upper bound for the difference between two players' gains in a round."""
    tricks, players = int(state.hand_size), int(state.players)
    return int(state.made_bonus) + int(state.trick_points) * tricks + (players + 1) * max(tricks, VALUES)


@hot_rule
def action_key(state: State, seat: int, action: int) -> int:
    """Return a number that identifies an action's name; -1 for two players, where the name adds the Dummy's moves."""
    return key_by_phase(state, seat, action) if state.players > 2 else -1
