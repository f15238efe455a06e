"""Rules of thumb for Thirty-one: collect one suit, leave the next player poor cards, and stay with a good hand.

Look:  look at either packet. Keep it if it has at least 18 points, otherwise take the other packet.
Turn:  switch towards the suit with the best prospects, and leave the next player few suits and low cards. Stay once
       the hand has enough points and no switch improves it, or swap if the playing deck is better. About 21 points are
       enough: how many exactly depends on the number of players and on how many turns they have had.
Last:  choose the action that gives the best hand; between equally good hands, leave the next player the worse cards.

The constants were tuned in matches of 2 to 6 bots, one of which had a changed constant.
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

KEEP_AT = 18  # The MVP keeps a packet with at least 18 points.
STAY_AT = (  # How many points are enough to stay; each row has an entry for every number of players still in.
    (0, 0, 22, 22, 21, 21, 20),  # This row applies while fewer than half of the players have had a turn.
    (0, 0, 22, 22, 22, 21, 20),  # This row holds after that, while not all players have had a turn.
    (0, 0, 21, 22, 22, 22, 22),  # This row applies once all players have had a turn.
)

# Weights for rating what a switch does for the suit that the player collects:
IN_HAND = 24  # The weight of each point of the collected suit in the hand.
ON_DECK = 2  # The weight of each point of the collected suit in the playing deck, which can be taken later.
UNSEEN = 1  # The weight of each card of the collected suit that nobody is known to have.
# Weights for rating what a switch leaves to the next player, which counts against the switch:
OFFERED = 1  # The weight of each point of the best card of each suit in the playing deck.
COLLECTED = 8  # The weight of each card that the next player is known to have in a suit on the playing deck.

# These are the likelihoods, in hundredths, that a player has a hand of fewer than 14, 17, 20 or 22 points, or of more.
# We counted them in matches between these bots, as the share of possible cases in which a bot had such a hand.
SURE = 100
TURNED_WITH = (0, 8, 18, 26, 100)  # The likelihoods of a hand after a switch.
STAYED_WITH = (0, 0, 2, 10, 100)  # The likelihoods of a hand whose player stayed.
TRIES = 24  # After drawing 24 hands, the bot accepts the last hand even if it is unlikely.

ANY_PACKET = 0
LANE = 16  # If an integer packs a number for each suit, each number has this many bits, called its lane.


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose by rules of thumb; the choice doesn't depend on chance."""
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


# --- what the other players' turns reveal about their hands


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Give the other players hands that sensible players would have after the turns seen so far."""
    if state.phase == TURN:
        for other in range(state.players):
            if other != seat and has(state.still_in, other):
                _believe_hand(state, other, rng)
    return 1.0


@rule
def _believe_hand(state: State, seat: int, rng: Rng) -> None:
    """Choose the unseen cards of a hand at random, again and again until the hand is likely."""
    known, others = int(state.known[seat]), 0
    for other in range(state.players):
        others |= int(state.hands[other]) if other != seat else 0
    free = first(CARDS) & ~others & ~int(state.playing_deck) & ~known
    stayed, seen = has(state.stayed, seat), count(known)
    if seen == HAND or (seen == 0 and not stayed):
        return  # There are no unseen cards, or the turns reveal nothing about them.
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
    """Return how likely a hand with these points is after a turn; players switch poor hands and keep good hands."""
    step = 0 if points < 14 else 1 if points < 17 else 2 if points < 20 else 3 if points < 22 else 4
    return STAYED_WITH[step] if stayed else TURNED_WITH[step]


# --- before anybody has stayed


@rule
def _turn(state: State, seat: int) -> int:
    """Stay or swap if that gives a good enough hand that no switch improves; otherwise switch."""
    switch = _best_switch(state, seat)
    hand, deck = strength(state.hands[seat]), strength(state.playing_deck)
    points = max(hand, deck) >> POINTS_PLACE
    if points < _stay_at(state) or points < _points(hand_after(state, seat, switch)):
        return switch
    return STAY if hand >= deck else SWAP


@hot_rule
def _stay_at(state: State) -> int:
    """Return how many points are enough to stay; early in a round with many players, fewer points are enough."""
    players = count(state.still_in)
    half_laps = 2 * int(state.switches) // players
    return STAY_AT[min(half_laps, len(STAY_AT) - 1)][players]


@rule
def _best_switch(state: State, seat: int) -> int:
    """Return the best switch, rated by the prospects of a suit in hand and by what it leaves to the next player."""
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
    """Return the prospects of collecting each suit: its points in hand and on the table, and its unseen cards."""
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    prospects, unseen = 0, first(CARDS) & ~hand & ~deck & ~_known_of_others(state, seat)
    for suit in range(SUITS):
        to_come = UNSEEN * count((unseen >> (RANKS * suit)) & ALL_RANKS)
        prospects |= to_come << (LANE * suit)
    return prospects + IN_HAND * _lanes(hand) + ON_DECK * _lanes(deck)


@hot_rule
def _known_of_others(state: State, seat: int) -> int:
    """Return the cards that everybody knows to be in the other players' hands."""
    cards = 0
    for other in range(SEATS):
        cards |= state.known[other] if other != seat else 0
    return cards


# --- what a switch leaves to the next player


@hot_rule
def _offer(deck: int, known: int) -> int:
    """Return how much a playing deck may help the next player, counting only the best card of each suit."""
    low, high = lowest(deck), highest(deck)
    middle = lowest(rest(deck))
    offer = _help(high, known)
    offer += _help(middle, known) if _suit(middle) != _suit(high) else 0
    return offer + (_help(low, known) if _suit(low) != _suit(middle) else 0)


@hot_rule
def _help(card: int, known: int) -> int:
    """Return how much a card may help a player who is known to hold the given cards."""
    collected = count((known >> (RANKS * _suit(card))) & ALL_RANKS)
    return OFFERED * _worth(card) + COLLECTED * collected


# --- the last action


@rule
def _last_action(state: State, seat: int) -> int:
    """Choose the action that gives the best hand; between equally good hands, leave the next player the worse cards."""
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    lanes, known = _lanes(hand), int(state.known[next_in(state, seat)])
    best, choice = _result(hand, deck, known), STAY
    swapped = _result(deck, hand, known)
    best, choice = (swapped, SWAP) if swapped > best else (best, choice)
    for switch in range(HAND * HAND):
        give, take = _card(hand, switch // HAND), _card(deck, switch % HAND)
        points = _highest_lane(lanes + _lane_of(take) - _lane_of(give))
        if points >= best >> (POINTS_PLACE + RANKS):  # A switch to a hand with fewer points can't be the best.
            exchanged = bit(give) | bit(take)
            switched = _result(hand ^ exchanged, deck ^ exchanged, known)
            best, choice = (switched, switch) if switched > best else (best, choice)
    return choice


@hot_rule
def _result(hand: int, deck: int, known: int) -> int:
    """Rate an action by the hand that it gives and the playing deck that it leaves."""
    return (strength(hand) << RANKS) - _offer(deck, known)


# --- points of cards, and of four suits at once


@hot_rule
def _card(three: int, place: int) -> int:
    """Return the lowest, middle or highest of three cards, for place 0, 1 or 2."""
    if place == 1:
        return lowest(rest(three))
    return highest(three) if place else lowest(three)


@hot_rule
def _suit(card: int) -> int:
    return card // RANKS


@hot_rule
def _worth(card: int) -> int:
    """Return the points of a card: a 7 to 10 counts its number, a J, Q or K counts 10, and an Ace counts 11."""
    rank = card % RANKS
    return min(7 + rank, 10) + (1 if rank == RANKS - 1 else 0)


@hot_rule
def _lane_of(card: int) -> int:
    """Return the points of a card, shifted into the lane of its suit."""
    return _worth(card) << (LANE * _suit(card))


@hot_rule
def _lanes(cards: int) -> int:
    """Return the points of three cards in each suit, packed into one number with LANE bits for each suit."""
    return _lane_of(_card(cards, 0)) + _lane_of(_card(cards, 1)) + _lane_of(_card(cards, 2))


@hot_rule
def _highest_lane(lanes: int) -> int:
    """Return the highest of the four suits' numbers."""
    best = 0
    for suit in range(SUITS):
        best = max(best, (lanes >> (LANE * suit)) & ((1 << LANE) - 1))
    return best
