"""Lanterns: a game for tests, with suits, a special card, a badge and a word for scores that no other game has.

## Laying

The cards are tides and moss from 1 to 7, and the Moth; three players get five cards each. All players lay two cards
face down under their lamps. Once all cards are laid, each player's two cards go to the player on the left.

## Playing tricks

Follow the suit led if you can; the Moth may always be played, and never wins. The highest card of the suit led wins a
spark. The winner leads the next trick.

## Winning

After the last round, the player with the most sparks wins.
"""

import numpy as np

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, each, first, has, highest
from parlour.game.cards import NO_CARD, Deck, Face, Suit
from parlour.game.fields import card_set, each_seat, number, one_card, one_seat
from parlour.game.game import Badge, Event, Game, Scoring, State, checked_cards
from parlour.game.options import Option
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Action, Cell, Centre, Marker, Pile, Play, Seat, Selection, SheetRow, View

SEATS, HAND, LAID, VALUES = 3, 5, 2, 7
TIDES, MOTH, CARDS = first(VALUES), 2 * VALUES, 2 * VALUES + 1
MOSS = first(2 * VALUES) & ~TIDES
LETTERS = "UM"
DECK = Deck(
    (*(f"{value}{letter}" for letter in LETTERS for value in range(1, VALUES + 1)), "Moth"),
    (Suit("U", "tides", "≈", "blue"), Suit("M", "moss", "", "green")),
    {"Moth": Face("the Moth", "ᴍ", "purple")},
)
DEAL, LAY, PLAY, OVER = range(4)
PHASES = ("deal", "lay", "play", "over")
OPTIONS = (Option("length", 2, "How many rounds are played.", 1, 100),)
EACH_SEAT = each_seat(SEATS)
FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="common"),
    card_set("laid", "the cards that each seat has laid under the lamp", EACH_SEAT, observed="own", place="common"),
    card_set("taken", "cards of finished tricks", place="common"),
    number("layings", "how many cards each seat has laid", 0, LAID, EACH_SEAT),
    one_card("played", "the card of each seat in this trick", EACH_SEAT, place="common"),
    one_seat("leader", "the seat that leads the trick"),
    number("scores", "sparks of the match", 0, 1000, EACH_SEAT, stored=np.int32),
    number("before", "sparks before this round", 0, 1000, EACH_SEAT, stored=np.int32),
    number("gains", "sparks of the last finished round", 0, HAND, EACH_SEAT),
)


@rule
def start(state: State, players: int) -> None:
    """Begin a match."""
    state.players = players
    state.leader = 0
    for seat in range(SEATS):
        state.played[seat] = NO_CARD
    state.phase = DEAL


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal five cards to everybody."""
    shuffle(rng, first(CARDS))
    for seat in range(SEATS):
        state.hands[seat] = draw_cards(rng, HAND)
    state.taken = 0
    state.phase = LAY


@rule
def suit_led(state: State) -> int:
    """Return all cards of the suit led, or no cards if no card with a suit has been played yet."""
    for place in range(SEATS):
        card = int(state.played[(state.leader + place) % SEATS])
        if card != NO_CARD and card != MOTH:
            return TIDES if has(TIDES, card) else MOSS
    return 0


@hot_rule
def actors(state: State) -> int:
    """Return the seats that still have to lay cards, or, once all have, the seat whose turn it is."""
    waiting = 0
    for place in range(SEATS):
        seat = (int(state.leader) + place) % SEATS
        if state.phase == LAY and state.layings[seat] < LAID:
            waiting |= bit(seat)
        if state.phase == PLAY and state.played[seat] == NO_CARD and waiting == 0:
            waiting = bit(seat)
    return waiting


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the cards that the seat can lay or play."""
    if not has(actors(state), seat):
        return 0
    hand = int(state.hands[seat])
    if state.phase == LAY:
        cards = above(state, seat)
        return cards if state.layings[seat] == LAID - 1 else cards & ~bit(highest(cards))
    following = hand & suit_led(state)
    return following | (hand & bit(MOTH)) if following else hand


@rule
def above(state: State, seat: int) -> int:
    """Return the cards that the seat can still lay: those that rank above the cards already laid."""
    hand, laid = int(state.hands[seat]), int(state.laid[seat])
    return hand & ~first(highest(laid) + 1) if laid else hand


@hot_rule
def apply(state: State, seat: int, card: int) -> None:
    """Lay or play a card, depending on the phase."""
    state.hands[seat] &= ~bit(card)
    if state.phase == LAY:
        state.laid[seat] |= bit(card)
        state.layings[seat] += 1
        if actors(state) == 0:
            exchange(state)
        return
    state.played[seat] = card
    if actors(state) == 0:
        end_trick(state)


@rule
def exchange(state: State) -> None:
    """Move the cards under each player's lamp to the hand of the player on the left."""
    for seat in range(SEATS):
        state.hands[(seat + 1) % SEATS] |= state.laid[seat]
        state.laid[seat] = 0
        state.layings[seat] = 0
    state.phase = PLAY


@rule
def end_trick(state: State) -> None:
    """Give a spark to the highest card of the suit led; end the round after the last trick."""
    led, winner, best = suit_led(state), int(state.leader), -1
    for seat in range(SEATS):
        card = int(state.played[seat])
        if has(led, card) and card > best:
            winner, best = seat, card
        state.taken |= bit(card)
        state.played[seat] = NO_CARD
    state.scores[winner] += 1
    state.leader = winner
    if state.hands[winner] == 0:
        state.rounds += 1
        for seat in range(SEATS):
            state.gains[seat] = state.scores[seat] - state.before[seat]
            state.before[seat] = state.scores[seat]
        state.phase = OVER if state.rounds == state.length else DEAL


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats with the most sparks."""
    best, top = 0, 0
    for seat in range(SEATS if over(state) else 0):
        best = 0 if state.scores[seat] > top else best
        top = max(top, int(state.scores[seat]))
        best |= bit(seat) if state.scores[seat] == top else 0
    return best


@rule
def points(state: State, seat: int) -> int:
    """Return the seat's sparks in the match."""
    return int(state.scores[seat])


@rule
def hide(state: State, seat: int) -> None:
    """Hide the other seats' hands and the cards under their lamps."""
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0
            state.laid[other] = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Deal unseen cards to the other seats' hands and lamps, as many as each is known to hold."""
    unseen = first(CARDS) & ~state.taken
    for other in range(SEATS):
        unseen &= ~(state.hands[other] | state.laid[other])
        if state.played[other] != NO_CARD:
            unseen &= ~bit(int(state.played[other]))
    shuffle(rng, unseen)
    for other in range(SEATS):
        if other != seat and state.phase != DEAL and state.phase != OVER:
            state.hands[other] = draw_cards(rng, held(state, other))
            state.laid[other] = draw_cards(rng, int(state.layings[other]))


@rule
def held(state: State, seat: int) -> int:
    """Return how many cards a seat holds, which everybody knows."""
    if state.phase == DEAL or state.phase == OVER:
        return 0
    played = 1 if state.played[seat] != NO_CARD else 0
    return HAND - count(state.taken) // SEATS - int(state.layings[seat]) - played


def action_name(state: State, seat: int, action: int) -> str:
    """Return the name of an action in records."""
    return f"{'lay' if state.phase == LAY else 'play'} {DECK.name(action)}"


def why_not(state: State, seat: int, text: str) -> Text:
    """Explain why an action isn't allowed."""
    cards = ", ".join(DECK.listed(legal(state, seat)))
    return say("{text!r} is not allowed; expected one of {cards}", text=text, cards=cards)


def chance_event(before: State, state: State) -> Event:
    """Return the deal as written in records."""
    return {"deal": {"hands": [DECK.listed(hand) for hand in state.hands]}}


def place(state: State, event: Event) -> None:
    """Deal the given cards."""
    dealt = checked_cards(DECK, event, "deal", SEATS, HAND, (), first(CARDS))
    for seat, hand in enumerate(dealt["hands"]):
        state.hands[seat] = sum(1 << card for card in hand)
    state.taken = 0
    state.phase = LAY


def offered(state: State, seat: int, cards: int) -> tuple[Action, ...]:
    """Return the actions that use these cards."""
    word = say("Lay {card}") if state.phase == LAY else say("Play {card}")
    return tuple(
        Action(card, action_name(state, seat, card), Text(word.template, {"card": Card(DECK.name(card))}),
               (DECK.name(card),))
        for card in each(cards)
    )  # fmt: skip


def selection(state: State, seat: int) -> Selection | None:
    """If the seat has to lay cards, describe which cards it can choose and how many it must lay together."""
    if seat < 0 or state.phase != LAY or not has(actors(state), seat):
        return None
    return Selection(
        LAID - int(state.layings[seat]), offered(state, seat, above(state, seat)),
        say("Lay two cards for {who}", who=Who((seat + 1) % SEATS)), tuple(DECK.listed(state.laid[seat])),
    )  # fmt: skip


def view(state: State, seat: int) -> View:
    """Return the table as a seat sees it."""
    mine = legal(state, seat) if seat >= 0 else 0
    order = [(int(state.leader) + turn) % SEATS for turn in range(SEATS)]
    best = max(state.scores)
    led = suit_led(state)
    lamps = tuple(
        Pile(say("Under the lamp"), int(state.layings[one]), tuple(DECK.listed(state.laid[one])), one, face_down=True)
        for one in range(SEATS)
        if state.layings[one]
    )
    cells = tuple(Cell(int(state.gains[one]), int(state.before[one])) for one in range(SEATS))
    return View(
        game="lanterns", seat=seat, phase=PHASES[state.phase],
        section="Laying" if state.phase == LAY else "Playing tricks", round=int(state.rounds) + 1,
        prompt=(say("Lay two cards under your lamp.") if state.phase == LAY else say("Play a card."))
        if mine else say("The others choose cards."),
        to_act=tuple(each(actors(state))),
        seats=tuple(
            Seat(one, held(state, one), tuple(DECK.listed(state.hands[one])), int(state.scores[one]),
                 chosen=bool(state.phase == LAY and state.layings[one] == LAID),
                 badges=("keeper",) if best and state.scores[one] == best else ())
            for one in range(SEATS)
        ),
        centre=Centre(
            trick=tuple(Play(one, DECK.name(state.played[one])) for one in order if state.played[one] != NO_CARD),
            piles=lamps, markers=(Marker(say("Led"), "U" if led == TIDES else "M"),) if led else (),
        ),
        sheet=SheetRow(int(state.rounds), cells) if state.rounds else None,
        actions=offered(state, seat, mine), selection=selection(state, seat), over=bool(over(state)),
        winners=tuple(each(winners(state))),
    )  # fmt: skip


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    """Return sentences that describe what happened."""
    if seat < 0:
        return [say("Round {round} is dealt.", round=int(state.rounds) + 1)]
    if before.phase == LAY:
        laid = [say("{who} has laid two cards.", who=Who(seat))] if before.layings[seat] == LAID - 1 else []
        return laid if state.phase == LAY else [*laid, say("The lamps are lifted.")]
    story = [say("{who} plays {card}.", who=Who(seat), card=Card(DECK.name(action)))]
    won = [one for one in range(SEATS) if state.scores[one] > before.scores[one]]
    return story + [say("{who} wins a spark.", who=Who(one)) for one in won]


GAME = Game(
    name="lanterns", module=__name__, title="Lanterns", pitch="Lay your worst cards under another's lamp.",
    players=(SEATS,), deck=DECK, options=OPTIONS, fields=FIELDS, phases=PHASES, emblem=("7U", "Moth", "3M"),
    scoring=Scoring("sparks", "spark", "sparks"), badges={"keeper": Badge("keeper of the flame", "flame")},
    actions=len(DECK.names), start=start, deal=deal, actors=actors, legal=legal, apply=apply, hide=hide,
    redeal=redeal, over=over, winners=winners, points=points, action_name=action_name, why_not=why_not,
    chance_event=chance_event, place=place, view=view, tell=tell,
)  # fmt: skip
