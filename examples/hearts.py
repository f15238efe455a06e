"""Hearts: take no hearts, least of all the queen of spades. Four players play for themselves, with 52 cards.

## The deal

Each player gets 13 cards. The ace is the highest card of a suit.

## Passing

Before the first trick all players pass on three cards at the same time: in the first round to the left, in the second
round to the right, and in the third round across the table. In the fourth round nobody passes cards. Then this cycle
starts again.

## Playing tricks

The player with the 2♣ leads it to the first trick. Follow suit if you can; otherwise play any card. The highest card of
the suit led takes the trick, and its player leads to the next. There is no trump.

- In the first trick you may not play a heart or the Q♠, unless you have no other cards.
- You may not lead a heart before any heart has been played, unless you have only hearts.

## Scoring

Every heart that you take counts 1 point, and the Q♠ counts 13 points. If you take all 26 points, you have shot the
moon: then each of the other players gets 26 points, and you get none.

## Winning

The match ends after a round in which a player has reached 100 points. The lowest score wins; players who share the
lowest score win together.

## Options

| option | default | meaning |
|---|---|---|
| `target` | 100 | the score at which the match ends |
| `moon` | `others` | `self`: shooting the moon takes 26 points off your own score |
"""

import numpy as np

from parlour import (
    NO_CARD, Card, Deck, Option, Rng, Scoring, State, Text, Who, bit, card_set, choice_set, count, draw_cards,
    each_seat, first, has, highest, hot_rule, lowest, number, one_card, one_seat, rule, say, shuffle,
)  # fmt: skip
from parlour.games import kit

DECK: Deck = kit.pack()
SUIT = kit.suit_masks()
TWO_OF_CLUBS, QUEEN = DECK.cards("2C")[0], DECK.mask("QS")
POINTS = SUIT[kit.HEARTS] | QUEEN  # These cards count points.
CARDS, PLAYERS, HAND, PASSED, MOON, QUEEN_POINTS, NOBODY = 52, 4, 13, 3, 26, 13, -1
DIRECTIONS = (1, 3, 2, 0)  # How many seats clockwise cards are passed, round by round: left, right, across, not at all.
KINDS = (SUIT[0] & ~QUEEN, SUIT[1], SUIT[2], SUIT[3], QUEEN)  # The kinds of cards that a hand can be known to lack.
ALL_KINDS, NO_QUEEN, NO_HEARTS = 0b11111, 0b10000, 0b00010
DEAL, PASS, PLAY, OVER = range(4)
PHASES = ("deal", "pass", "play", "over")
OTHERS = 0  # The default value of the option `moon`.
OPTIONS = (
    Option("target", 100, "The score at which the match ends.", 1, 1000),
    Option("moon", "others", "The players whose scores change when all 26 points are taken.", words=("others", "self")),
)
SEAT = each_seat(PLAYERS)
FIELDS = (
    card_set("pack", "the whole pack, between two rounds", observed="none", place="common"),
    card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
    card_set("passed", "the cards picked to be passed on, known to the giver and later to the taker", SEAT),
    card_set("played", "the cards that each seat has played this round", SEAT, place="common"),
    number("picked", "how many cards were picked to be passed on", 0, PASSED, SEAT),
    choice_set("voids", "what everybody knows the seat not to hold: suits, or the Q♠", (*kit.SUITS, "QS"), SEAT),
    one_card("trick", "each seat's card in the current trick", SEAT),
    one_card("last_trick", "each seat's card in the last trick", SEAT, observed="none"),
    one_seat("leader", "the leader of the current trick"),
    one_seat("last_leader", "the leader of the last trick", observed="none"),
    one_seat("turn", "the seat that plays next"),
    number("won", "tricks taken this round", 0, HAND, SEAT),
    number("taken", "points taken this round", 0, MOON, SEAT),
    number("gains", "points gained in the last round", -MOON, MOON, SEAT, observed="none"),
    number("scores", "points in the match so far", -10_000, 10_000, SEAT, stored=np.int32),
)


# --- the round


@rule
def start(state: State, players: int) -> None:
    """Prepare an empty state for a match; the cards are not dealt yet."""
    state.players = players
    clear_table(state)
    state.pack = first(CARDS)
    state.phase = DEAL


@rule
def clear_table(state: State) -> None:
    """Clear everything from the last round except the hands."""
    state.leader, state.last_leader, state.turn, state.pack = NOBODY, NOBODY, NOBODY, 0
    for seat in range(PLAYERS):
        state.passed[seat], state.played[seat], state.picked[seat], state.voids[seat] = 0, 0, 0, 0
        state.trick[seat], state.last_trick[seat] = NO_CARD, NO_CARD
        state.won[seat], state.taken[seat] = 0, 0


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal 13 cards to each player."""
    shuffle(rng, first(CARDS))
    kit.deal_hands(rng, state.hands, PLAYERS, HAND)
    begin(state)


@rule
def begin(state: State) -> None:
    """Begin a round after the deal, either with passing or, if nobody passes, with the first trick."""
    clear_table(state)
    if direction(state):
        state.phase = PASS
    else:
        open_play(state)


@hot_rule
def direction(state: State) -> int:
    """Return by how many seats, counted clockwise, cards are passed on in this round."""
    return DIRECTIONS[state.rounds % len(DIRECTIONS)]


@rule
def open_play(state: State) -> None:
    """Let the holder of the 2♣ lead."""
    state.phase = PLAY
    for seat in range(PLAYERS):
        if has(state.hands[seat], TWO_OF_CLUBS):
            state.leader, state.turn = seat, seat


@hot_rule
def actors(state: State) -> int:
    """Return the seats to act: the seats that haven't picked three cards yet or, later, the seat whose turn it is."""
    if state.phase == PLAY:
        return bit(state.turn)
    waiting = 0
    for seat in range(PLAYERS):
        if state.phase == PASS and state.picked[seat] < PASSED:
            waiting |= bit(seat)
    return waiting


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the cards that the seat may pick to pass on, or may play."""
    if not has(actors(state), seat):
        return 0
    return (
        kit.next_picks(state.hands[seat], state.passed[seat], PASSED) if state.phase == PASS else playable(state, seat)
    )


@hot_rule
def playable(state: State, seat: int) -> int:
    """Return the cards that the seat may play: it follows suit, and may have to keep back cards that count points."""
    hand, led = state.hands[seat], int(state.trick[state.leader])
    if is_first_trick(state):
        cards, kept_back = bit(TWO_OF_CLUBS) if led < 0 else kit.following(hand, SUIT[kit.CLUBS]), POINTS
    elif led < 0:
        cards, kept_back = hand, 0 if broken(state) else SUIT[kit.HEARTS]
    else:
        cards, kept_back = kit.following(hand, SUIT[kit.suit_of(led)]), 0
    return cards & ~kept_back if cards & ~kept_back else cards


@hot_rule
def played_cards(state: State) -> int:
    """Return all cards that have been played this round."""
    return state.played[0] | state.played[1] | state.played[2] | state.played[3]


@hot_rule
def is_first_trick(state: State) -> bool:
    """Say whether the current trick is the first of the round."""
    return state.last_leader == NOBODY


@hot_rule
def broken(state: State) -> bool:
    """Say whether a heart has been played this round."""
    return played_cards(state) & SUIT[kit.HEARTS] != 0


@hot_rule
def apply(state: State, seat: int, card: int) -> None:
    """Carry out an action: pick a card to pass on, or play a card."""
    if state.phase == PASS:
        state.passed[seat] |= bit(card)
        state.picked[seat] += 1
        if actors(state) == 0:
            exchange(state)
    else:
        play(state, seat, card)


@rule
def exchange(state: State) -> None:
    """Pass on the picked cards of all seats at once."""
    for seat in range(PLAYERS):
        state.hands[seat] &= ~state.passed[seat]
    for seat in range(PLAYERS):
        state.hands[receiver(state, seat)] |= state.passed[seat]
    open_play(state)


@hot_rule
def receiver(state: State, seat: int) -> int:
    """Return the seat that gets the cards that a seat passes on; if nobody passes, return the seat itself."""
    return (seat + direction(state)) % PLAYERS


@hot_rule
def play(state: State, seat: int, card: int) -> None:
    """Play a card; the fourth card ends the trick."""
    state.voids[seat] |= shown_voids(state, seat, card)
    state.hands[seat] &= ~bit(card)
    state.played[seat] |= bit(card)
    state.trick[seat] = card
    state.turn = (seat + 1) % PLAYERS
    if state.turn == state.leader:
        end_trick(state)


@rule
def shown_voids(state: State, seat: int, card: int) -> int:
    """Return the kinds of cards that the seat can't hold, judging by the card that it plays."""
    led = int(state.trick[state.leader])
    if led < 0:  # Only a hand with nothing but hearts may lead a heart before one has been played.
        return ALL_KINDS & ~NO_HEARTS if has(SUIT[kit.HEARTS], card) and not broken(state) else 0
    suit = kit.suit_of(led)
    if kit.suit_of(card) == suit:
        return 0
    if is_first_trick(state) and has(POINTS, card):
        return ALL_KINDS & ~NO_HEARTS & ~NO_QUEEN  # The hand has only cards that count points.
    return bit(suit) | NO_QUEEN if suit == kit.SPADES else bit(suit)


@rule
def end_trick(state: State) -> None:
    """Give the trick to the player who takes it; after the last trick, end the round."""
    winner = kit.taker(state.trick, PLAYERS, SUIT[kit.suit_of(state.trick[state.leader])], kit.NO_TRUMP)
    state.taken[winner] += worth(kit.laid(state.trick, PLAYERS))
    kit.lay_down(state.trick, state.last_trick, PLAYERS)
    state.won[winner] += 1
    state.last_leader, state.leader, state.turn = state.leader, winner, winner
    if state.hands[winner] == 0:
        end_round(state)


@rule
def worth(cards: int) -> int:
    """Return how many points these cards count."""
    return count(cards & SUIT[kit.HEARTS]) + (QUEEN_POINTS if cards & QUEEN else 0)


@rule
def end_round(state: State) -> None:
    """Add the points to the scores, allowing for shooting the moon, and see whether the match is over."""
    moon = NOBODY
    for seat in range(PLAYERS):
        moon = seat if state.taken[seat] == MOON else moon
    state.phase = DEAL
    for seat in range(PLAYERS):
        state.gains[seat] = state.taken[seat]
        if moon != NOBODY and state.moon == OTHERS:
            state.gains[seat] = 0 if seat == moon else MOON
        elif moon == seat:
            state.gains[seat] = -MOON
        state.scores[seat] += state.gains[seat]
        state.passed[seat], state.picked[seat] = 0, 0
        if state.scores[seat] >= state.target:
            state.phase = OVER
    state.turn = NOBODY
    state.rounds += 1


@rule
def over(state: State) -> bool:
    """Say whether the match is over."""
    return state.phase == OVER


@rule
def winners(state: State) -> int:
    """Return the seats with the lowest score once the match is over; until then, return none."""
    return kit.fewest(state.scores, PLAYERS) if over(state) else 0


# --- what a seat knows


@rule
def hide(state: State, seat: int) -> None:
    """Hide the hands of all other seats, and the cards that they passed to each other."""
    for other in range(PLAYERS):
        if other != seat:
            state.hands[other] = 0
            if state.phase == PASS or receiver(state, other) != seat:
                state.passed[other] = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what `hide` removed: first any deal that fits, then any picked or passed cards that fit the deal."""
    if state.phase != PASS and state.phase != PLAY:
        return
    for other in range(PLAYERS):
        if other != seat:
            state.hands[other] = surely_held(state, seat, other)
    kit.redeal_hands(rng, state.hands, state.played, PLAYERS, HAND, first(CARDS), state.voids, KINDS)
    for other in range(PLAYERS):
        if other != seat and state.phase == PASS:
            state.passed[other] = kit.draw_picks(rng, state.hands[other], state.picked[other], PASSED)
        elif other != seat and receiver(state, other) not in (seat, other):
            got = receiver(state, other)  # Any three of the receiver's 13 cards can be the passed cards.
            shuffle(rng, state.hands[got] | state.played[got])
            state.passed[other] = draw_cards(rng, PASSED)


@rule
def surely_held(state: State, seat: int, other: int) -> int:
    """Return what a seat knows to be in another hand: the first leader's 2♣, and the cards that the seat passed."""
    held = bit(TWO_OF_CLUBS) if other == state.leader else 0
    if seat >= 0 and state.phase == PLAY and receiver(state, seat) == other:
        held |= state.passed[seat]
    return held & ~played_cards(state)


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose by rules of thumb: pass and throw high cards, follow with the highest card that loses, and lead low."""
    cards, led = legal(state, seat), int(state.trick[state.leader]) if state.phase == PLAY else NO_CARD
    if led < 0:
        return kit.highest_rank(cards) if state.phase == PASS else kit.lowest_rank(cards)
    suit = SUIT[kit.suit_of(led)]
    if cards & suit:
        under = cards & first(highest(kit.laid(state.trick, PLAYERS) & suit))
        return highest(under) if under else lowest(cards)
    return lowest(QUEEN) if cards & QUEEN else kit.highest_rank(cards & POINTS if cards & POINTS else cards)


# --- the human side


class HeartsTable(kit.Table):
    """The table of Hearts, with everything that differs from other trick-taking games."""

    def pick_label(self, state: State, seat: int) -> Text:
        return say("Pass three cards to {who}", who=Who(receiver(state.record, seat)))

    def reason(self, state: State, seat: int, card: int) -> Text:
        if state.phase == PASS or self.must_follow(state, seat):
            return super().reason(state, seat, card)
        if is_first_trick(state.record):
            lead = say("The first trick begins with {card}.", card=Card("2C"))
            return say("No points may be played to the first trick.") if self.suit_led(state) else lead
        return say("Hearts cannot be led before one has been played.")

    def notes(self, state: State) -> tuple[Text, ...]:
        shot = [seat for seat, gain in enumerate(state.gains) if gain < 0 or (not gain and sum(state.gains) > MOON)]
        return tuple(say("{who} shot the moon", who=Who(seat)) for seat in shot)

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        passed_on = before.phase == PASS and state.phase == PLAY
        story = super().tell_action(before, state, seat, action)
        return [*story, say("The cards are passed on.")] if passed_on else story


def news(before: State, state: State, seat: int) -> list[Text]:
    """Tell a seat privately which cards were passed to it."""
    if before.phase != PASS or state.phase != PLAY:
        return []
    giver = next(other for other in range(PLAYERS) if receiver(state, other) == seat)
    cards = DECK.listing(DECK.shown(state.passed[giver]))
    return [say("{who} passes {cards} to you.", who=Who(giver), cards=cards)]


TABLE = HeartsTable(
    hand=HAND,
    begin=begin,
    verbs={"pass": "pass"},
    picks={"pass": ("passed", PASSED)},
    sections={"deal": "The deal", "pass": "Passing", "play": "Playing tricks", "over": "Winning"},
)
GAME = kit.card_game(
    TABLE, name="hearts", title="Hearts", minutes=55, players=(PLAYERS,), deck=DECK, options=OPTIONS,
    fields=FIELDS, phases=PHASES, scoring=Scoring(lowest_wins=True), emblem=("QS", "2C", "AH"),
    short_options={"target": 20}, start=start, deal=deal, actors=actors, legal=legal, apply=apply,
    hide=hide, redeal=redeal, over=over, winners=winners, most_gain=lambda state: MOON, news=news,
)  # fmt: skip
