"""Bean Row: take as few beans as you can, and beware of the Goat.

A game made up for tests: it has unusual suits, two cards without a suit, a seat without a player, badges of its own,
and beans instead of points; the fewest beans win.

## The round

The cards are moons, waves and kettles from 1 to 6, the Goat and the Fog. Everybody gets four cards, and the Scarecrow
gets four, face down in a row; the rest are put aside unseen. The leader plays a card, and the others follow suit if
they can; the Goat and the Fog can always be played. When all have played, the Scarecrow turns over the next card of
its row. The highest card of the suit led takes the trick: a bean for each card from 4 up, and five for the Goat. A
trick with the Fog in it is worth 0. If no suit was played, the leader takes the trick. Nobody gets the beans of a
trick that the Scarecrow takes. The match ends after a round in which somebody reaches the bean limit, or after
the last round; the fewest beans win.
"""

from parlour.engine.rng import Rng, draw, draw_cards, pick, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, each, first, has
from parlour.game.cards import HIDDEN, NO_CARD, Deck, Face, Suit
from parlour.game.fields import WIDE, card_set, choice, choice_set, each_seat, listed, number, one_card, one_seat
from parlour.game.game import Badge, Event, Game, Scoring, State, checked_cards
from parlour.game.options import Option
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Action, Cell, Centre, Mark, Marker, Moment, Pile, Play, Seat, SheetRow, View
from parlour.games.kit.fitting import REST, clear, deal_fitting

SUITS, VALUES, SEATS, HAND, PLACES = 3, 6, 4, 4, 5
LETTERS = "MWK"
GOAT, FOG = 18, 19
CARDS = 20
FACES = 0b11 << GOAT
SUIT = (0b111111, 0b111111 << 6, 0b111111 << 12)
BEANS = 0b111000_111000_111000  # Each card from 4 up is worth a bean.
GOAT_BEANS = 5
DECK = Deck(
    (*(f"{value}{letter}" for letter in LETTERS for value in range(1, VALUES + 1)), "Goat", "Fog"),
    (
        Suit("M", "moons", "☾", "blue"),
        Suit("W", "waves", "≈", "green", "black"),
        Suit("K", "kettles", "♨", "gold", "red", paper="cream"),
    ),
    {"Goat": Face("the Goat", "♑", "red"), "Fog": Face("the Fog", ink="black")},
    ranks={"1": "Lone"},
    pips=False,
)
DEAL, PLAY, OVER = range(3)
PHASES = ("deal", "play", "over")
OPTIONS = (
    Option("length", 6, "The maximum number of rounds.", 1, 50),
    Option("enough", 20, "The match ends when somebody has this many beans.", 1, 200),
    Option("goat", "five", "How many beans the Goat is worth.", words=("five", "none")),
)
EACH_SEAT = each_seat(SEATS)
FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="common"),
    choice_set("voids", "suits that the seat has shown not to hold", LETTERS, EACH_SEAT, stored=WIDE),
    one_card("row", "the Scarecrow's cards, face down", listed(HAND), observed="none", place="common"),
    card_set("aside", "cards that nobody holds", observed="none", place="common"),
    one_card("played", "the cards on the table; the Scarecrow's last", each_seat(PLACES), place="common"),
    card_set("gone", "the cards of finished tricks", place="common"),
    number("beans", "beans of the match", 0, 20_000, EACH_SEAT),
    number("found", "beans of the last round", 0, 100, EACH_SEAT),
    choice("lead", "the suit led", LETTERS),
    one_seat("leader", "the seat that leads the trick"),
    one_seat("turn", "the seat whose turn it is"),
    one_seat("goat_herd", "the seat that took the Goat in this round"),
    number("tricks", "tricks finished", 0, HAND),
)


# --- the rules


@rule
def start(state: State, players: int) -> None:
    """Begin a match: nobody has beans, and the first seat leads."""
    state.players = players
    state.leader = 0
    clear_table(state)


@rule
def clear_table(state: State) -> None:
    """Put all cards aside before a deal."""
    for place in range(PLACES):
        state.played[place] = NO_CARD
    for place in range(HAND):
        state.row[place] = NO_CARD
    for seat in range(SEATS):
        state.voids[seat] = 0
    state.aside = first(CARDS)
    state.gone = 0
    state.tricks = 0
    state.lead = -1
    state.turn = -1
    state.goat_herd = -1
    state.phase = OVER if is_enough(state) else DEAL


@rule
def is_enough(state: State) -> bool:
    """Return whether the last round is over or somebody has reached the bean limit."""
    enough = state.rounds >= state.length
    for seat in range(state.players):
        enough = enough or state.beans[seat] >= state.enough
    return bool(enough)


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal four cards to everybody and to the row."""
    shuffle(rng, first(CARDS))
    for seat in range(state.players):
        state.hands[seat] = draw_cards(rng, HAND)
    for place in range(HAND):
        state.row[place] = draw(rng)
    state.aside = draw_cards(rng, rng.left)
    begin(state)


@rule
def begin(state: State) -> None:
    """Begin the play of the round; the leader is to act."""
    state.phase = PLAY
    state.turn = state.leader


@hot_rule
def actors(state: State) -> int:
    """Return the seat whose turn it is."""
    return bit(state.turn) if state.phase == PLAY else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the legal cards: those of the suit led and those without a suit, or any card if none is of that suit."""
    if state.phase != PLAY or state.turn != seat:
        return 0
    hand = int(state.hands[seat])
    if state.lead < 0 or hand & SUIT[state.lead] == 0:
        return hand
    return hand & (SUIT[state.lead] | FACES)


@hot_rule
def apply(state: State, seat: int, card: int) -> None:
    """Play a card; when all players have played, the Scarecrow turns over a card and the trick ends."""
    state.hands[seat] &= ~bit(card)
    state.played[seat] = card
    follow(state, seat, card)
    following = (seat + 1) % state.players
    if following == state.leader:
        turn_over(state)
        take_trick(state)
    else:
        state.turn = following


@rule
def follow(state: State, seat: int, card: int) -> None:
    """Record the first suit played as the suit led, and mark seats that don't follow suit as void in it."""
    if has(FACES, card):
        return
    suit = card // VALUES
    if state.lead < 0:
        state.lead = suit
    elif suit != state.lead:
        state.voids[seat] |= bit(state.lead)


@rule
def turn_over(state: State) -> None:
    """Turn over the Scarecrow's next card; the Scarecrow has no choice, so its card never shows a void."""
    card = int(state.row[state.tricks])
    state.row[state.tricks] = NO_CARD
    state.played[state.players] = card
    if state.lead < 0 and not has(FACES, card):
        state.lead = card // VALUES


@rule
def taker(state: State) -> int:
    """Return the seat that takes the trick; the leader if no suit was played."""
    best, place = -1, int(state.leader)
    for seat in range(state.players + 1):
        card = int(state.played[seat])
        if state.lead >= 0 and card > best and has(SUIT[state.lead], card):
            best, place = card, seat
    return place


@rule
def take_trick(state: State) -> None:
    """Count the beans of the trick; end the round after the last trick."""
    winner, cards = taker(state), 0
    for place in range(state.players + 1):
        cards |= bit(state.played[place])
        state.played[place] = NO_CARD
    worth = count(cards & BEANS)
    if has(cards, GOAT):
        worth += GOAT_BEANS if state.goat == 0 else 0
        state.goat_herd = winner if winner < state.players else -1
    if has(cards, FOG):
        worth = 0
    if state.tricks == 0:
        for seat in range(SEATS):
            state.found[seat] = 0
    if winner < state.players:
        state.found[winner] += worth
        state.beans[winner] += worth
        state.leader = winner
    state.gone |= cards
    state.lead = -1
    state.tricks += 1
    state.turn = state.leader
    if state.tricks == HAND:
        state.rounds += 1
        for seat in range(SEATS):
            state.hands[seat] = 0
        clear_table(state)


@rule
def over(state: State) -> bool:
    """Return whether the last round was played."""
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    """Return the seats with the fewest beans."""
    if not over(state):
        return 0
    least, found = int(state.beans[0]), 0
    for seat in range(state.players):
        least = min(least, int(state.beans[seat]))
    for seat in range(state.players):
        found |= bit(seat) if state.beans[seat] == least else 0
    return found


@rule
def points(state: State, seat: int) -> int:
    """Return the seat's beans in this match."""
    return int(state.beans[seat])


# --- secrets


@rule
def hide(state: State, seat: int) -> None:
    """Hide the others' hands, the row and the cards put aside."""
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
    for place in range(HAND):
        if state.row[place] != NO_CARD:
            state.row[place] = HIDDEN
    if state.phase == PLAY:
        state.aside = 0


@rule
def hand_size(state: State, seat: int) -> int:
    """Return how many cards a seat holds, which everybody knows."""
    if state.phase != PLAY:
        return 0
    return HAND - int(state.tricks) - (1 if state.played[seat] != NO_CARD else 0)


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Draw a deal that fits: first hands of the right size without suits that their seats lack, then the row."""
    if state.phase != PLAY:
        return
    clear(rng)
    unseen = first(CARDS) & ~state.gone
    for place in range(PLACES):
        unseen &= ~bit(state.played[place]) if state.played[place] >= 0 else -1
    left = 0
    for other in range(state.players):
        rng.rooms[other] = hand_size(state, other) if other != seat else 0
        left += int(rng.rooms[other])
        unseen &= ~state.hands[other] if other == seat else -1
    rng.rooms[REST] = count(unseen) - left
    for suit in range(SUITS):
        rng.groups[suit] = SUIT[suit]
        rng.takers[suit] = first(REST + 1)
        for other in range(state.players):
            rng.takers[suit] &= ~bit(other) if has(state.voids[other], suit) else -1
    deal_fitting(rng, unseen)
    for other in range(state.players):
        state.hands[other] = rng.given[other] if other != seat else state.hands[other]
    state.aside = rng.given[REST]
    for place in range(HAND):
        if state.row[place] == HIDDEN:
            state.row[place] = pick(rng, state.aside)
            state.aside &= ~bit(state.row[place])


# --- the human side


def action_name(state: State, seat: int, action: int) -> str:
    """Return the name of an action in records."""
    return f"play {DECK.name(action)}"


def why_not(state: State, seat: int, text: str) -> Text:
    """Say why the text isn't a legal action."""
    if not actors(state) >> seat & 1:
        return say("It is not your turn.")
    cards = DECK.listing(DECK.listed(legal(state, seat)))
    return say("{text!r} is not allowed: play one of {cards}", text=text, cards=cards)


def chance_event(before: State, state: State) -> Event:
    """Return the deal as written in records."""
    return {
        "deal": {
            "hands": [DECK.listed(state.hands[seat]) for seat in range(state.players)],
            "row": [DECK.name(card) for card in state.row],
            "aside": DECK.listed(state.aside),
        }
    }


def place(state: State, event: Event) -> None:
    """Repeat a deal from its record."""
    dealt = checked_cards(DECK, event, "deal", int(state.players), HAND, ("row", "aside"), first(CARDS))
    for seat, hand in enumerate(dealt["hands"]):
        state.hands[seat] = sum(1 << card for card in hand)
    for position, card in enumerate(dealt["row"][0]):
        state.row[position] = card
    state.aside = sum(1 << card for card in dealt["aside"][0])
    begin(state)


def automatic_moves(before: State, state: State) -> list[Event]:
    """Return the card that the Scarecrow has turned over."""
    if int(before.gone) == int(state.gone) and before.rounds == state.rounds:
        return []
    return [{"seat": "scarecrow", "do": f"turn {DECK.name(before.row[before.tricks])}"}]


def view(state: State, seat: int) -> View:
    """Return the table as the seat sees it."""
    mine = legal(state, seat) if seat >= 0 else 0
    players = int(state.players)
    cards = [int(card) for card in state.played]
    order = [(int(state.leader) + step) % players for step in range(players)]
    down = sum(int(card) != NO_CARD for card in state.row)
    return View(
        game="beanrow", seat=seat, phase=PHASES[state.phase], section="The round", round=int(state.rounds) + 1,
        prompt=say("Play a card.") if mine else say("The others play."), to_act=tuple(each(actors(state))),
        seats=(
            *(
                Seat(
                    one, hand_size(state, one), DECK.shown(state.hands[one]), int(state.beans[one]),
                    badges=(*["leader"] * int(one == state.leader), *["herd"] * int(one == state.goat_herd)),
                )
                for one in range(players)
            ),
            Seat(players, down),
        ),
        centre=Centre(
            trick=tuple(Play(one, DECK.name(cards[one])) for one in order if cards[one] >= 0),
            piles=(Pile(say("The row"), down), Pile(say("Gone"), count(int(state.gone)), DECK.shown(state.gone))),
            markers=(Marker(say("Led"), LETTERS[state.lead]),) if state.lead >= 0 else (),
        ),
        sheet=SheetRow(
            int(state.rounds), tuple(Cell(int(state.found[one]), int(state.beans[one])) for one in range(players))
        ) if state.rounds else None,
        actions=tuple(
            Action(card, action_name(state, seat, card), say("Play {card}", card=Card(DECK.name(card))),
                   (DECK.name(card),))
            for card in each(mine)
        ),
        over=over(state), winners=tuple(each(winners(state))), moments=moments(state),
    )  # fmt: skip


def moments(state: State) -> tuple[Moment, ...]:
    """When a round is over, return a moment that shows how many beans everybody has taken."""
    if state.phase == PLAY or not state.rounds:
        return ()
    marks = tuple(Mark(one, say("{beans}", beans=int(state.found[one]))) for one in range(state.players))
    return (Moment("result", say("Beans"), say("The beans of the row are counted."), marks),)


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    """Return sentences that describe what happened."""
    if seat < 0:
        return [say("Round {round} is dealt.", round=int(state.rounds) + 1)]
    story = [say("{who} plays {card}.", who=Who(seat), card=Card(DECK.name(action)))]
    for event in automatic_moves(before, state):
        card = Card(event["do"].removeprefix("turn "))
        story.append(say("{who} turns over {card}.", who=Who(int(before.players)), card=card))
    for one in range(before.players):
        if state.beans[one] > before.beans[one]:
            found = int(state.beans[one]) - int(before.beans[one])
            story.append(say("{who} finds {beans} beans.", who=Who(one), beans=found))
    return story


GAME = Game(
    name="beanrow", title="Bean Row", players=(2, 3, 4), default_players=3, deck=DECK, options=OPTIONS, fields=FIELDS,
    phases=PHASES, actions=CARDS, scoring=Scoring("beans", "bean", "beans", lowest_wins=True),
    badges={"herd": Badge("has the Goat", "♑", warning=True)}, other_seats=("the Scarecrow",),
    short_options={"length": 2}, start=start, deal=deal, actors=actors, legal=legal, apply=apply, hide=hide,
    redeal=redeal, over=over, winners=winners, points=points, action_name=action_name, why_not=why_not,
    chance_event=chance_event, place=place, automatic_moves=automatic_moves, view=view, tell=tell,
)  # fmt: skip
