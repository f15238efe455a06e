"""The designer's table in `parlour dev`: the current match, problems with the rules, and the pages waiting for news."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from parlour.club.compilation import Compilation
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import complete
from parlour.game.problems import Moment, Problem, problem_of
from parlour.web.dev._channel import Channel, Found, Measured, Moved, Serve, Serving, encode
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.table import lobby
from parlour.web.table.bots import BotThreads
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.openings import Openings
from parlour.web.table.protocol import NewTable
from parlour.web.wire.tokens import token_hash

DESIGNER = "Ann"
log = logging.getLogger("parlour.web.dev")


class News(Struct, frozen=True):
    """What the designer's page shows: the problems, the current match, and the version of the rules."""

    build: str  # a new value for every version of the rules
    stamp: str  # changes with every news, so that a page can ask for news after the last that it has
    file: str
    problems: list[Problem]
    table: str  # the table of the current match; empty while there are no rules
    anew: str  # why the match was restarted; empty if it was not
    measured: Measured | None  # the most telling figures of these rules, once there are any


class Workshop:
    """What `parlour dev` serves: one game, its table, and the latest problems."""

    def __init__(self, game: Game | None, home: Path, serve: Serve, channel: Channel) -> None:
        """Prepare to serve a game; without a game, the page shows only the problem."""
        self.game, self.home, self.wanted, self.channel = game, home, serve.wanted, channel
        self.build, self.table, self.token = serve.build, serve.wanted.table, serve.token
        self.anew = ""
        self.house: House | None = None
        self._changed = asyncio.Event()
        self._stamp = 0
        self._problems: dict[str, Problem] = {"file": serve.problem} if serve.problem else {}
        self._measured: Measured | None = None
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def make_house(
        self, store: Store, compilation: Compilation, bot_threads: BotThreads, openings: Openings
    ) -> "WorkshopHouse":
        """Create the house that keeps the designer's table."""
        house = WorkshopHouse(store, compilation, bot_threads, openings)
        house.workshop = self
        self.house = house
        return house

    # --- the match

    async def begin(self) -> None:
        """Continue the match if its events fit the rules; otherwise start a new match."""
        self._loop = asyncio.get_running_loop()
        if self.game is not None:
            await self._continue()
        self.channel.report(Serving(self.table, self.token, self.anew))

    async def _continue(self) -> None:
        house = self._house()
        try:
            if self.table:
                options = fitting(self._game(), self.wanted.players, self.wanted.options)[1]
                # The new rules may have different default options.
                await house.store.set_table(self.table, options=encode(options).decode())
                await house.table(self.table)
        except TableRefusal as refusal:
            reason = misfit(refusal)
            if reason is None:
                return  # the rules have failed, and the page says so; once they are fixed, the match may continue
            self.anew = reason
        if not self.table or self.anew:
            await self._open()

    async def start_anew(self) -> None:
        """Start another match at the designer's request."""
        self.anew = ""
        await self._open()
        self.channel.report(Moved(self.table, self.token))
        self._tell()

    async def _open(self) -> None:
        """Open a table where the designer plays against bots."""
        game = self._game()
        players, options, _ = fitting(game, self.wanted.players, self.wanted.options)
        opened = await lobby.open_table(self._house(), NewTable(game.name, DESIGNER, players, options))
        self.table, self.token = opened.table, opened.token

    def follow(self, live: LiveTable) -> None:
        """Show the designer's rematch from now on; the token for the seat stays the same."""
        if live.name != self.table and self.token and live.table.seat_of(token_hash(self.token)) is not None:
            self.table, self.anew = live.name, ""
            self.channel.report(Moved(self.table, self.token))

    async def dumped(self, table: str) -> str:
        """Return the whole state of a match as text, with all secrets."""
        live = await self._house().table(table)
        return live.table.game.dump(live.table.playing.state)

    def _game(self) -> Game:
        if self.game is None:
            raise TableRefusal("not_started", "There are no rules yet: fix the file first.")
        return self.game

    def _house(self) -> House:
        if self.house is None:
            raise TableRefusal("not_started", "The server is not open yet.")
        return self.house

    # --- problems

    def complain(self, problem: Problem | None, key: str = "file") -> None:
        """Show a problem on the page, or clear it; any thread may call this."""
        if self._problems.get(key) == problem:
            return
        if problem is None:
            self._problems.pop(key, None)
        else:
            self._problems[key] = problem
        self._tell()

    def note(self, error: BaseException, moment: Moment = "playing") -> bool:
        """Show an error raised by the rules; return whether the game caused it."""
        problem = problem_of(error, self.home, moment)
        if problem is not None and self._problems.get(moment) != problem:
            self.complain(problem, moment)
            self.channel.report(Found(problem))
        return problem is not None

    # --- figures

    def show_figures(self, measured: Measured) -> None:
        """Show figures on the page; any thread may call this."""
        self._measured = measured
        self._tell()

    # --- news

    def _tell(self) -> None:
        self._stamp += 1
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """End the compiler's workers, and answer all pages that are waiting for news; any thread may call this."""
        self._closing = True
        if self.house:
            self.house.compilation.end_workers()
        self._tell()

    async def news(self, known: str, seconds: float) -> News:
        """Wait at most this many seconds for news that the page has not seen, and return the latest."""
        changed = self._changed
        if self._news().stamp == known and not self._closing:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), seconds)
        return self._news()

    def _news(self) -> News:
        stamp = f"{self.build}.{self._stamp}"
        return News(
            self.build, stamp, Path(self.wanted.path).name, list(self._problems.values()), self.table, self.anew,
            self._measured,
        )  # fmt: skip


class WorkshopHouse(House):
    """The tables of `parlour dev`; if the rules fail, the page keeps the table and shows the problem beside it."""

    workshop: Workshop

    def add(self, live: LiveTable) -> None:
        """Load a table into memory; if it is the designer's rematch, the designer's page moves to it."""
        super().add(live)
        self.workshop.follow(live)

    @contextmanager
    def guarded(self, live: LiveTable) -> Iterator[None]:
        """Stop this table if the enclosed code fails; the page still shows it."""
        try:
            yield
        except Exception as error:
            live.aside = "The rules have failed: fix them, and the match continues."
            log.error("the rules have failed: %s", type(error).__name__, exc_info=error)
            raise TableRefusal("set_aside", live.aside) from None


def misfit(refusal: TableRefusal) -> str | None:
    """Say why a match's events don't fit the rules; return None if the rules themselves have failed."""
    cause: Any = refusal.__context__
    if cause is None:
        return refusal.reason
    return str(cause) if isinstance(cause, ParlourError) else None


def fitting(game: Game, players: int | None, options: dict[str, str]) -> tuple[int, dict[str, Any], str]:
    """Return the requested number of players and options, or the game's defaults and the reason for using them."""
    unfit = ""
    try:
        number = game.checked_players(players)
    except ParlourError as error:
        number, unfit = game.default_players, str(error)
    try:
        return number, dict(complete(game.options, options)), unfit
    except ParlourError as error:
        return number, {}, unfit or str(error)
