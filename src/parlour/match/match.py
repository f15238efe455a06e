"""One match: its state, its record, and whose turn it is. This module does no input or output."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR, Event, Game, State, no_news
from parlour.game.texts import Refusal, Text, say
from parlour.game.view import View
from parlour.match.fair import SALT_BYTES, Salt, chance_generator, commitment, match_key, new_key

RECORD_VERSION = 2
NAME_OF_A_BOARD = r"^[A-Za-z0-9-]{1,64}\Z"
Link = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A board: a deal that several tables play with the same cards."""

    kind: Literal["day", "evening"]  # day: the board is today's deal; evening: it belongs to a duplicate evening
    name: Annotated[str, Meta(pattern=NAME_OF_A_BOARD)]  # the date, such as 2026-11-15, or the evening's name
    number: Annotated[int, Meta(ge=1)] = 1  # number of the board on that day or evening
    rounds: Annotated[int, Meta(ge=1)] | None = None  # number of rounds on the board; None for a whole match


class Today(Struct, frozen=True, forbid_unknown_fields=True):
    """What fixes the key of today's deal: the link of a server's chain or, without a server, only the date."""

    previous: Link | None = None  # link of the previous day, already public when the deal was played
    link: Link | None = None  # link of the day itself; null until the key is published


class Choice(NamedTuple):
    """A legal action of a seat: its number, its name in records, and the moment in the match when it is legal."""

    seat: int
    action: int
    name: str
    moment: int


def places(game: Game, players: int, winners: Sequence[int], standings: Sequence[Sequence[int]]) -> list[int]:
    """Rank the seats: winners by the rules come first, then points decide; seats with equal results share a rank.

    `standings` are the points or lives of every player or team after each round. Players without lives are ranked by
    the round in which they lost their last life: the later, the better.
    """
    points = standings[-1]
    sides, sign = len(points), -1 if game.scoring.lowest_wins else 1
    won = {seat % sides for seat in winners}
    order = [(side in won, sign * points[side], _rounds_alive(game, standings, side)) for side in range(sides)]
    return [1 + sum(other > order[seat % sides] for other in order) for seat in range(players)]


def _rounds_alive(game: Game, standings: Sequence[Sequence[int]], side: int) -> int:
    """Count the rounds after which a player still had a life; return 0 in games without lives."""
    return sum(standing[side] > 0 for standing in standings) if game.scoring.lives else 0


def standings(game: Game, events: Sequence[Event], points: Sequence[int]) -> list[list[int]]:
    """List the points of every side after each round of a match's events, ending with its final points."""
    return [*(event[game.scoring.name] for event in events if "round" in event), list(points)]


def _whole(action: object) -> int:
    """Convert a number to Python's int, since other types make Numba compile again; return -1 if it isn't whole."""
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        return -1


class Match:
    """A match between people and bots; `record` returns everything that happened in it."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
        key: bytes | None = None,
        *,
        salts: Sequence[Salt] | None = None,
        board: Board | None = None,
        today: Today | None = None,
        sealed: bool = False,
        limit: int | None = None,
        dealt_by_hand: bool = False,
        telling: bool = True,
    ) -> None:
        """Start a match.

        `salts` are what players add to the key, by seat. `today` fixes the key of today's deal. With `sealed`, the key
        of a board stays secret when the match is over. After `limit` rounds, the match is cut off. With
        `dealt_by_hand`, chance events come from calls of `place` instead of a key.
        """
        self.game = game
        self.state: State = game.new_state(players, options)
        self.before: State = self.state  # the state before the last action
        self._earlier: State | None = None  # the state before the last action or chance event
        self.players = int(self.state.players)
        self.names = list(names) if names is not None else [f"seat {seat}" for seat in range(self.players)]
        if len(self.names) != self.players:
            raise ParlourError(f"{self.players} players need {self.players} names, not {len(self.names)}")
        self.salts = self._checked_salts(salts)
        self.key = None if dealt_by_hand else key or new_key()
        # The key from which all chance follows: the key and the players' salts together.
        self.secret = None if self.key is None else match_key(self.key, self.salts)
        if sealed and board is None:
            raise ParlourError("only the match of a board can be sealed; expected a board")
        if limit is not None and limit < 1:
            raise ParlourError(f"the round limit cannot be {limit}; expected 1 or more")
        if today is not None and (board is None or board.kind != "day"):
            raise ParlourError("only the board of a day can be today's deal; expected a board of the kind day")
        self.board, self.today, self.sealed, self.limit = board, today, sealed, limit
        self.events: list[Event] = []
        self.chances = 0  # number of chance events so far
        self.telling = telling  # whether `act` and `advance` return sentences
        self._moment = 0  # increases with every change of the state
        self._stopped = False
        self._update()

    def _checked_salts(self, salts: Sequence[Salt] | None) -> list[Salt]:
        if salts is None:
            return [None] * self.players
        if len(salts) != self.players:
            raise ParlourError(f"{self.players} players need {self.players} salts or nulls, not {len(salts)}")
        for salt in salts:
            if salt is not None and len(salt) != SALT_BYTES:
                raise ParlourError(f"a salt has {len(salt)} bytes; expected {SALT_BYTES}")
        return list(salts)

    # --- the current state

    def _update(self) -> None:
        """Work out, after a change of the state, who can act and whether the match is over."""
        self._moment += 1
        self._acting = int(self.game.actors(self.state))
        if not self._acting and self.game.over(self.state):
            self.ended: str | None = "rules"  # how the match ended: rules, limit, board or stopped; None while it runs
        elif self._stopped:
            self.ended = "stopped"
        elif self.limit is not None and self.rounds >= self.limit:
            self.ended = "limit"
        elif self.board is not None and self.board.rounds is not None and self.rounds >= self.board.rounds:
            self.ended = "board"
        else:
            self.ended = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.ended is not None

    @property
    def cut_off(self) -> bool:
        """Whether the match was ended early, before its rules or its board ended it (C6)."""
        return self.ended in ("limit", "stopped")

    @property
    def chance_pending(self) -> bool:
        """Whether a chance event, such as a deal, comes next."""
        return not self._acting and not self.over

    @property
    def actors(self) -> list[int]:
        """The seats that can act now."""
        return [] if self.over else list(each(self._acting))

    @property
    def rounds(self) -> int:
        """The number of finished rounds."""
        return int(self.state.rounds)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty unless the rules ended the match."""
        return list(each(self.game.winners(self.state)))

    def legal(self, seat: int) -> list[int]:
        """List the legal actions of a seat."""
        self._check_seat(seat)
        return [] if self.over else list(each(self.game.legal(self.state, seat)))

    def _check_seat(self, seat: object) -> None:
        """Refuse a seat number that isn't at the table, since compiled rules don't check numbers."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise Refusal(say("there is no seat {seat}; expected 0 to {last}", seat=repr(seat), last=self.players - 1))

    def view(self, seat: int = SPECTATOR) -> View:
        """Return the table as the seat sees it."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return self._ending(self.game.view(self.game.hidden(self.state, seat), seat))

    def views(self, viewers: Iterable[int], everybody: View | None = None) -> dict[int, View]:
        """Return the table as each viewer sees it; the public part, `everybody`, is only made once."""
        seen = everybody or self.view()
        return {viewer: seen if viewer == SPECTATOR else self._private_view(viewer, seen) for viewer in viewers}

    def _private_view(self, seat: int, everybody: View) -> View:
        hidden, private = self.game.hidden(self.state, seat), self.game.private_view
        return self._ending(self.game.view(hidden, seat) if private is None else private(hidden, seat, everybody))

    def _ending(self, view: View) -> View:
        """Mark the view as over if the board ended the match before the rules did."""
        return replace(view, over=True) if self.ended == "board" and not view.over else view

    def news(self, seat: int) -> list[Text]:
        """Return what only this seat learned from the last action or chance event, using only what it may know."""
        self._check_seat(seat)
        if self._earlier is None or self.game.news is no_news:
            return []
        return self.game.news(self.game.hidden(self._earlier, seat), self.game.hidden(self.state, seat), seat)

    # --- what happens

    def advance(self) -> list[Text]:
        """Perform the pending chance event, if there is one; return sentences about it."""
        story: list[Text] = []
        earliest: State | None = None
        while self.chance_pending:
            if self.secret is None:
                raise ParlourError("this match is dealt by hand: chance events have to be placed")
            before = self.game.copy(self.state)
            earliest = before if earliest is None else earliest
            self.game.deal(self.state, chance_generator(self.secret, self.chances))
            story += self._note_chance(before)
        self._earlier = self._earlier if earliest is None else earliest
        return story

    def turns(self, hear: Callable[[list[Text]], object] = lambda story: None) -> Iterator[int]:
        """Go through the match: perform chance events, and yield each seat when it is to act.

        >>> for seat in match.turns():
        ...     match.act(seat, random.choice(match.legal(seat)))

        `hear` is called with the sentences about each chance event.
        """
        hear(self.advance())
        while not self.over:
            yield self.actors[0]
            hear(self.advance())

    def place(self, event: Event) -> list[Text]:
        """Perform the pending chance event as a recorded event says."""
        if not self.chance_pending:
            raise ParlourError("no chance event is pending, so none can be placed")
        before, placed = self.state, self.game.copy(self.state)
        self.game.place(placed, event)
        self.state = placed
        return self._note_chance(before)

    def _note_chance(self, before: State) -> list[Text]:
        self._update()
        self._earlier = before
        self.chances += 1
        self.events.append(self.game.chance_event(before, self.state))
        return self.game.tell(before, self.state, SPECTATOR, 0) if self.telling else []

    def choice(self, seat: int, action: int | str | Choice, known: State | None = None) -> Choice:
        """Find a legal action by number, name or earlier choice; if it isn't legal, raise a Refusal that says why.

        `known` is the state as the seat knows it, so that a refusal reveals nothing else; by default, the whole state.
        """
        if isinstance(action, Choice):
            return action if (action.seat, action.moment) == (seat, self._moment) else self.choice(seat, action.name)
        self._check_seat(seat)
        if self.over:
            raise Refusal(say("The match is over."))
        state = self.state if known is None else known
        if isinstance(action, str):
            number = self.game.parse_action(state, seat, action)
        else:
            number = _whole(action)
            legal = int(self.game.legal(state, seat))
            if number < 0 or not legal >> number & 1:
                raise Refusal(self._why_not(state, seat, action, legal))
        return Choice(seat, number, self.game.action_name(state, seat, number), self._moment)

    def _why_not(self, state: State, seat: int, action: int, legal: int) -> Text:
        if not legal:
            return self.game.why_not(state, seat, "")
        template = "action {action} is not allowed now; expected one of {legal}"
        return say(template, action=repr(action), legal=", ".join(map(str, each(legal))))

    def act(self, seat: int, action: int | str | Choice) -> list[Text]:
        """Perform a seat's action; an illegal action changes nothing and raises a Refusal that says why (C2)."""
        found = self.choice(seat, action)
        before = self.before = self._earlier = self.game.copy(self.state)
        self.game.apply(self.state, seat, found.action)
        self._update()
        self.events.append({"seat": seat, "do": found.name})
        self.events += self.game.automatic_moves(before, self.state)
        if self.state.rounds > before.rounds:
            self.events.append({"round": self.rounds, **self.game.standing(self.state)})
        return self.game.tell(before, self.state, seat, found.action) if self.telling else []

    def stop(self) -> None:
        """Stop a running match by hand; nobody wins (C6)."""
        self._stopped = not self.over
        self._update()

    def set_state(self, state: State) -> None:
        """Continue from another state, for undo, analysis and tests; the recorded events don't lead to that state."""
        self.state, self._earlier = self.game.copy(state), None
        self._update()

    # --- the record

    def result(self) -> dict[str, Any] | None:
        """Return how the match ended; return None while it runs."""
        if not self.over:
            return None
        return {
            "winners": self.winners,
            **self.game.standing(self.state),
            "rounds": self.rounds,
            "ended": self.ended,
            "limit": self.limit if self.ended == "limit" else None,
            "events": len(self.events),
        }

    def record(self) -> dict[str, Any]:
        """Return the match's record (see docs/records.md); it has the key only if the match is over and not sealed."""
        published = self.key.hex() if self.key and self.over and not self.sealed else None
        today = self.today if self.today is None or published else Today(self.today.previous)
        return {
            "parlour": RECORD_VERSION,
            "game": self.game.name,
            "version": self.game.version,
            "players": self.players,
            "options": self.game.options_of(self.state),
            "seats": list(self.names),
            "board": to_builtins(self.board),
            **({} if today is None else {"today": to_builtins(today)}),
            "sealed": self.sealed and self.over,
            "fair": {
                "commitment": commitment(self.key) if self.key else None,
                "key": published,
                "salts": [None if salt is None else salt.hex() for salt in self.salts],
            },
            "events": list(self.events),
            "result": self.result(),
        }
