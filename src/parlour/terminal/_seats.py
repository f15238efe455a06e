"""Draw a seat in a few lines: its bid, tricks as pips, cards, points and badges."""

from collections.abc import Iterator, Sequence

from rich.console import Group
from rich.panel import Panel
from rich.text import Text as Ink

from parlour.game.texts import say
from parlour.game.view import Pile, Seat, View
from parlour.terminal._cards import ACCENT, QUIET, RED, backs, listed
from parlour.terminal._house import TableWords
from parlour.terminal.words import said

FRAME = 4  # How many columns a box's frame and padding take.
GAP = "   "  # Separates the piles on a line.
MOST_IN_LINE = 10  # A pile with more open cards than this is listed only when the player types p.


def pips(seat: Seat) -> Ink:
    """Draw tricks won and bid as ●○○; each trick above the bid is a red ✗."""
    if seat.tricks is None:
        return Ink()
    if seat.promised is None:
        if not seat.tricks:
            return Ink()
        return Ink(said(say("{n} tricks", n=seat.tricks)))
    won, promised = min(seat.tricks, seat.promised), seat.promised
    over = Ink("✗" * (seat.tricks - won), style=f"bold {RED}")
    return Ink.assemble("●" * won, ("○" * (promised - won), QUIET), over)


def seat_lines(seat: Seat, view: View, house: TableWords, width: int) -> list[Ink]:
    """Describe a seat in a few lines: bid and tricks, cards and score, and its piles."""
    room = width - FRAME
    acting = seat.seat in view.to_act
    lines = [spread(_bid(seat, acting), [pips(seat)], room)]
    if seat.cards or seat.seat < len(house.names):  # An extra seat has no score.
        lines.append(spread(_cards(seat), _score(seat, house), room))
    return lines + owned_piles(seat.seat, view, house, room)


def seat_box(seat: Seat, view: View, house: TableWords, width: int, lines: Sequence[Ink]) -> Panel:
    """Draw the box of a seat: the name at the top and the badges at the bottom."""
    acting = seat.seat in view.to_act
    title = Ink.assemble("▸ " if acting else "", (house.name(seat.seat), ACCENT if acting else "bold"))
    badges = badge_words(seat, view, house, width - FRAME - 2)
    return Panel(
        Group(*lines), title=title, title_align="left", subtitle=Ink(badges) if badges else None,
        subtitle_align="right", border_style="" if acting else QUIET, width=width,
    )  # fmt: skip


def spread(left: Sequence[Ink], right: Sequence[Ink], room: int) -> Ink:
    """Put a left and a right text on one line, each in the longest form that fits."""
    for one in left:
        for other in right:
            gap = room - one.cell_len - other.cell_len
            if gap >= (1 if one and other else 0):
                return Ink.assemble(one, " " * gap, other)
    line = Ink.assemble(left[-1], " ", right[-1])
    line.truncate(room, overflow="ellipsis", pad=True)
    return line


def _bid(seat: Seat, acting: bool) -> list[Ink]:
    """Return the forms in which a seat's bid can be shown, longest first."""
    if seat.bid is None:
        thinking = said(say("has chosen") if seat.chosen else say("is thinking")) if seat.chosen or acting else ""
        short = Ink("✓" if seat.chosen else "…" if acting else "")
        if seat.refused_cards:
            return [Ink.assemble(_refused(seat), " ", short), Ink.assemble(listed(seat.refused_cards), " ✗ ", short)]
        return [Ink(thinking, style=QUIET), short]
    bid = said(seat.bid)
    cards = listed(seat.bid_cards)
    promised = said(say("promised {bid}", bid=bid)) if seat.promised is not None else bid
    if not seat.bid_cards:
        return [Ink(promised), Ink(bid)]
    return [Ink.assemble(promised, ", ", cards), Ink.assemble(bid, " ", cards), Ink(bid)]


def _refused(seat: Seat) -> Ink:
    """Return the cards of bids that were refused."""
    return Ink.assemble(said(say("refused: ")), listed(seat.refused_cards))


def _cards(seat: Seat) -> list[Ink]:
    """Draw the cards in the hand: known cards face up, unknown cards face down."""
    hidden = seat.cards - len(seat.hand)
    known = Ink.assemble(listed(seat.hand), " " if hidden and seat.hand else "", (backs(hidden), QUIET))
    return [known, Ink(f"▮×{seat.cards}" if seat.cards else "", style=QUIET)]


def _score(seat: Seat, house: TableWords) -> list[Ink]:
    if seat.seat >= len(house.names):
        return [Ink()]
    return [Ink(house.counted(seat.score)), Ink(str(seat.score))]


def badge_words(seat: Seat, view: View, house: TableWords, room: int = 80) -> str:
    """Write badges in words, as in leads · partner."""
    mine = next((one for one in view.seats if one.seat == view.seat), None)
    partner = mine is not None and seat is not mine and seat.team is not None and seat.team == mine.team
    words = [house.badge(badge) for badge in seat.badges]
    words += [said(say("partner"))] if partner else []
    spaced = " · ".join(words)
    return spaced if len(spaced) <= room else " ".join(words)


def own_line(seat: Seat, view: View, house: TableWords) -> Ink:
    """Describe the viewer's seat on one line, in words."""
    acting = seat.seat in view.to_act
    name = Ink.assemble("▸ " if acting else "", (house.name(seat.seat), ACCENT if acting else "bold"))
    return Ink(" · ").join([name, *_own_facts(seat, view, house)])


def _own_facts(seat: Seat, view: View, house: TableWords) -> Iterator[Ink]:
    played = [play.card for play in view.centre.trick if play.seat == seat.seat]
    if played:
        yield Ink.assemble(said(say("played ")), listed(played))
    if seat.bid is not None:
        yield _bid(seat, False)[0]
    elif seat.chosen:
        yield Ink(said(say("you have chosen")))
    if seat.refused_cards:
        yield _refused(seat)
    if seat.tricks is not None and seat.promised is not None:
        won = Ink(said(say("won {tricks}", tricks=seat.tricks)))
        yield Ink(" ").join([won, pips(seat)]) if pips(seat) else won
    elif pips(seat):
        yield pips(seat)
    yield Ink(house.counted(seat.score))
    badges = badge_words(seat, view, house)
    if badges:
        yield Ink(badges)


def pile_lines(pile: Pile, house: TableWords) -> list[Ink]:
    """Return a pile's one-line forms: first its name with its open cards, if they are few; then without them."""
    name = Ink(f"{said(pile.name, house.seat_names)} ", style=QUIET)
    count = Ink.assemble(name, backs(pile.cards))
    if not pile.open or len(pile.open) > MOST_IN_LINE:
        return [count]
    hidden = pile.cards - len(pile.open)
    if pile.face_down:
        known = Ink.assemble(name, backs(pile.cards), " (", listed(pile.open), said(say(", face down")), ")")
        return [known, count]
    return [Ink.assemble(name, listed(pile.open), f" {backs(hidden)}" if hidden > 0 else ""), count]


def owned_piles(owner: int, view: View, house: TableWords, room: int) -> list[Ink]:
    """List the piles of a seat that hold cards, with as many piles on a line as fit."""
    lines: list[Ink] = []
    for pile in view.centre.piles:
        if pile.owner == owner and pile.cards:
            forms = pile_lines(pile, house)
            hidden = (
                pile.face_down and owner != view.seat
            )  # The command p lists the publicly known cards of a face-down pile.
            part = spread(forms[-1:] if hidden else forms, [Ink()], room)
            part.rstrip()
            if lines and lines[-1].cell_len + len(GAP) + part.cell_len <= room:
                lines[-1] = Ink.assemble(lines[-1], GAP, part)
            else:
                lines.append(part)
    return lines
