"""Views for tests: an auction, a trick with colours as suits, cards to switch, many piles, and cards to pass."""

from parlour.game.cards import Deck, Face, Suit
from parlour.game.game import COMMON_BADGES, Badge, Scoring
from parlour.game.texts import Card, say
from parlour.game.view import Action, Cell, Centre, Marker, Pile, Play, Refused, Seat, Selection, SheetRow, View
from parlour.terminal._house import TableWords

COLOURS = (Suit("T", "teal"), Suit("O", "ochre", ink="gold"), Suit("V", "violet", ink="purple"), Suit("X", "slate"))
DECK = Deck(("14T", "3O", "10V", "5X", "Joker"), COLOURS, {"Joker": Face("the Joker")})
BADGES = {"mvp": Badge("MVP", "MVP"), "cow": Badge("Cow", "Cow"), "stayed": Badge("stays", "stays")}
FOUR = TableWords("Auction", ("Ann", "Ben", "Cleo", "Dan"))
LIVES = TableWords(
    "Lives", ("Ann", "Ben", "Cleo", "Dan"), Scoring("lives", "life", "lives", lives=True),
    badges={**COMMON_BADGES, **BADGES},
)  # fmt: skip
TWO = TableWords("Upgrades", ("Ann", "Ben"))


def auction() -> View:
    """Make a view of an auction with fourteen cards in the hand, bids and partners."""
    hand = (*(f"{value}{colour}" for colour in "TOV" for value in (1, 14, 13, 10)), "5X", "Joker")
    bids = (None, say("75"), say("pass"), say("80"))
    seats = tuple(
        Seat(seat, 14, hand if seat == 0 else (), 120, bids[seat], tricks=0, team=seat % 2) for seat in range(4)
    )
    actions = [Action(0, "pass", say("Pass"))]
    actions += [Action(bid // 5, f"bid {bid}", say("Bid {bid}", bid=bid)) for bid in range(85, 205, 5)]
    row = SheetRow(2, (Cell(120, 120, 75), Cell(80, 80)), (say("The bid was made."),))
    centre = Centre(piles=(Pile(say("Centre card"), 1),))
    prompt = say("The bid is 80: bid more or pass.")
    return View("auction", 0, "bid", "The auction", 3, prompt, (0,), seats, centre, row, tuple(actions))


def colour_trick() -> View:
    """Make a view of a trick with colours instead of suits."""
    hand = ("14T", "3O", "Joker")
    seats = tuple(Seat(seat, 3, hand if seat == 0 else (), 0, tricks=seat, team=seat % 2) for seat in range(4))
    centre = Centre((Play(2, "7O"), Play(3, "1O")), 3, markers=(Marker(say("Trump"), "X"), Marker(say("Lead"), "O")))
    reason = say("You must follow ochre.")
    return View("tricks", 0, "play", "Playing tricks", 1, say("Your turn: ochre was led."), (0,), seats, centre, None,
                (Action(1, "play 3O", say("Play {card}", card=Card("3O")), ("3O",)),),
                (Refused("14T", reason), Refused("Joker", reason)))  # fmt: skip


def switching() -> View:
    """Make a view with actions that involve two cards, a known card in another hand, and lives as scores."""
    hand, deck = ("7S", "KD", "10H"), ("9C", "7H", "AH")
    seats = (
        Seat(0, 3, hand, 3, badges=("dealer",)),
        Seat(1, 3, ("KS",), 1, badges=("mvp", "cow")),
        Seat(2, 3, (), 2, badges=("preacher", "stayed")),
        Seat(3, 0, (), 0, badges=("out",)),
    )
    switches = [(give, take) for give in hand for take in deck]
    actions = [
        Action(n, f"switch {give} {take}", say("Give {give}, take {take}", give=Card(give), take=Card(take)),
               (give, take))
        for n, (give, take) in enumerate(switches)
    ]  # fmt: skip
    actions += [Action(9, "stay", say("Stay")), Action(10, "swap", say("Swap all three and stay"))]
    centre = Centre(piles=(Pile(say("Playing deck"), 3, deck), Pile(say("Not dealt"), 17)))
    return View("lives", 0, "turn", "Taking turns", 4, say("Your turn."), (0,), seats, centre, None, tuple(actions))


def upgrading() -> View:
    """Make a view in which both players own piles; one action plays a card of the hand, and the other uses no card."""
    known = tuple(f"{value}{suit}" for suit in "SHCD" for value in ("3", "4", "5", "6", "7", "8", "9", "10"))
    seats = (Seat(0, 3, ("7H", "2C", "AS"), 12, tricks=2), Seat(1, 5, (), 9, tricks=1))
    piles = (
        Pile(say("Deck"), 32, known, 0),
        Pile(say("Discard pile"), 2, ("2S", "2D"), 0),
        Pile(say("Deck"), 32, (), 1),
        Pile(say("Binned"), 1, ("2H",), 1),
    )
    actions = (Action(0, "spend 7H", say("Spend {card}", card=Card("7H")), ("7H",)), Action(1, "stick", say("Stick")))
    prompt = say("Spend a Heart for a new card, or stick.")
    return View("upgrades", 0, "upgrade", "Upgrading", 2, prompt, (0,), seats, Centre(piles=piles), None, actions)


def passing() -> View:
    """Make a view with three cards to pass in ascending order; the ace can't be passed."""
    hand = ("2S", "7S", "9H", "4C", "KC", "AD")
    picks = tuple(
        Action(number, f"pass {card}", say("Pass {card}", card=Card(card)), (card,))
        for number, card in enumerate(hand[:-1])
    )
    seats = (Seat(0, 6, hand, 0), Seat(1, 6, (), 0, chosen=True))
    label, refused = say("Pass three cards"), (Refused("AD", say("The ace stays with you.")),)
    return View("passing", 0, "pass", "Passing", 1, say("Pass three cards."), (0,), seats, Centre(), None, picks[:3],
                refused, selection=Selection(3, picks, label))  # fmt: skip
