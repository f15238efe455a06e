"""Rules of thumb for Thirty-one: collect one suit, give nothing away, and stay once nothing gets better.

Look:  either packet. Keep it if it counts more than packets usually do, else take the other.
Turn:  switch for the suit with the most points, now and to come, and leave the next player few suits and low cards.
       Stay with three cards of a suit that no switch improves, or swap if the playing deck is better; when many
       play and few have had a turn, an Ace and a ten of one suit are enough.
Last:  take the hand that counts most; among equals the one that leaves least.

The numbers were tuned by playing one player with a changed number against players with these, 2 to 6 at the table.
"""

from parlour.engine.rng import Rng, below, pick
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, highest, lowest, rest
from parlour.game.game import State
from parlour.games.thirtyone.hands import ALL_RANKS, CARDS, POINTS_PLACE, RANKS, SUITS, strength
from parlour.games.thirtyone.rules import (
    CHOOSE,
    HAND,
    KEEP,
    LOOK,
    NOBODY,
    OTHER,
    SEATS,
    STAY,
    SWAP,
    TURN,
    hand_after,
    next_in,
)

KEEP_AT = 18  # points at which the packet is kept
STAY_AT = (  # points at which to stay, by the number of players still in
    (0, 0, 22, 22, 21, 21, 20),  # while fewer than half of them have had a turn,
    (0, 0, 22, 22, 22, 21, 20),  # while not all have had one,
    (0, 0, 21, 22, 22, 22, 22),  # and later
)

# What counts in a switch:
IN_HAND = 24  # a point of the suit collected, in the hand,
ON_DECK = 2  # or in the playing deck, to be taken later
UNSEEN = 1  # a card of that suit that nobody is known to have
OFFERED = 1  # a point of the best card of each suit that the next player finds
COLLECTED = 8  # a card that the next player is known to have in that card's suit

# How likely a hand is, in hundredths: below 14, 17, 20, 22 points and above. Counted in matches of these players as the
# hands that they had, compared with those that they could have had.
SURE = 100
TURNED_WITH = (0, 8, 18, 26, 100)  # after a switch
STAYED_WITH = (0, 0, 2, 10, 100)  # after staying
TRIES = 24  # hands drawn before the last one is accepted anyway

ANY_PACKET = 0
LANE = 16  # bits for the number of one suit, where one integer packs a number for each suit


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose by rules of thumb, without chance."""
    if state.phase == LOOK:
        return ANY_PACKET
    if state.phase == CHOOSE:
        return KEEP if _points(state.packets[state.looked]) >= KEEP_AT else OTHER
    if state.first_stay != NOBODY or state.switches + 1 == state.switch_limit:
        return _last_action(state, seat)
    return _turn(state, seat)


@hot_rule
def _points(cards: int) -> int:
    return strength(cards) >> POINTS_PLACE


# --- what the others' turns say about their hands


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Give the others hands that sensible players would have after these turns."""
    if state.phase == TURN:
        for other in range(state.players):
            if other != seat and has(state.still_in, other):
                _believe_hand(state, other, rng)
    return 1.0


@rule
def _believe_hand(state: State, seat: int, rng: Rng) -> None:
    """Draw the unseen cards of a hand again until it is a likely one."""
    known, others = int(state.known[seat]), 0
    for other in range(state.players):
        others |= int(state.hands[other]) if other != seat else 0
    free = first(CARDS) & ~others & ~int(state.playing_deck) & ~known
    stayed, seen = has(state.stayed, seat), count(known)
    if seen == HAND or (seen == 0 and not stayed):
        return  # nothing to learn
    for _ in range(TRIES):
        if below(rng, SURE) < _likely(_points(state.hands[seat]), stayed):
            return
        hand, left = known, free
        for _card in range(HAND - seen):
            card = pick(rng, left)
            hand |= bit(card)
            left &= ~bit(card)
        state.hands[seat] = hand


@hot_rule
def _likely(points: int, stayed: bool) -> int:
    """Return how likely a hand is after a turn, by its points: poor hands improve, and only good ones stay."""
    step = 0 if points < 14 else 1 if points < 17 else 2 if points < 20 else 3 if points < 22 else 4
    return STAYED_WITH[step] if stayed else TURNED_WITH[step]


# --- before anybody has stayed


@rule
def _turn(state: State, seat: int) -> int:
    """Stay if the hand is good enough and no switch improves it."""
    switch = _best_switch(state, seat)
    hand, deck = strength(state.hands[seat]), strength(state.playing_deck)
    points = max(hand, deck) >> POINTS_PLACE
    if points < _stay_at(state) or points < _points(hand_after(state, seat, switch)):
        return switch
    return STAY if hand >= deck else SWAP


@hot_rule
def _stay_at(state: State) -> int:
    """Return the points that are enough to stay: early on the others haven't improved yet."""
    players = count(state.still_in)
    half_laps = 2 * int(state.switches) // players
    return STAY_AT[min(half_laps, len(STAY_AT) - 1)][players]


@rule
def _best_switch(state: State, seat: int) -> int:
    """Return the switch towards the suit with the best prospects that leaves the next player least."""
    best, choice = -(1 << LANE), 0
    prospects, known = _prospects(state, seat), int(state.known[next_in(state, seat)])
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    for place in range(HAND):
        give = _card(hand, place)
        without = prospects - (IN_HAND - ON_DECK) * _lane_of(give)
        for other in range(HAND):
            take = _card(deck, other)
            worth = _highest_lane(without + (IN_HAND - ON_DECK) * _lane_of(take))
            worth -= _offer(deck & ~bit(take) | bit(give), known)
            best, choice = (worth, place * HAND + other) if worth > best else (best, choice)
    return choice


@hot_rule
def _prospects(state: State, seat: int) -> int:
    """Return what collecting each suit promises: its points in the hand, those on the table, the cards to come."""
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    prospects, unseen = 0, first(CARDS) & ~hand & ~deck & ~_known_of_others(state, seat)
    for suit in range(SUITS):
        to_come = UNSEEN * count((unseen >> (RANKS * suit)) & ALL_RANKS)
        prospects |= to_come << (LANE * suit)
    return prospects + IN_HAND * _lanes(hand) + ON_DECK * _lanes(deck)


@hot_rule
def _known_of_others(state: State, seat: int) -> int:
    """Return the cards that everybody knows to be in the other hands."""
    cards = 0
    for other in range(SEATS):
        cards |= state.known[other] if other != seat else 0
    return cards


# --- what the next player finds


@hot_rule
def _offer(deck: int, known: int) -> int:
    """Return how much these three cards may help the next player, who can only take the best card of a suit."""
    low, high = lowest(deck), highest(deck)
    middle = lowest(rest(deck))
    offer = _help(high, known)
    offer += _help(middle, known) if _suit(middle) != _suit(high) else 0
    return offer + (_help(low, known) if _suit(low) != _suit(middle) else 0)


@hot_rule
def _help(card: int, known: int) -> int:
    """Return how much the card may help a player with these known cards."""
    collected = count((known >> (RANKS * _suit(card))) & ALL_RANKS)
    return OFFERED * _worth(card) + COLLECTED * collected


# --- the last action


@rule
def _last_action(state: State, seat: int) -> int:
    """Choose the action that makes the best hand; among equals, the one that leaves least to the next player."""
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    lanes, known = _lanes(hand), int(state.known[next_in(state, seat)])
    best, choice = _result(hand, deck, known), STAY
    swapped = _result(deck, hand, known)
    best, choice = (swapped, SWAP) if swapped > best else (best, choice)
    for switch in range(HAND * HAND):
        give, take = _card(hand, switch // HAND), _card(deck, switch % HAND)
        points = _highest_lane(lanes + _lane_of(take) - _lane_of(give))
        if points >= best >> (POINTS_PLACE + RANKS):  # otherwise not worth a closer look
            exchanged = bit(give) | bit(take)
            switched = _result(hand ^ exchanged, deck ^ exchanged, known)
            best, choice = (switched, switch) if switched > best else (best, choice)
    return choice


@hot_rule
def _result(hand: int, deck: int, known: int) -> int:
    """Rate ending with this hand and leaving this playing deck."""
    return (strength(hand) << RANKS) - _offer(deck, known)


# --- points of cards, and of four suits at once


@hot_rule
def _card(three: int, place: int) -> int:
    """Return the lowest, middle or highest of three cards."""
    if place == 1:
        return lowest(rest(three))
    return highest(three) if place else lowest(three)


@hot_rule
def _suit(card: int) -> int:
    return card // RANKS


@hot_rule
def _worth(card: int) -> int:
    """Return the points of a card: 7 to 10, three more tens, and an Ace for 11."""
    rank = card % RANKS
    return min(7 + rank, 10) + (1 if rank == RANKS - 1 else 0)


@hot_rule
def _lane_of(card: int) -> int:
    """Return the points of a card in the lane of its suit."""
    return _worth(card) << (LANE * _suit(card))


@hot_rule
def _lanes(cards: int) -> int:
    """Return the points of three cards, each suit in its lane."""
    return _lane_of(_card(cards, 0)) + _lane_of(_card(cards, 1)) + _lane_of(_card(cards, 2))


@hot_rule
def _highest_lane(lanes: int) -> int:
    """Return the highest of the four numbers."""
    best = 0
    for suit in range(SUITS):
        best = max(best, (lanes >> (LANE * suit)) & ((1 << LANE) - 1))
    return best
