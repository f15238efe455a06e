"""Views as the other kinds of game make them: an auction with teams, open cards to switch, many piles."""

from parlour.terminal.house import House
from parlour.texts import Card, say
from parlour.view import Action, Cell, Centre, Marker, Pile, Play, Refused, Seat, SheetRow, View

FOUR = House("Rook", ("Ann", "Ben", "Cleo", "Dan"))
LIVES = House("Thirty-one", ("Ann", "Ben", "Cleo", "Dan"), "lives")
TWO = House("Active 13", ("Ann", "Ben"))


def auction() -> View:
    """Rook: fourteen cards, bids, partners."""
    hand = (*(f"{value}{colour}" for colour in "RGY" for value in (1, 14, 13, 10)), "5B", "Rook")
    bids = (None, say("75"), say("pass"), say("80"))
    seats = tuple(
        Seat(seat, 14, hand if seat == 0 else (), 120, bids[seat], tricks=0, team=seat % 2) for seat in range(4)
    )
    actions = [Action(0, "pass", say("Pass"))]
    actions += [Action(bid // 5, f"bid {bid}", say("Bid {bid}", bid=bid)) for bid in range(85, 205, 5)]
    row = SheetRow(2, (Cell(120, 120, 75), Cell(80, 80)), (say("The bid was made"),))
    centre = Centre(piles=(Pile(say("Centre card"), 1),))
    return View("rook", 0, "bid", "The auction", 3, say("The bid is 80: bid more or pass."), (0,), seats, centre, row,
                tuple(actions))  # fmt: skip


def rook_trick() -> View:
    """Rook: a trick with colours."""
    hand = ("14R", "3G", "Rook")
    seats = tuple(Seat(seat, 3, hand if seat == 0 else (), 0, tricks=seat, team=seat % 2) for seat in range(4))
    centre = Centre((Play(2, "7G"), Play(3, "1G")), 3, markers=(Marker(say("Trump"), "B"), Marker(say("Lead"), "G")))
    reason = say("You must follow green.")
    return View("rook", 0, "play", "Playing tricks", 1, say("Your turn: green was led."), (0,), seats, centre, None,
                (Action(1, "play 3G", say("Play {card}", card=Card("3G")), ("3G",)),),
                (Refused("14R", reason), Refused("Rook", reason)))  # fmt: skip


def switching() -> View:
    """Thirty-one: an action touches two cards, some cards of the others are known, scores are lives."""
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
    return View("thirtyone", 0, "turn", "Taking turns", 4, say("Your turn."), (0,), seats, centre, None, tuple(actions))


def upgrading() -> View:
    """Active 13: piles of both players, one of them with many known cards; a card or a button."""
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
    return View("active13", 0, "upgrade", "Upgrading", 2, prompt, (0,), seats, Centre(piles=piles), None, actions)
