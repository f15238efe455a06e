"""Rook — bid for the right to name trump, and capture the points with your partner.

The pack has four colours of 14 cards each, and the Rook. Seats 0 and 2 play against seats 1 and 3. Each player gets 14
cards, and the last card lies face down in the centre. The deal passes to the left after every hand (R1).

Bid:    the players bid in turn, beginning at the dealer's left; bids are multiples of 5 from 70 to 200, each above the
        last. Passing is final, and a bid of 200 ends the auction (R2). If all four players pass, the next dealer deals;
        by option the dealer must play instead (R3).
Aside:  the high bidder takes the centre card and puts aside a card that isn't a counter. A bidder whose 15 cards are
        all counters may put aside any card, and nobody gets its points (R4). Then the bidder names trump and leads.
Play:   follow the colour led if you can, otherwise play any card (R6). The highest trump takes the trick; without a
        trump, the highest card of the colour led does: 1, 14, 13, … 2. The Rook is always the lowest trump (R5).
Points: each 5 is worth 5, each 10 and each 14 is worth 10, each 1 is worth 15, and the Rook is worth 20. The bidders
        get 20 points for "cards" if they take at least 7 tricks; otherwise the other team gets these 20 points (R7).
Score:  the bidders score the points that they took if they took at least as many as they bid; otherwise they lose as
        many points as they bid. The other team always scores the points that it took (R8).
End:    the match ends after a hand in which a team has 500 points. If both teams do, the higher total wins; if the
        totals are equal, the bidders win (R9).

Nobody may look at the tricks taken before the hand is over (R10). A player who can follow must: any other card is
refused or, by option, forfeits the hand, and the other team gets 200 points (R11). There are no variants (R12).

Source: a rule text for Rook, which is a trademark of its owner. Rulings R1 to R12 are listed in docs/sources.md.
"""

from parlour.engine.rng import Rng, draw, draw_cards, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, highest
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.game import State
from parlour.games.kit.auction import bids_above, next_in_auction
from parlour.games.rook.state import (
    ASIDE,
    BID,
    BID_STEP,
    CARDS,
    COLOURS,
    COUNTER_POINTS,
    COUNTERS,
    DEAL,
    DEALER_BIDS,
    FIVES,
    HAND,
    MADE,
    NOBODY,
    ONES,
    OVER,
    PASS,
    PLAY,
    PLAYS,
    REFUSED,
    REVOKE_AWARD,
    REVOKED,
    SEATS,
    SET,
    TEAM_SEATS,
    TEAMS,
    TENS,
    THE_ROOK,
    THROWN_IN,
    TRUMP,
    VALUES,
    colour_cards,
    lay_out,
)


@rule
def start(state: State, players: int) -> None:
    """Prepare an empty state for a match, in which seat 0 deals first (R1)."""
    state.players = players
    state.last_bidder = NOBODY
    lay_out(state)
    state.phase = DEAL
    state.turn = NOBODY


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal fourteen cards to every player, and one card to the centre (R1)."""
    lay_out(state)
    shuffle(rng, first(CARDS))
    for seat in range(SEATS):
        state.hands[seat] = draw_cards(rng, HAND)
    state.centre = draw(rng)


@hot_rule
def actors(state: State) -> int:
    """Return the set of seats to act: the player whose turn it is, or nobody."""
    return bit(state.turn) if state.turn >= 0 else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the bids, cards or colours that the seat may choose."""
    if seat != state.turn:
        return 0
    if state.phase == PLAY:
        return _legal_play(state, seat)
    if state.phase == BID:
        return _legal_bid(state)
    if state.phase == ASIDE:
        return _legal_aside(state, seat)
    return first(COLOURS) if state.phase == TRUMP else 0


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Bid or pass, put a card aside, name trump, or play a card."""
    if state.phase == PLAY:
        _apply_play(state, seat, action)
    elif state.phase == BID:
        _apply_bid(state, seat, action)
    elif state.phase == ASIDE:
        _apply_aside(state, seat, action)
    else:
        _apply_trump(state, seat, action)


# --- the auction (R2, R3)


@rule
def _legal_bid(state: State) -> int:
    """Return the legal actions in the auction: a pass, and all bids above the highest bid so far."""
    return bit(PASS) | bids_above(state.bid // BID_STEP, state.min_bid // BID_STEP, state.max_bid // BID_STEP)


@rule
def _apply_bid(state: State, seat: int, action: int) -> None:
    if action == PASS and not must_play(state):
        state.passed |= bit(seat)
    else:
        state.bid = max(int(state.min_bid), action * BID_STEP)  # If the dealer must play, a pass is a bid too (R3).
        state.bids[seat] = state.bid
        state.bidder = seat
    passes = count(int(state.passed))
    if passes == SEATS:
        _throw_in(state)
    elif state.bid == state.max_bid or (passes == SEATS - 1 and state.bid > 0):
        _take_centre(state)
    else:
        state.turn = next_in_auction(seat, int(state.passed), SEATS)


@rule
def _throw_in(state: State) -> None:
    """Throw the hand in: it isn't played, and nobody scores (R3)."""
    for team in range(TEAMS):
        state.gains[team] = 0
    state.outcome = THROWN_IN
    _end_hand(state)


@rule
def must_play(state: State) -> bool:
    """Say whether the dealer must play, because the other three have passed and the option demands it (R3)."""
    return state.all_pass == DEALER_BIDS and count(int(state.passed)) == SEATS - 1


@rule
def _take_centre(state: State) -> None:
    """Give the high bidder the centre card (R4)."""
    state.hands[state.bidder] |= bit(state.centre)
    state.turn = state.bidder
    state.phase = ASIDE


# --- the card aside and trump (R4)


@rule
def _legal_aside(state: State, seat: int) -> int:
    """Return the cards that may be put aside: those that aren't counters, or all 15 cards if all are counters."""
    hand = int(state.hands[seat])
    return hand & ~COUNTERS if hand & ~COUNTERS else hand


@rule
def _apply_aside(state: State, seat: int, card: int) -> None:
    state.hands[seat] &= ~bit(card)
    state.aside = card
    state.centre = NO_CARD
    state.phase = TRUMP


@rule
def _apply_trump(state: State, seat: int, colour: int) -> None:
    state.trump = colour
    state.trumps = colour_cards(colour) | bit(THE_ROOK)
    state.leader = seat
    state.leaders[0] = seat
    state.phase = PLAY


# --- tricks (R5, R6)


@hot_rule
def _legal_play(state: State, seat: int) -> int:
    """Return the cards that follow suit; if there are none or a revoke is possible (R11), return the whole hand."""
    hand, follow = int(state.hands[seat]), int(state.follow)
    return hand & follow if hand & follow and state.revoke == REFUSED else hand


@hot_rule
def _apply_play(state: State, seat: int, card: int) -> None:
    missed = 0 if has(state.follow, card) else state.follow  # These cards would have followed suit.
    _lay(state, seat, card)
    if state.hands[seat] & missed:
        _forfeit(state, seat)
        return
    state.lacks[seat] |= missed
    if state.played % SEATS:
        state.turn = (seat + 1) % SEATS
    else:
        _take_trick(state, winner(state))


@hot_rule
def _lay(state: State, seat: int, card: int) -> None:
    """Move a card from the hand into the trick; the first card decides which cards follow suit (R5)."""
    colour = state.trumps if has(state.trumps, card) else colour_cards(int(card) // VALUES)
    state.follow = state.follow if state.follow else colour
    state.hands[seat] &= ~bit(card)
    state.laid[seat] |= bit(card)
    state.trick |= bit(card)
    state.played_cards[state.played] = card
    state.played += 1


@hot_rule
def winner(state: State) -> int:
    """Return the seat whose card is winning the trick so far."""
    trumps = state.trick & state.trumps
    card = highest((trumps if trumps else state.trick & state.follow) & ~bit(THE_ROOK))
    card = card if card >= 0 else THE_ROOK  # The Rook is the lowest trump (R5).
    winning = 0
    for seat in range(SEATS):
        winning = seat if has(state.laid[seat], card) else winning
    return winning


@hot_rule
def worth(cards: int) -> int:
    """Return how many points the counters among the cards are worth (R7)."""
    points = 5 * count(cards & FIVES) + 10 * count(cards & TENS) + 15 * count(cards & ONES)
    return points + (20 if has(cards, THE_ROOK) else 0)


@hot_rule
def _take_trick(state: State, seat: int) -> None:
    """Give the trick to the winner, who leads to the next trick."""
    state.points[seat % TEAMS] += worth(state.trick)
    state.won[seat] += 1
    state.leader = seat
    state.turn = seat
    state.trick = 0
    state.follow = 0
    if state.played == PLAYS:
        _score(state)
    else:
        state.leaders[state.played // SEATS] = seat


# --- scoring


@rule
def cards_team(state: State) -> int:
    """Return the team that gets the points for "cards": the bidders if they have at least half of the tricks (R7)."""
    team = int(state.bidder) % TEAMS
    return team if 2 * (int(state.won[team]) + int(state.won[team + TEAMS])) >= HAND else 1 - team


@rule
def _score(state: State) -> None:
    """Score a hand that was played to its end: add the points for "cards", and see if the bid was made (R7, R8)."""
    team = int(state.bidder) % TEAMS
    state.points[cards_team(state)] += state.cards_bonus
    for each in range(TEAMS):
        state.gains[each] = state.points[each]
    made = state.points[team] >= state.bid
    if not made:
        state.gains[team] = -state.bid
    state.outcome = MADE if made else SET
    _end_hand(state)


@rule
def _forfeit(state: State, seat: int) -> None:
    """End the hand after a revoke: the other team gets the award, and no other points count (R11)."""
    state.gains[seat % TEAMS] = 0
    state.gains[(seat + 1) % TEAMS] = REVOKE_AWARD
    state.outcome = REVOKED
    _end_hand(state)


@rule
def _end_hand(state: State) -> None:
    """Add the gains to the scores, and end the match or go on to the next hand."""
    for team in range(TEAMS):
        state.scores[team] += state.gains[team]
    for seat in range(SEATS):
        state.hands[seat] = 0
    state.centre = NO_CARD
    state.aside = NO_CARD
    state.turn = NOBODY
    state.last_bid = state.bid
    state.last_bidder = state.bidder
    state.rounds += 1
    state.victors = _victors(state)
    state.phase = OVER if state.victors else DEAL


@rule
def _victors(state: State) -> int:
    """Return the seats of the team that has won the match with this hand; none if no team has (R9)."""
    lead = int(state.scores[1]) - int(state.scores[0])
    team = 0 if lead < 0 else 1 if lead > 0 else int(state.bidder) % TEAMS
    return TEAM_SEATS << team if state.scores[team] >= state.target else 0


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return state.phase == OVER  # type: ignore[no-any-return]


@rule
def winners(state: State) -> int:
    """Return the seats of the team that has won the match; none before its end."""
    return int(state.victors)


# --- what a seat may know


@rule
def hide(state: State, seat: int) -> None:
    """Hide what this seat may not know; only the bidder has seen the centre card and the card aside (R4)."""
    for other in range(SEATS):  # A branch would be slower, because it would be unpredictable.
        state.hands[other] &= -1 if other == seat else 0
    if state.phase == BID or (state.phase == ASIDE and seat != state.bidder):
        state.centre = HIDDEN
    if state.aside != NO_CARD and seat != state.bidder:
        state.aside = HIDDEN


@rule
def points(state: State, seat: int) -> int:
    """Return the points that the seat's team has scored in the match."""
    return int(state.scores[seat % TEAMS])


def most_gain(state: State) -> int:
    """Return a team's maximum gain on the other team in a hand: all points and a lost bid, or a revoke's award."""
    return max(COUNTER_POINTS + int(state.cards_bonus) + int(state.max_bid), REVOKE_AWARD)
