"""A table, rebuilt from its stored events: its seats, its match, and what each seat may do.

This module performs no input or output.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from parlour.club.evening import board_of_evening
from parlour.club.today import PERSON, board_of, next_bot, today_of
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.figures import Sums, added, counted
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Refusal, Text, Who, say
from parlour.game.view import SheetRow, View
from parlour.games import find_game
from parlour.match.chain import closes, date_of
from parlour.match.fair import Salt, bot_seed, commitment, match_key, next_digest, seal
from parlour.match.guide import guided
from parlour.match.log import Now, now_of
from parlour.match.match import Board, Choice, Match
from parlour.match.undo import open_cards, reveals
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import UNDO
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.store.writer import Row

RECENT_IDS = 32  # the number of move ids kept in memory; older ids are read from the database


class BrokenTableError(ParlourError):
    """Raised when stored events don't make a match; the text says where, but names no card."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A numbered event: who acted (None for chance), its story for everybody, and news for single seats."""

    number: int
    seat: int | None
    story: list[Text]
    news: dict[int, list[Text]]  # private news by seat; seats without news are left out
    events: int  # number of events in the record, including this one
    seal: str  # the seal over the record up to this event
    now: Now  # the state of the match after the event


@dataclass(frozen=True, slots=True)
class LastAction:
    """A seat's last action, kept as long as it may be taken back."""

    seat: int
    action: int
    before: State
    open: frozenset[str] | None  # the cards that were open before the action; None if not computed
    events: int  # number of events in the record before the action
    digest: bytes  # the digest of the record before the action


class Table:
    """A table and its match, rebuilt only from stored facts and events."""

    def __init__(self, facts: TableFacts, places: list[SeatFacts]) -> None:
        """Check that the facts about the table and its seats are consistent."""
        self.facts, self.places = facts, places
        self.game: Game = find_game(facts.game)
        if len(places) != facts.players or [place.seat for place in places] != list(range(facts.players)):
            raise BrokenTableError(f"table {facts.id} has {len(places)} seats for {facts.players} players")
        self.guide = guided(self.game, facts.key)
        self.match: Match | None = None
        self.number = 0
        self.recent: dict[tuple[int, str], int] = {}  # event numbers, by seat and the client's id
        self.since = [0] * facts.players  # for each seat, the event that led to its current choice
        self._choices: list[tuple[int, int, int]] = [(0, 0, 0)] * facts.players
        self._last: LastAction | None = None
        self._open: frozenset[str] | None = None  # the open cards; None if not computed
        self._match_key = facts.key
        self._sealed, self._digest = 0, b""  # how many events of the record are sealed, and their digest
        self.rows: list[SheetRow] = []  # the score sheet, one row per finished round
        self.sums: list[Sums] = [{} for _ in range(facts.players)]  # for each seat, the totals of the game's figures

    # --- seats

    def seat_of(self, hashed: str) -> int | None:
        """Return the seat whose token has this hash."""
        return next((place.seat for place in self.places if place.token_hash == hashed), None)

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [place.name for place in self.places]

    @property
    def free_seats(self) -> list[int]:
        """The seats for people that nobody has taken."""
        return [place.seat for place in self.places if place.kind == "person" and place.token_hash is None]

    @property
    def revealing(self) -> bool:
        """Whether all seats are taken, so that commitments are final, but the match has not started."""
        return self.match is None and self.facts.started is None and not self.free_seats

    @property
    def awaited_salts(self) -> list[int]:
        """The seats whose clients have committed to a salt but not revealed it."""
        return [place.seat for place in self.places if place.salt_commitment is not None and place.salt is None]

    @property
    def commitment(self) -> str:
        """The commitment to the match's key, which is published before the match."""
        return commitment(self.facts.key)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.match is not None and self.match.over

    @property
    def of_a_day(self) -> bool:
        """Whether the table plays a day's deal, which allows no hints, undo or stand-ins."""
        return self.facts.day is not None

    @property
    def of_a_board(self) -> bool:
        """Whether other tables play the same cards (a day's deal or an evening's board), so hints and undo are off."""
        return self.of_a_day or self.facts.evening is not None

    @property
    def sealed(self) -> bool:
        """Whether others can still play the same cards, so that the cards must stay secret."""
        if self.facts.evening is not None:
            return self.facts.closed is None
        return self.facts.day is not None and time.time() < closes(date_of(self.facts.day))

    @property
    def playing(self) -> Match:
        """Return the match, or refuse if it has not started."""
        if self.match is None:
            raise TableRefusal("not_started", say("The match has not started: seats are still free."))
        return self.match

    # --- events

    def start(self) -> Iterator[TableEvent]:
        """Start the match and yield its first chance event."""
        salts = [place.salt for place in self.places]
        self._match_key = match_key(self.facts.key, salts)
        self.match = self._new_match(salts)
        yield from self._chance(self.match)

    def _new_match(self, salts: list[Salt]) -> Match:
        facts = self.facts
        board = self._board()
        today = None if facts.day is None else today_of(facts.link)
        return Match(
            self.game, facts.players, facts.options, self.names, facts.key, salts=salts, board=board, today=today,
            sealed=board is not None,
        )  # fmt: skip

    def _board(self) -> Board | None:
        facts = self.facts
        if facts.evening is not None:
            return board_of_evening(self.game, facts.evening, facts.board or 1)
        return None if facts.day is None else board_of(self.game, date_of(facts.day))

    def perform(self, row: Row, choice: Choice | None = None) -> Iterator[TableEvent]:
        """Perform a stored event and any chance event that follows; yield each as soon as the table has reached it.

        `choice` is the action if this server has already checked it.
        """
        match, seat, do = self.playing, row["seat"], row["do"]
        if row["number"] != self.number + 1:
            raise BrokenTableError(
                f"event {row['number']} of table {self.facts.id} does not follow event {self.number}"
            )
        story = self._take_back(match, seat) if do == UNDO else self._act(match, seat, choice or do)
        if row["client"] is not None:
            self._remember(seat, row["client"], row["number"])
        yield self._event(match, seat, story)
        yield from self._chance(match)

    def _act(self, match: Match, seat: int, action: str | Choice) -> list[Text]:
        events, opened, digest = len(match.events), self._open, self._digest
        done = match.choice(seat, action)
        story = match.act(seat, done)
        self._last = LastAction(seat, done.action, match.before, opened, events, digest)
        if match.rounds > int(match.before.rounds):
            more = counted(self.game, match.state, match.players)
            self.sums = [added(sums, one) for sums, one in zip(self.sums, more, strict=True)]
        if match.rounds > len(self.rows) and (row := match.view().sheet) is not None:
            self.rows.append(row)
        return story

    def _take_back(self, match: Match, seat: int) -> list[Text]:
        last = self._last
        if last is None or last.seat != seat:
            raise BrokenTableError(
                f"event {self.number + 1} of table {self.facts.id} takes back an action that cannot be taken back"
            )
        match.set_state(last.before)
        del match.events[last.events :]
        self._sealed, self._digest = last.events, last.digest
        self._last = None
        return [say("{who} takes the last action back.", who=Who(seat))]

    def _chance(self, match: Match) -> Iterator[TableEvent]:
        if match.chance_pending:
            story = match.advance()
            self._last = None
            yield self._event(match, None, story)

    def _event(self, match: Match, seat: int | None, story: list[Text]) -> TableEvent:
        self.number += 1
        self._open = None
        phase, rounds, acting = int(match.state.phase), int(match.state.rounds), match.actors
        for place in range(match.players):
            choice = (phase, rounds, int(self.game.legal(match.state, place)) if place in acting else 0)
            if choice != self._choices[place] or place == seat:
                self.since[place], self._choices[place] = self.number, choice
        news = {place: heard for place in range(match.players) if (heard := match.news(place))}
        for event in match.events[self._sealed :]:
            self._digest = next_digest(self._digest, event)
        self._sealed = len(match.events)
        sealed = seal(self._match_key, self._digest)
        return TableEvent(self.number, seat, story, news, self._sealed, sealed, now_of(match))

    def _remember(self, seat: int, client: str, number: int) -> None:
        self.recent[seat, client] = number
        while len(self.recent) > RECENT_IDS:
            del self.recent[next(iter(self.recent))]

    # --- permissions: the reason for a refusal may depend only on what the seat knows

    def checked_move(self, seat: int, number: int, action: int | str) -> Choice:
        """Return the chosen action; refuse it if it isn't legal or was chosen for an older state of the table."""
        match = self.playing
        if match.over:
            raise TableRefusal("over", say("The match is over."))
        known = self.known(seat)
        if seat not in match.actors:
            raise TableRefusal("not_your_turn", self.game.why_not(known, seat, ""), self.game.seat_names(self.names))
        if number > self.number:
            raise TableRefusal("bad_request", f"number is {number}, but the last event is {self.number}.")
        if number < self.since[seat]:
            raise TableRefusal("stale", f"The table has changed since event {number}; look at event {self.number}.")
        try:
            return match.choice(seat, action, known)
        except Refusal as refusal:
            raise TableRefusal("not_allowed", refusal.text, self.game.seat_names(self.names)) from None

    def known(self, seat: int) -> State:
        """Return the state as the seat knows it, which is all that bots and hints get."""
        return self.game.hidden(self.playing.state, seat)

    def part(self, seat: int) -> int | None:
        """Return a bot's next scripted action in a guided hand; None if its script has ended or doesn't exist."""
        move = self.guide.move_of(seat, self.playing.events) if self.guide is not None else None
        state = self.playing.state
        named = (one for one in each(self.game.legal(state, seat)) if self.game.action_name(state, seat, one) == move)
        return None if move is None else next(named, None)  # the move may be illegal once a player has left the guide

    def check_undo(self, seat: int, number: int) -> None:
        """Refuse an undo that isn't allowed, or that was requested for an older state of the table."""
        if self.playing.over:
            raise TableRefusal("over", say("The match is over."))
        if number > self.number:
            raise TableRefusal("bad_request", f"number is {number}, but the last event is {self.number}.")
        if not self.can_undo(seat):
            reason = say("You can take back only your last action, and only before anybody has learned from it.")
            raise TableRefusal("cannot_undo", reason)
        if number < self.number:
            raise TableRefusal("stale", f"The table has changed since event {number}; look at event {self.number}.")

    def can_undo(self, seat: int) -> bool:
        """Check whether the seat may take back its last action: nothing happened since, and nobody learned from it."""
        match, last = self.match, self._last
        if (
            match is None
            or match.over
            or last is None
            or last.seat != seat
            or self.guide is not None
            or self.of_a_board
        ):
            return False
        if match.state.rounds != last.before.rounds:
            return False
        # `reveals` only samples possible deals and may overlook a revealed card, so compare the open cards first.
        if not self._opened(match) <= (last.open if last.open is not None else self._opened_before(last)):
            return False
        return not reveals(self.game, self.game.hidden(last.before, seat), seat, last.action)

    def _opened(self, match: Match) -> frozenset[str]:
        if self._open is None:
            self._open = open_cards(match.view())
        return self._open

    def _opened_before(self, last: LastAction) -> frozenset[str]:
        return open_cards(self.game.view(self.game.hidden(last.before, SPECTATOR), SPECTATOR))

    def views(self, onlookers: Iterable[int]) -> dict[int, View]:
        """Return each viewer's current view of the table."""
        match = self.playing
        everybody = match.view()
        self._open = open_cards(everybody)
        return match.views(onlookers, everybody)

    def actors(self) -> list[int]:
        """Return the seats that may act now."""
        return self.match.actors if self.match is not None else []

    def next_to_act(self) -> list[int]:
        """Return the seats that should act next: all or, in a day's deal, one at a time, the person before any bot."""
        actors = self.actors()
        if not self.of_a_day:
            return actors
        bot = next_bot(actors)
        return actors and [PERSON if bot is None else bot]

    def bot_seed(self, seat: int) -> bytes | None:
        """Return the random seed of a bot in a day's deal; None at other tables, where bots choose at random."""
        return bot_seed(self.facts.key, seat, len(self.playing.events)) if self.of_a_day else None
