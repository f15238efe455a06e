"""Draw a view as a table: the other seats at the top, the trick below them, the viewer's hand at the bottom."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from rich.align import Align
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as Ink

from parlour.game.texts import say
from parlour.game.view import Action, Centre, Marker, Pile, Play, Seat, Trick, View
from parlour.terminal._answers import keys, offered
from parlour.terminal._cards import ACCENT, FACE_HEIGHT, QUIET, backs, face, hand_row, listed, short, side_by_side, suit
from parlour.terminal._house import TableWords
from parlour.terminal._seats import own_line, owned_piles, pile_lines, seat_box, seat_lines
from parlour.terminal.words import said

MOST_FACES = 6  # A pile with more open cards than this is written on one line instead of drawn.
MOST_REASONS = 2
CROWDED = 5  # With at least this many opponents, there are no gaps between their boxes.


def table(view: View, house: TableWords) -> RenderableType:
    """Draw the whole table as the viewer sees it, with the prompt."""
    parts = [heading(view, house), around(view, house), *centre(view, house), *own_seat(view, house)]
    return Group(*parts, *asked(view, house))


def heading(view: View, house: TableWords) -> RenderableType:
    """Return the game, the round and the phase."""
    where = say("round {round}", round=view.round) if view.round else say("before the first round")
    title = Ink.assemble((house.title, ACCENT), f" · {said(where)}")
    if view.section:
        title.append(f" · {house.headings.get(view.section, view.section)}")
    return Rule(title, style=QUIET, align="left")


# --- the others


def others(view: View) -> list[Seat]:
    """List all seats except the viewer's, clockwise from the viewer's left."""
    places = len(view.seats)
    ordered = sorted(view.seats, key=lambda seat: (seat.seat - view.seat - 1) % places)
    return ordered[:-1] if view.seat >= 0 else sorted(view.seats, key=lambda seat: seat.seat)


def around(view: View, house: TableWords) -> RenderableType:
    """Draw the other seats, each with the card it has played."""
    seats = others(view)
    grid = Table.grid(expand=True)
    for _ in seats:
        grid.add_column(ratio=1)
    grid.add_row(*_boxes(view, house, seats))
    if view.centre.trick:
        grid.add_row(*(Align.center(_played(view.centre, seat.seat)) for seat in seats))
    return grid


def _boxes(view: View, house: TableWords, seats: Sequence[Seat]) -> Iterator[RenderableType]:
    """Make boxes of equal height; drop lines that are empty in all of them."""
    gaps = len(seats) - 1 if len(seats) < CROWDED else 0
    width = (house.width - gaps) // max(1, len(seats))
    contents = [seat_lines(seat, view, house, width) for seat in seats]
    rows = [row for row in zip_longest(*contents, fillvalue=Ink()) if any(line.plain.strip() for line in row)]
    for index, seat in enumerate(seats):
        yield seat_box(seat, view, house, width, [row[index] for row in rows])


def _played(centre: Centre, seat: int) -> RenderableType:
    """Draw the card that the seat has played to the trick."""
    mine = [play for play in centre.trick if play.seat == seat]
    if not mine:
        return Ink("\n" * FACE_HEIGHT)
    wins = centre.winning == seat
    words = [say("winning")] if wins else []
    words = [say("led"), *words] if centre.trick[0].seat == seat else words
    note = Ink(" · ".join(map(said, words)), style=ACCENT if wins else QUIET)
    lines = face(mine[-1].card, ACCENT if wins else "")
    return Group(*(Align.center(line) for line in [*lines, note]))


# --- the middle


def centre(view: View, house: TableWords) -> Iterator[RenderableType]:
    """Draw the markers, the piles in the middle and the last trick."""
    middle = [pile for pile in view.centre.piles if pile.owner is None]
    faces = [pile for pile in middle if 0 < len(pile.open) <= MOST_FACES and len(pile.open) == pile.cards]
    if faces:
        yield Align.center(_open_piles(faces, house))
    notes = [_marker(marker, house) for marker in view.centre.markers]
    notes += [pile_lines(pile, house)[0] for pile in middle if pile.cards and pile not in faces]
    if notes:
        yield Align.center(Ink("   ").join(notes))
    if view.centre.tricks:
        yield Align.center(finished_tricks(view.centre.tricks, house))
    elif view.centre.last_trick:
        yield Align.center(last_trick(view.centre, house))


def _marker(marker: Marker, house: TableWords) -> Ink:
    """Draw a marker: a suit, such as the trump suit, or the pile whose card shows the suit, as in Trump K♠ ▮▮▮."""
    name = Ink(f"{said(marker.name, house.seat_names)} ")
    if not marker.pile:
        return name.append_text(suit(marker.suit))
    if marker.card is None:
        return name.append(backs(marker.pile))
    return Ink.assemble(name, short(marker.card) if marker.card else "▯", " ", (backs(marker.pile - 1), QUIET))


def _open_piles(piles: Sequence[Pile], house: TableWords) -> RenderableType:
    blocks = []
    for pile in piles:
        lines = side_by_side([face(card) for card in pile.open])
        name = Ink(said(pile.name, house.seat_names), style=QUIET)
        blocks.append(Group(*lines, Align.center(name, width=lines[0].cell_len)))
    return Columns(blocks, padding=(0, 4))


def last_trick(centre: Centre, house: TableWords) -> Ink:
    """Write the last trick on one line."""
    line = Ink(said(say("Last trick: ")), style=QUIET)
    line.append_text(Ink(", ").join(_play(play, house) for play in centre.last_trick))
    if centre.last_winner is not None:
        line.append(said(say(" – taken by {name}", name=house.name(centre.last_winner))))
    return line


def finished_tricks(tricks: Sequence[Trick], house: TableWords) -> RenderableType:
    """Write the tricks that stay on the table, one line each."""
    return Group(*(_finished_trick(trick, house) for trick in tricks))


def _finished_trick(trick: Trick, house: TableWords) -> Ink:
    line = Ink(", ").join(_play(play, house) for play in trick.plays)
    taken = say(" – a draw") if trick.winner is None else say(" – taken by {name}", name=house.name(trick.winner))
    line.append(said(taken), style=QUIET)
    return line


def _play(play: Play, house: TableWords) -> Ink:
    return Ink.assemble(house.name(play.seat), " ", short(play.card))


# --- your seat


def own_seat(view: View, house: TableWords) -> Iterator[RenderableType]:
    """Draw the viewer's seat and hand."""
    if view.seat < 0:
        return
    mine = next(seat for seat in view.seats if seat.seat == view.seat)
    yield Rule(own_line(mine, view, house), style=QUIET, align="left")
    for line in owned_piles(view.seat, view, house, house.width - 4):
        yield Padding(line, (0, 2))
    numbers = card_numbers(view, mine.hand)
    for line in hand_row(mine.hand, numbers, house.width - 2):
        yield Align.center(line)


def card_numbers(view: View, hand: Sequence[str]) -> dict[int, str]:
    """Map the hand index of every card that can be chosen on its own to what the player types for it."""
    offers: dict[str, list[str]] = {}
    for number, action in zip(keys(view), offered(view), strict=True):
        if on_card(view, action):
            offers.setdefault(action.cards[0], []).append(number)
    numbers = {}
    for index, card in enumerate(hand):
        if card in offers:
            numbers[index] = offers[card].pop(0) if len(offers[card]) > 1 else offers[card][0]
    return numbers


def on_card(view: View, action: Action) -> bool:
    """Check whether the action's number is drawn under its card: no other action may use only this card."""
    mine = next((seat for seat in view.seats if seat.seat == view.seat), None)
    if mine is None or len(action.cards) != 1 or action.cards[0] not in mine.hand:
        return False
    return all(other.name == action.name for other in offered(view) if other.cards == action.cards)


# --- the prompt


def asked(view: View, house: TableWords) -> Iterator[RenderableType]:
    """Show the prompt, why some cards can't be played, and the actions that aren't numbered cards of the hand."""
    yield Ink.assemble(("▸ ", ACCENT), house.inked(view.prompt)) if view.actions else house.inked(view.prompt)
    for reason in _reasons(view, house):
        yield Ink(f"  {reason}", style=QUIET)
    if view.selection is not None and view.selection.chosen:
        yield Ink.assemble(f"  {said(say('Already chosen'))} ", listed(view.selection.chosen))
    buttons = [(key, one) for key, one in zip(keys(view), offered(view), strict=True) if not on_card(view, one)]
    if buttons:
        yield Padding(_buttons(buttons, house), (0, 2))


def _reasons(view: View, house: TableWords) -> list[str]:
    """Explain why some cards of the hand can't be chosen, unless there are too many different reasons."""
    reasons = list(dict.fromkeys(said(refused.reason, house.seat_names) for refused in view.refused))
    if not any(_uses_the_hand(view, action) for action in offered(view)):
        return []  # No card can be chosen now, for example during bidding.
    if len(reasons) <= MOST_REASONS:
        return reasons
    if not any(on_card(view, action) for action in offered(view)):
        return []
    return [said(say("Only the raised cards can be chosen; type another card to learn why it can't."))]


def _uses_the_hand(view: View, action: Action) -> bool:
    """Check whether an action chooses a card of the hand, alone or with others."""
    mine = next((seat for seat in view.seats if seat.seat == view.seat), None)
    return mine is not None and any(card in mine.hand for card in action.cards)


def _buttons(buttons: Sequence[tuple[str, Action]], house: TableWords) -> RenderableType:
    wide = max(len(key) for key, _ in buttons)
    return Columns(
        [Ink.assemble((f"{key:>{wide}} ", ACCENT), house.inked(action.label)) for key, action in buttons],
        padding=(0, 3), equal=True, column_first=len(buttons) > 3,
    )  # fmt: skip


def open_piles(view: View, house: TableWords) -> RenderableType:
    """List every pile with all the cards that the viewer knows."""
    lines = []
    for owner, piles in groupby(view.centre.piles, key=lambda pile: pile.owner):
        lines.append(Ink(said(say("In the middle")) if owner is None else house.name(owner), style="bold"))
        for pile in (pile for pile in piles if pile.cards):
            name = Ink(f"  {said(pile.name, house.seat_names)}, {pile.cards}: ")
            lines.append(name.append_text(_contents(pile)))
    return Group(*lines) if lines else Ink(said(say("There are no piles on the table.")))


def _contents(pile: Pile) -> Ink:
    """Write the cards of a pile that the viewer knows, and whether they lie face down."""
    if not pile.open:
        return Ink(said(say("face down")), style=QUIET)
    return listed(pile.open).append(f" {said(say('(face down)'))}", QUIET) if pile.face_down else listed(pile.open)
