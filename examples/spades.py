"""Spades: say together how many tricks you will take, and take them. For four players in two teams, with 52 cards.

Partners sit opposite each other. The 2 is the lowest card of a suit, the ace the highest, and spades are always trump.

## The deal

Everybody gets 13 cards. The deal goes round to the left.

## Bidding

From the left of the dealer on, everybody bids once: a number of tricks from 1 to 13, or *nil*, which promises not to
take a single trick. The numbers of two partners are added up, and nil adds nothing.

## Playing tricks

The left neighbour of the dealer leads to the first trick. Everybody follows suit if possible, and plays any card
otherwise. The highest spade takes the trick; without a spade the highest card of the suit led does. The taker leads to
the next trick. Spades may be led once one has been played, or by a hand of nothing but spades.

## Scoring

A team with at least as many tricks as it bid gets 10 points for each trick bid and 1 for each trick beyond them: those
are its *bags*. A team with fewer tricks loses 10 points for each trick bid. Bags are remembered from round to round,
and every ten of them cost 100 points. A player who bid nil and took no trick brings the team 100 points; with a trick
it costs as much, and that trick counts for the bid of the partner.

## Winning

The match ends after a round in which a team has reached 500 points, or has fallen to 200 below zero. The higher score
wins; if both are equal, another round is played.

## Options

| option | default | meaning |
|---|---|---|
| `target` | 500 | the points that end the match |
| `floor` | 200 | how far below zero a team ends the match |
| `nil` | 100 | what nil brings if it is kept, and costs if it is not |
| `bags_cost` | 100 | what every ten bags cost |
"""

import numpy as np

from parlour import (
    NO_CARD, Option, Rng, State, Text, Who, bit, card_set, choice, choice_set, count, each_seat, each_team, first, has,
    highest, hot_rule, lowest, number, one_card, one_seat, rule, say, shuffle,
)  # fmt: skip
from parlour.games import kit

CARDS, PLAYERS, TEAMS, HAND, NOBODY = 52, 4, 2, 13, -1
NIL, WORTH_OF_A_TRICK, BAGS = 0, 10, 10  # the bid that promises no trick; points of a trick bid; bags that cost points
NO_BID = kit.NO_BID
SUIT = kit.suit_masks()
TRUMPS = SUIT[kit.SPADES]
HIGH_TRUMPS = TRUMPS & ~first(9)  # the jack and higher
OTHER_SUITS = 0b1110  # hearts, clubs and diamonds, as a set of suits
TEAM_SEATS = (0b0101, 0b1010)  # the seats of each team
DEAL, BID, PLAY, OVER = range(4)
PHASES = ("deal", "bid", "play", "over")
OPTIONS = (
    Option("target", 500, "The points that end the match.", 50, 1000),
    Option("floor", 200, "How far below zero a team ends the match.", 50, 1000),
    Option("nil", 100, "What nil brings if it is kept, and costs if it is not.", 0, 200),
    Option("bags_cost", 100, "What every ten bags cost.", 0, 200),
)
SEAT, TEAM = each_seat(PLAYERS), each_team(TEAMS)
FIELDS = (
    card_set("pack", "the cards before the first deal", observed="none", place="common"),
    card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
    card_set("played", "the cards that each seat has played this round", SEAT, place="common"),
    choice_set("voids", "the suits that everybody knows the seat not to hold", kit.SUITS, SEAT),
    choice("trump", "the trump suit, always spades", kit.SUITS, observed="none"),
    one_card("trick", "the cards of the trick", SEAT),
    one_card("last_trick", "the cards of the trick before", SEAT, observed="none"),
    one_seat("dealer", "the seat that dealt"),
    one_seat("leader", "the leader of the trick, and of the first one during the bids"),
    one_seat("last_leader", "the leader of the trick before", observed="none"),
    one_seat("turn", "the seat that bids or plays next"),
    number("bids", "what each seat has bid; 0 is nil", 0, HAND, SEAT, none=NO_BID),
    number("won", "tricks taken this round", 0, HAND, SEAT),
    number("bags", "the bags of each team that have not cost anything yet", 0, BAGS - 1, TEAM),
    number("gains", "what the last round brought each team", -2000, 2000, TEAM, observed="none"),
    number("scores", "points of the match", -100_000, 100_000, TEAM, stored=np.int32),
)


# --- the round


@rule
def start(state: State, players: int) -> None:
    """Begin a match: the deal of the first round is pending."""
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
    """Begin the bids of a round whose cards are dealt."""
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
    """Return all bids, or the cards that may be played."""
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
    """Return whether a spade has been played in this round."""
    return (state.played[0] | state.played[1] | state.played[2] | state.played[3]) & TRUMPS != 0


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Bid, or play a card; the fourth bid ends the bidding, and the fourth card the trick."""
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
    """Remember what a card reveals: a suit not followed, or a spade led because there is no other suit."""
    led = int(state.trick[state.leader])
    if led != NO_CARD and kit.suit_of(led) != kit.suit_of(card):
        state.voids[seat] |= bit(kit.suit_of(led))
    elif led == NO_CARD and has(TRUMPS, card) and not broken(state):
        state.voids[seat] |= OTHER_SUITS


@hot_rule
def taking(state: State) -> int:
    """Return the seat that takes the trick, or would take it now."""
    return kit.taker(state.trick, PLAYERS, SUIT[kit.suit_of(int(state.trick[state.leader]))], TRUMPS)


@rule
def end_trick(state: State) -> None:
    """Give the trick to its taker; the last one ends the round."""
    winner = taking(state)
    kit.lay_down(state.trick, state.last_trick, PLAYERS)
    state.won[winner] += 1
    state.last_leader, state.leader, state.turn = state.leader, winner, winner
    if state.hands[winner] == 0:
        end_round(state)


@hot_rule
def team_bid(state: State, team: int) -> int:
    """Return the tricks that two partners have bid so far."""
    return max(int(state.bids[team]), 0) + max(int(state.bids[team + TEAMS]), 0)


@hot_rule
def team_won(state: State, team: int) -> int:
    """Return the tricks that two partners have taken."""
    return int(state.won[team]) + int(state.won[team + TEAMS])


@rule
def end_round(state: State) -> None:
    """Write down what the round has brought, and see whether the match is over."""
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
    """Return what the tricks gain the team, less the cost of its bags, and write down the bags."""
    bid, won = team_bid(state, team), team_won(state, team)
    if won < bid:
        return -WORTH_OF_A_TRICK * bid
    bags = int(state.bags[team]) + won - bid
    state.bags[team] = bags % BAGS
    return WORTH_OF_A_TRICK * bid + won - bid - bags // BAGS * int(state.bags_cost)


@rule
def nil_gain(state: State, seat: int) -> int:
    """Return what the seat's nil gains or costs its team."""
    if state.bids[seat] != NIL:
        return 0
    return -int(state.nil) if state.won[seat] else int(state.nil)


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats of the team with the higher score."""
    return TEAM_SEATS[lowest(kit.most(state.scores, TEAMS))] if over(state) else 0


# --- what a seat knows


@rule
def hide(state: State, seat: int) -> None:
    """Wipe the other hands."""
    for other in range(PLAYERS):
        if other != seat:
            state.hands[other] = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what `hide` wiped: any deal that fits the suits that seats are known not to hold."""
    if state.phase == BID or state.phase == PLAY:
        kit.redeal_hands(rng, state.hands, state.played, PLAYERS, HAND, first(CARDS), state.voids, SUIT)


# --- rules of thumb


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Bid what the hand is good for; then take tricks as long as the team needs them, but none after nil."""
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
    """Take the trick as cheaply as possible, or leave it to the partner, who has it already."""
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
    """Return the cards of the pack that beat the trick so far."""
    led, lie = SUIT[kit.suit_of(int(state.trick[state.leader]))], kit.laid(state.trick, PLAYERS)
    if lie & TRUMPS:
        return TRUMPS & ~first(highest(lie & TRUMPS) + 1)
    return TRUMPS | led & ~first(highest(lie & led) + 1)


@rule
def good_for(hand: int) -> int:
    """Return a bid: quarters of a trick for high cards, long spades and short suits; nil for a harmless hand."""
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
    """The table of Spades: what differs from other trick-taking games with bids."""

    def reason(self, state: State, seat: int, card: int) -> Text:
        if self.must_follow(state, seat):
            return super().reason(state, seat, card)
        return say("Spades cannot be led before one has been played.")

    def notes(self, state: State) -> tuple[Text, ...]:
        if self.game.actors(state.record):
            return ()  # the bids are those of the next round
        nils = [(seat, state.won[seat]) for seat in range(PLAYERS) if state.bids[seat] == NIL]
        told = [say("{who} broke nil" if won else "{who} kept nil", who=Who(seat)) for seat, won in nils]
        return (*told, say("Bags: {first} and {second}", first=int(state.bags[0]), second=int(state.bags[1])))


TABLE = SpadesTable(
    hand=HAND,
    begin=begin,
    bids={"bid": kit.Bids(words={NIL: "nil"}, tricks=True)},
    sections={"deal": "The deal", "bid": "Bidding", "play": "Playing tricks", "over": "Winning"},
)
GAME = kit.card_game(
    TABLE, name="spades", title="Spades", minutes=45, players=(PLAYERS,), deck=kit.pack(), options=OPTIONS,
    fields=FIELDS, phases=PHASES, teams=TEAMS, emblem=("AS", "KS", "QS"), short_options={"target": 100, "floor": 100},
    start=start, deal=deal, actors=actors, legal=legal, apply=apply, hide=hide, redeal=redeal,
    over=over, winners=winners,
)  # fmt: skip
