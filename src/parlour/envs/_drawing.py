"""Drawing a card table as a few lines of plain text, for logs and terminals."""

from collections.abc import Iterator

from parlour.game.game import SPECTATOR, Game, State
from parlour.game.view import Pile, Seat, View


def drawn(game: Game, state: State, seat: int = SPECTATOR) -> str:
    """Draw the table as the seat sees it."""
    return "\n".join(_lines(game, game.view(game.hidden(state, seat), seat)))


def _lines(game: Game, view: View) -> Iterator[str]:
    viewer = "a spectator" if view.seat == SPECTATOR else f"seat {view.seat}"
    yield f"{game.title}, round {view.round}, {view.phase}, as {viewer} sees it"
    for seat in view.seats:
        yield _seat_line(seat, seat.seat in view.to_act)
    plays = " ".join(f"{play.seat}:{play.card}" for play in view.centre.trick)
    if plays:
        yield f"trick    {plays}"
    for marker in view.centre.markers:
        yield f"{str(marker.name).casefold():8} {marker.suit}"
    yield from (_pile_line(pile) for pile in view.centre.piles)
    yield str(view.prompt)


def _seat_line(seat: Seat, to_act: bool) -> str:
    """Draw a seat on one line, with its score, bid, tricks and cards; `>` marks a seat to act."""
    parts = [f"{'>' if to_act else ' '} seat {seat.seat} {seat.score:5}"]
    parts += [f"bid {seat.bid}"] if seat.bid is not None else []
    parts += [f"tricks {seat.tricks}"] if seat.tricks is not None else []
    parts += [f"{seat.cards} cards {' '.join(seat.hand)}".rstrip(), *seat.badges]
    return "  ".join(parts)


def _pile_line(pile: Pile) -> str:
    return f"{str(pile.name).casefold():8} {pile.cards} cards {' '.join(pile.open)}".rstrip()
