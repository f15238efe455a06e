"""Callers: the suits are called one after another, and all players answer at the same time.

The pack has the cards 1 to 5 in ♠ ♥ ♣. Everybody gets three cards; the rest is set aside unseen. A round has three
tricks: for the first ♠ is called, then ♥, then ♣. All players secretly choose a card, of the suit called if they can;
when all have chosen, the cards are shown, and the highest card of the suit called wins a point. After ten rounds the
highest score wins.
"""

import numpy as np

from parlour.engine.rng import Rng, draw_cards, pick, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, each, first, has
from parlour.game.cards import HIDDEN, NO_CARD, Deck
from parlour.game.fields import WIDE, card_set, choice, choice_set, each_seat, number, one_card
from parlour.game.game import Event, Game, State, checked_cards
from parlour.game.options import Option
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Action, Centre, Marker, Seat, View
from parlour.games.kit.fitting import REST, clear, deal_fitting

LETTERS, SUITS, VALUES, SEATS, HAND = "SHC", 3, 5, 4, 3
CARDS = SUITS * VALUES  # A card's number is suit × 5 + value - 1.
SUIT = (0b11111, 0b11111_00000, 0b11111_00000_00000)  # For each suit, the set of its cards.
DECK = Deck(tuple(f"{value}{letter}" for letter in LETTERS for value in range(1, VALUES + 1)))
DEAL, CHOOSE, OVER = range(3)
PHASES = ("deal", "choose", "over")
OPTIONS = (Option("length", 10, "How many rounds are played.", 1, 1000),)
EACH_SEAT = each_seat(SEATS)
FIELDS = (
    card_set(
        "hands",
        "the cards in each hand; a chosen card stays there until it is shown",
        EACH_SEAT,
        observed="own",
        place="common",
    ),
    choice_set("voids", "suits that the seat has shown not to hold", LETTERS, EACH_SEAT, stored=WIDE),
    card_set("aside", "cards that nobody holds", observed="none", place="common"),
    card_set("shown", "cards shown this round", place="common"),
    number("scores", "points in the match so far", 0, 3000, EACH_SEAT, stored=np.int32),
    one_card("choice", "the card that each seat has chosen secretly and not yet shown", EACH_SEAT, observed="own"),
    choice("called", "the suit called, which is also the number of finished tricks", LETTERS),
)


@rule
def start(state: State, players: int) -> None:
    state.players = players
    clear_table(state)


@rule
def clear_table(state: State) -> None:
    for seat in range(SEATS):
        state.voids[seat] = 0
        state.choice[seat] = NO_CARD
    state.aside = first(CARDS)
    state.shown = 0
    state.called = 0
    state.phase = OVER if state.rounds == state.length else DEAL


@rule
def deal(state: State, rng: Rng) -> None:
    shuffle(rng, first(CARDS))
    for seat in range(state.players):
        state.hands[seat] = draw_cards(rng, HAND)
    state.aside = draw_cards(rng, rng.left)
    state.phase = CHOOSE


@hot_rule
def actors(state: State) -> int:
    waiting = 0
    for seat in range(state.players):
        if state.phase == CHOOSE and state.choice[seat] == NO_CARD:
            waiting |= bit(seat)
    return waiting


@hot_rule
def legal(state: State, seat: int) -> int:
    return allowed(state, seat) if has(actors(state), seat) else 0


@hot_rule
def allowed(state: State, seat: int) -> int:
    """Return the cards of the suit called, or the whole hand if it has none."""
    following = state.hands[seat] & SUIT[state.called]
    return int(following if following else state.hands[seat])


@hot_rule
def apply(state: State, seat: int, card: int) -> None:
    state.choice[seat] = card
    if actors(state) == 0:
        show(state)


@rule
def show(state: State) -> None:
    """Show all choices: the highest card of the suit called wins a point; seats that didn't follow have none left."""
    winner, best = -1, -1
    for seat in range(state.players):
        card = int(state.choice[seat])
        state.choice[seat] = NO_CARD
        state.hands[seat] &= ~bit(card)
        state.shown |= bit(card)
        if not has(SUIT[state.called], card):
            state.voids[seat] |= bit(state.called)
        elif card > best:
            winner, best = seat, card
    if winner >= 0:
        state.scores[winner] += 1
    state.called += 1
    if state.called == HAND:
        state.rounds += 1
        clear_table(state)


@rule
def over(state: State) -> bool:
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    best, top = 0, 0
    for seat in range(state.players if over(state) else 0):
        best = 0 if state.scores[seat] > top else best
        top = max(top, int(state.scores[seat]))
        best |= bit(seat) if state.scores[seat] == top else 0
    return best


@rule
def points(state: State, seat: int) -> int:
    """Return the seat's points in the match."""
    return int(state.scores[seat])


@rule
def hide(state: State, seat: int) -> None:
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
            if state.choice[other] != NO_CARD:
                state.choice[other] = HIDDEN  # Everybody may know that a card was chosen, but not which one.
    state.aside = 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    deal_unseen(state, seat, rng)
    while not draw_choices(state, seat, rng):
        deal_unseen(state, seat, rng)


@rule
def deal_unseen(state: State, seat: int, rng: Rng) -> None:
    """Make a random deal that fits the known sizes of the hands and the suits that seats are void in."""
    clear(rng)
    unseen = first(CARDS) & ~state.shown
    size = HAND - int(state.called) if state.phase == CHOOSE else 0
    for other in range(state.players):
        rng.rooms[other] = size if other != seat else 0
        unseen &= ~state.hands[other] if other == seat else -1
    rng.rooms[REST] = count(unseen) - size * (state.players - (1 if seat >= 0 else 0))
    for suit in range(SUITS):
        rng.groups[suit] = SUIT[suit]
        rng.takers[suit] = first(REST + 1)
        for other in range(state.players):
            rng.takers[suit] &= ~bit(other) if has(state.voids[other], suit) else -1
    deal_fitting(rng, unseen)
    for other in range(state.players):
        state.hands[other] = rng.given[other] if other != seat else state.hands[other]
    state.aside = rng.given[REST]


@rule
def draw_choices(state: State, seat: int, rng: Rng) -> bool:
    """Choose a random card from each hand as its secret choice; return False if the rules don't allow the card."""
    for other in range(state.players):
        if other != seat and state.choice[other] != NO_CARD:
            state.choice[other] = pick(rng, state.hands[other])
            if not has(allowed(state, other), int(state.choice[other])):
                return False
    return True


# --- texts and views for players, in plain Python


def action_name(state: State, seat: int, action: int) -> str:
    return f"choose {DECK.name(action)}"


def why_not(state: State, seat: int, text: str) -> Text:
    if not actors(state) >> seat & 1:
        return say("There is nothing for you to choose now.")
    cards = ", ".join(DECK.listed(allowed(state, seat)))
    return say(
        "{text!r} is not allowed; {suit} is called: choose one of {cards}",
        text=text,
        suit=Card(LETTERS[state.called]),
        cards=cards,
    )


def chance_event(before: State, state: State) -> Event:
    hands = [DECK.listed(state.hands[seat]) for seat in range(state.players)]
    return {"deal": {"hands": hands, "aside": DECK.listed(state.aside)}}


def place(state: State, event: Event) -> None:
    dealt = checked_cards(DECK, event, "deal", int(state.players), HAND, ("aside",), first(CARDS))
    for seat, hand in enumerate(dealt["hands"]):
        state.hands[seat] = sum(1 << card for card in hand)
    state.aside = sum(1 << card for card in dealt["aside"][0])
    state.phase = CHOOSE


def view(state: State, seat: int) -> View:
    acting, mine = actors(state), legal(state, seat) if seat >= 0 else 0
    size = HAND - int(state.called) if state.phase == CHOOSE else 0
    called = (Marker(say("Called"), LETTERS[state.called]),) if size else ()
    return View(
        game="callers",
        seat=seat,
        phase=PHASES[state.phase],
        section="The game",
        round=int(state.rounds) + 1,
        prompt=say("Choose a card.") if mine else say("The others choose."),
        to_act=tuple(each(acting)),
        seats=tuple(
            Seat(
                place,
                size,
                tuple(DECK.listed(state.hands[place])),
                int(state.scores[place]),
                chosen=bool(state.choice[place] != NO_CARD),
            )
            for place in range(state.players)
        ),
        centre=Centre(markers=called),
        sheet=None,
        over=over(state),
        winners=tuple(each(winners(state))),
        actions=tuple(
            Action(
                card,
                action_name(state, seat, card),
                say("Choose {card}", card=Card(DECK.name(card))),
                (DECK.name(card),),
            )
            for card in each(mine)
        ),
    )


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    if seat < 0:
        return [say("Round {round} is dealt.", round=int(state.rounds) + 1)]
    if actors(before) != 1 << seat:  # Other players still have to choose.
        return [say("{who} has chosen.", who=Who(seat))]
    cards = [action if place == seat else int(before.choice[place]) for place in range(before.players)]
    story = [say("{who} shows {card}.", who=Who(place), card=Card(DECK.name(card))) for place, card in enumerate(cards)]
    won = [place for place in range(before.players) if state.scores[place] > before.scores[place]]
    return story + [say("{who} wins a point.", who=Who(place)) for place in won]


GAME = Game(
    name="callers",
    title="Callers",
    minutes=10,
    players=(2, 3, 4),
    default_players=3,
    deck=DECK,
    options=OPTIONS,
    fields=FIELDS,
    phases=PHASES,
    actions=len(DECK.names),
    start=start,
    deal=deal,
    actors=actors,
    legal=legal,
    apply=apply,
    hide=hide,
    redeal=redeal,
    over=over,
    winners=winners,
    points=points,
    action_name=action_name,
    why_not=why_not,
    chance_event=chance_event,
    place=place,
    view=view,
    tell=tell,
)
