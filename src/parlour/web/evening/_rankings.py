"""What a duplicate evening's page shows: the entries, your table, the results on closed boards, the ranking."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from parlour.club.evening import Made, Shape, Standing, board_key, match_points, shape_of, standings
from parlour.game.game import Game
from parlour.game.texts import say
from parlour.games import GAMES, find_game
from parlour.match.fair import commitment
from parlour.web.evening._rounds import ends, salts_of
from parlour.web.evening._stored import EntryFacts, PlayFacts, StoredEvening
from parlour.web.evening.messages import (
    BoardLine,
    ClosedBoard,
    EveningEntry,
    EveningState,
    EveningView,
    NextTable,
    RankingLine,
)
from parlour.web.refusals import TableRefusal


class Comparison(NamedTuple):
    """The results on all closed boards, compared: slow to compute, but they change only when a board is closed."""

    closed: list[ClosedBoard]
    ranking: list[RankingLine]


def compared(evening: StoredEvening) -> Comparison:
    """Compare the closed boards, and compute the ranking."""
    facts = evening.facts
    game, made = find_game(facts.game), made_of(evening)
    closed = [_closed(evening, game, made, number) for number in range(1, evening.closed + 1)]
    started = facts.started is not None
    return Comparison(closed, _ranking(evening, game, shape_of(game, facts.players), made) if started else [])


def shown(evening: StoredEvening, comparison: Comparison, person: str | None) -> EveningView:
    """Show the evening as a person may see it: without anything about the current board."""
    facts = evening.facts
    game, own = find_game(facts.game), evening.entry_of(person)
    shape = shape_of(game, facts.players)
    over, state = facts.finished is not None, _state(evening)
    open_tables = {one.table_number for one in evening.of_round() if one.score is None and not over}
    return EveningView(
        evening=facts.id, game=game.name, title=game.title, players=facts.players, options=facts.options,
        size=shape.size, boards=facts.boards, seconds=round(facts.timer), state=state, round=facts.round,
        ends=ends(evening) if state == "running" else None, unfinished=len(open_tables),
        commitment=commitment(facts.key), key=facts.key.hex() if over else None,
        host=person is not None and facts.host == person, own=None if own is None else own.number,
        next=None if own is None or state != "running" else _next(evening, own.number),
        entries=[_entry(one, shape, started=facts.started is not None, over=over) for one in evening.entries],
        closed=comparison.closed, ranking=comparison.ranking,
    )  # fmt: skip


def check_served(game: str) -> None:
    """Refuse an evening whose game this server no longer has."""
    if game not in GAMES:
        raise TableRefusal(
            "unknown_game", say("This evening plays {game}, which this server does not have.", game=game)
        )


def _state(evening: StoredEvening) -> EveningState:
    facts = evening.facts
    if facts.finished is not None:
        return "over"
    return "running" if facts.started is not None else "waiting" if facts.revealing is None else "revealing"


def _entry(one: EntryFacts, shape: Shape, *, started: bool, over: bool) -> EveningEntry:
    unit = one.place // shape.size if started and one.place is not None else None
    return EveningEntry(
        entry=one.number, name=one.name, bot=one.kind == "bot", person=one.person,
        place=one.place, unit=unit, away=one.away,
        salt_commitment=one.salt_commitment, salt_revealed=one.salt is not None,
        salt=one.salt.hex() if over and one.salt is not None else None,
    )  # fmt: skip


def _next(evening: StoredEvening, entry: int) -> NextTable | None:
    own = next((one for one in evening.of_round() if one.entry == entry), None)
    if own is None or own.table_id is None:
        return None
    return NextTable(own.board, own.table_id, own.seat, own.score is not None)


def made_of(evening: StoredEvening) -> list[Made]:
    """List the scores of all pairs or single players on all closed boards."""
    facts = evening.facts
    shape = shape_of(find_game(facts.game), facts.players)
    place = {one.number: one.place or 0 for one in evening.entries}
    return [
        Made(one.board, place[one.entry] // shape.size, one.seat % shape.sides, one.score)
        for one in evening.plays
        if one.board <= evening.closed and place[one.entry] % shape.size == 0  # a pair gets one line, not two
    ]


def _closed(evening: StoredEvening, game: Game, made: Sequence[Made], number: int) -> ClosedBoard:
    facts, of_board = evening.facts, [one for one in made if one.board == number]
    place = {one.number: one.place or 0 for one in evening.entries}
    size = shape_of(game, facts.players).size
    by_unit: dict[int, list[PlayFacts]] = {}
    for play in evening.plays:
        if play.board == number:
            by_unit.setdefault(place[play.entry] // size, []).append(play)
    lines = []
    for one in of_board:
        played = by_unit[one.unit]
        points, most = match_points(game, one, of_board)
        seats = sorted(play.seat for play in played)
        lines.append(
            BoardLine(one.unit, one.side, seats, played[0].table_id, played[0].table_number, one.score, points, most)
        )
    key = board_key(facts.key, number, salts_of(evening.entries))
    return ClosedBoard(number, key.hex(), sorted(lines, key=lambda line: (line.side, -line.match_points, line.unit)))


def _ranking(evening: StoredEvening, game: Game, shape: Shape, made: Sequence[Made]) -> list[RankingLine]:
    """Rank everybody but the bots that fill the seats: they only hold the cards that no person could hold."""
    ranked = {(one.place or 0) // shape.size for one in evening.entries if one.kind == "person"}
    found = [one for one in standings(game, len(evening.entries) // shape.size, made) if one.unit in ranked]
    members: dict[int, list[int]] = {}
    for one in sorted(evening.entries, key=lambda one: one.place or 0):
        members.setdefault((one.place or 0) // shape.size, []).append(one.number)
    better = -1 if game.scoring.lowest_wins else 1

    def points(one: Standing) -> float:
        return better * one.points

    worth = _share if any(one.most for one in found) else points  # no board is closed yet, or no table finished one
    return [
        RankingLine(
            one.unit, members[one.unit], _place(one, found, worth), _place(one, found, points), one.points,
            one.match_points, one.most,
        )
        for one in found
    ]  # fmt: skip


def _share(one: Standing) -> float:
    return one.match_points / one.most if one.most else 0.0


def _place(one: Standing, all_: Sequence[Standing], worth: Callable[[Standing], float]) -> int:
    """Return a pair's or single player's rank, which is 1 plus the number of better results."""
    return 1 + sum(worth(other) > worth(one) for other in all_)
