"""Spades: bid the tricks that you and your partner will take, and take them. For four players in two teams.

Partners sit opposite each other. The pack has 52 cards. The 2 is the lowest card of a suit, the ace is the highest, and
spades are always trumps.

## The deal

Each player gets 13 cards. The deal passes to the left after every round.

## Bidding

Beginning at the dealer's left, each player bids once: either a number of tricks from 1 to 13, or *nil*, which is a bid
to take no trick at all. The bids of two partners are added up; nil counts as 0.

## Playing tricks

The player to the dealer's left leads to the first trick. Follow suit if you can; otherwise play any card. The highest
spade takes the trick; if no spade was played, the highest card of the suit led takes it. The player who takes a trick
leads to the next. You may lead a spade only after a spade has been played, or if you have only spades.

## Scoring

A team that takes at least as many tricks as it bid gets 10 points for each trick bid, and 1 point for each trick beyond
its bid. These extra tricks are called *bags*; a team collects them from round to round and loses 100 points for every
ten bags. A team that takes fewer tricks than it bid loses 10 points for each trick bid. A player who bids nil wins 100
points for the team by taking no trick, and loses 100 points otherwise; the tricks taken then count for the partner's
bid.

## Winning

The match ends after a round in which a team has reached 500 points, or has fallen to −200 points. The higher score
wins; if the scores are equal, another round is played.

## Options

| option | default | meaning |
|---|---|---|
| `target` | 500 | the points that end the match |
| `floor` | 200 | how far below zero a score must fall to end the match |
| `nil` | 100 | the points that a team wins for nil, or loses if the bidder takes a trick |
| `bags_cost` | 100 | the points that a team loses for every ten bags |
"""

import numpy as np

from parlour import (
    NO_CARD, Option, Rng, State, Text, Who, bit, card_set, choice, choice_set, count, each_seat, each_team, first, has,
    highest, hot_rule, lowest, number, one_card, one_seat, rule, say, shuffle,
)  # fmt: skip
from parlour.games import kit

CARDS, PLAYERS, TEAMS, HAND, NOBODY = 52, 4, 2, 13, -1
NIL, WORTH_OF_A_TRICK, BAGS = 0, 10, 10  # A trick bid is worth ten points, and ten bags cost points.
NO_BID = kit.NO_BID
SUIT = kit.suit_masks()
TRUMPS = SUIT[kit.SPADES]
HIGH_TRUMPS = TRUMPS & ~first(9)  # The trumps from the jack up.
OTHER_SUITS = 0b1110  # The set of the suits hearts, clubs and diamonds.
TEAM_SEATS = (0b0101, 0b1010)  # The set of seats of each team.
DEAL, BID, PLAY, OVER = range(4)
PHASES = ("deal", "bid", "play", "over")
OPTIONS = (
    Option("target", 500, "The points that end the match.", 50, 1000),
    Option("floor", 200, "How far below zero a team ends the match.", 50, 1000),
    Option("nil", 100, "The points that a team wins for nil, or loses if the bidder takes a trick.", 0, 200),
    Option("bags_cost", 100, "The points that a team loses for every ten bags.", 0, 200),
)
SEAT, TEAM = each_seat(PLAYERS), each_team(TEAMS)
FIELDS = (
    card_set("pack", "the whole pack, before the first deal", observed="none", place="common"),
    card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
    card_set("played", "the cards that each seat has played this round", SEAT, place="common"),
    choice_set("voids", "the suits that everybody knows the seat not to hold", kit.SUITS, SEAT),
    choice("trump", "the trump suit, always spades", kit.SUITS, observed="none"),
    one_card("trick", "each seat's card in the current trick", SEAT),
    one_card("last_trick", "each seat's card in the last trick", SEAT, observed="none"),
    one_seat("dealer", "the seat that dealt"),
    one_seat("leader", "the leader of the current trick; during the bids, the leader of the first trick"),
    one_seat("last_leader", "the leader of the last trick", observed="none"),
    one_seat("turn", "the seat that bids or plays next"),
    number("bids", "each seat's bid; 0 is nil", 0, HAND, SEAT, none=NO_BID),
    number("won", "tricks taken this round", 0, HAND, SEAT),
    number("bags", "each team's bags since its last penalty", 0, BAGS - 1, TEAM),
    number("gains", "points that each team gained in the last round", -2000, 2000, TEAM, observed="none"),
    number("scores", "points in the match so far", -100_000, 100_000, TEAM, stored=np.int32),
)


# --- the round


@rule
def start(state: State, players: int) -> None:
    """Prepare an empty state for a match, with the first deal still to come."""
    state.players = players
    begin(state)
    state.pack = first(CARDS)
    state.phase, state.turn = DEAL, NOBODY


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal all the cards."""
    shuffle(rng, first(CARDS))
    kit.deal_hands(rng, state.hands, PLAYERS, HAND)
    begin(state)


@rule
def begin(state: State) -> None:
    """Begin the bidding of a round, after the deal."""
    state.pack, state.trump, state.phase, state.last_leader = 0, kit.SPADES, BID, NOBODY
    state.dealer = state.rounds % PLAYERS
    state.leader = state.turn = (state.dealer + 1) % PLAYERS
    for seat in range(PLAYERS):
        state.bids[seat], state.won[seat], state.played[seat], state.voids[seat] = NO_BID, 0, 0, 0
        state.trick[seat], state.last_trick[seat] = NO_CARD, NO_CARD


@hot_rule
def actors(state: State) -> int:
    """Return the seat whose turn it is."""
    return bit(state.turn) if state.phase == BID or state.phase == PLAY else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the seat's legal actions: all bids, or the cards that it may play."""
    if not has(actors(state), seat):
        return 0
    if state.phase == BID:
        return first(HAND + 1)
    hand, led = int(state.hands[seat]), int(state.trick[state.leader])
    if led != NO_CARD:
        return kit.following(hand, SUIT[kit.suit_of(led)])
    plain = hand & ~TRUMPS
    return plain if plain and not broken(state) else hand


@hot_rule
def broken(state: State) -> bool:
    """Say whether a spade has been played in this round."""
    return (state.played[0] | state.played[1] | state.played[2] | state.played[3]) & TRUMPS != 0


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a bid or play a card; the fourth bid ends the bidding, and the fourth card ends the trick."""
    if state.phase == BID:
        state.bids[seat] = action
    else:
        learn(state, seat, action)
        state.hands[seat] &= ~bit(action)
        state.played[seat] |= bit(action)
        state.trick[seat] = action
    state.turn = (seat + 1) % PLAYERS
    if state.turn == state.leader:
        if state.phase == BID:
            state.phase = PLAY
        else:
            end_trick(state)


@hot_rule
def learn(state: State, seat: int, card: int) -> None:
    """Record which suits a seat lacks: a suit that it did not follow, or all side suits if it had to lead a spade."""
    led = int(state.trick[state.leader])
    if led != NO_CARD and kit.suit_of(led) != kit.suit_of(card):
        state.voids[seat] |= bit(kit.suit_of(led))
    elif led == NO_CARD and has(TRUMPS, card) and not broken(state):
        state.voids[seat] |= OTHER_SUITS


@hot_rule
def taking(state: State) -> int:
    """Return the seat whose card is winning the trick so far."""
    return kit.taker(state.trick, PLAYERS, SUIT[kit.suit_of(int(state.trick[state.leader]))], TRUMPS)


@rule
def end_trick(state: State) -> None:
    """Give the trick to the player who takes it; the last trick ends the round."""
    winner = taking(state)
    kit.lay_down(state.trick, state.last_trick, PLAYERS)
    state.won[winner] += 1
    state.last_leader, state.leader, state.turn = state.leader, winner, winner
    if state.hands[winner] == 0:
        end_round(state)


@hot_rule
def team_bid(state: State, team: int) -> int:
    """Return how many tricks a team has bid so far."""
    return max(int(state.bids[team]), 0) + max(int(state.bids[team + TEAMS]), 0)


@hot_rule
def team_won(state: State, team: int) -> int:
    """Return how many tricks a team has taken."""
    return int(state.won[team]) + int(state.won[team + TEAMS])


@rule
def end_round(state: State) -> None:
    """Add the teams' gains to their scores, and see whether the match is over."""
    ends = False
    for team in range(TEAMS):
        state.gains[team] = tricks_gain(state, team) + nil_gain(state, team) + nil_gain(state, team + TEAMS)
        state.scores[team] += state.gains[team]
        ends |= bool(state.scores[team] >= state.target or state.scores[team] <= -state.floor)
    state.rounds += 1
    state.turn = NOBODY
    state.phase = OVER if ends and state.scores[0] != state.scores[1] else DEAL


@rule
def tricks_gain(state: State, team: int) -> int:
    """Return a team's gain for its tricks, less the cost of its bags, and update its number of bags."""
    bid, won = team_bid(state, team), team_won(state, team)
    if won < bid:
        return -WORTH_OF_A_TRICK * bid
    bags = int(state.bags[team]) + won - bid
    state.bags[team] = bags % BAGS
    return WORTH_OF_A_TRICK * bid + won - bid - bags // BAGS * int(state.bags_cost)


@rule
def nil_gain(state: State, seat: int) -> int:
    """Return how many points a seat's nil gains its team; a negative number is a loss."""
    if state.bids[seat] != NIL:
        return 0
    return -int(state.nil) if state.won[seat] else int(state.nil)


@rule
def over(state: State) -> bool:
    """Say whether the match is over."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats of the team with the higher score once the match is over; until then, return none."""
    return TEAM_SEATS[lowest(kit.most(state.scores, TEAMS))] if over(state) else 0


# --- what a seat knows


@rule
def hide(state: State, seat: int) -> None:
    """Hide the hands of all other seats."""
    for other in range(PLAYERS):
        if other != seat:
            state.hands[other] = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in the hidden hands with any deal that respects the suits that seats are known to lack."""
    if state.phase == BID or state.phase == PLAY:
        kit.redeal_hands(rng, state.hands, state.played, PLAYERS, HAND, first(CARDS), state.voids, SUIT)


# --- rules of thumb


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Bid what the hand is good for; then take tricks while the team needs them, or none after bidding nil."""
    if state.phase == BID:
        return good_for(int(state.hands[seat]))
    cards, team = legal(state, seat), seat % TEAMS
    wanted = state.bids[seat] != NIL and team_won(state, team) < team_bid(state, team)
    if state.trick[state.leader] == NO_CARD:
        return kit.highest_rank(cards) if wanted else kit.lowest_rank(cards)
    above = cards & beating(state)
    if wanted:
        return take(state, seat, cards, above)
    return kit.highest_rank(cards & ~above if cards & ~above else cards)


@rule
def take(state: State, seat: int, cards: int, above: int) -> int:
    """Take the trick as cheaply as possible, unless the partner is already winning it."""
    partner, last = (seat + TEAMS) % PLAYERS, (seat + 1) % PLAYERS == state.leader
    kept = taking(state) == partner and state.bids[partner] != NIL and (last or above & ~TRUMPS == 0)
    if above == 0 or kept:
        return kit.lowest_rank(cards & ~TRUMPS if cards & ~TRUMPS else cards)
    plain = above & ~TRUMPS
    if plain and not last:
        return highest(plain)
    return lowest(plain if plain else above)


@rule
def beating(state: State) -> int:
    """Return all cards of the pack that would beat the current trick."""
    led, lie = SUIT[kit.suit_of(int(state.trick[state.leader]))], kit.laid(state.trick, PLAYERS)
    if lie & TRUMPS:
        return TRUMPS & ~first(highest(lie & TRUMPS) + 1)
    return TRUMPS | led & ~first(highest(lie & led) + 1)


@rule
def good_for(hand: int) -> int:
    """Return a bid: count quarters of a trick for high cards, long spades and short suits; a harmless hand bids nil."""
    quarters, trumps = 0, count(hand & TRUMPS)
    for suit in range(len(SUIT)):
        cards, ace = hand & SUIT[suit], suit * HAND + HAND - 1
        quarters += 4 if has(cards, ace) else 0
        quarters += 3 if has(cards, ace - 1) and count(cards) > 1 else 0
        quarters += 1 if has(cards, ace - 2) and count(cards) > 2 else 0
        quarters += 3 if suit != kit.SPADES and count(cards) < 2 and trumps > 1 else 0
    quarters += 4 * max(trumps - 3, 0)
    harmless = quarters < 3 and trumps < 4 and hand & HIGH_TRUMPS == 0
    return NIL if harmless else max(1, (quarters + 1) // 4)


# --- the human side


class SpadesTable(kit.Table):
    """The table of Spades, with everything that differs from other trick-taking games with bids."""

    def reason(self, state: State, seat: int, card: int) -> Text:
        if self.must_follow(state, seat):
            return super().reason(state, seat, card)
        return say("Spades cannot be led before one has been played.")

    def notes(self, state: State) -> tuple[Text, ...]:
        if self.game.actors(state.record):
            return ()  # `bids` already belongs to the next round.
        nils = [(seat, state.won[seat]) for seat in range(PLAYERS) if state.bids[seat] == NIL]
        sentences = [say("{who} broke nil" if won else "{who} kept nil", who=Who(seat)) for seat, won in nils]
        return (*sentences, say("Bags: {first} and {second}", first=int(state.bags[0]), second=int(state.bags[1])))


TABLE = SpadesTable(
    hand=HAND,
    begin=begin,
    bids={"bid": kit.Bids(words={NIL: "nil"}, tricks=True)},
    sections={"deal": "The deal", "bid": "Bidding", "play": "Playing tricks", "over": "Winning"},
)
GAME = kit.card_game(
    TABLE, name="spades", title="Spades", minutes=55, players=(PLAYERS,), deck=kit.pack(), options=OPTIONS,
    fields=FIELDS, phases=PHASES, teams=TEAMS, emblem=("AS", "KS", "QS"), short_options={"target": 100, "floor": 100},
    start=start, deal=deal, actors=actors, legal=legal, apply=apply, hide=hide, redeal=redeal,
    over=over, winners=winners,
)  # fmt: skip
