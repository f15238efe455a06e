"""What people can request after a match: the record and its verification, replays, analyses, and a bot's attempt."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from parlour.bots.search import can_search
from parlour.engine.rule import MISSING
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import say
from parlour.game.view import View
from parlour.games import find_game
from parlour.match.match import Match
from parlour.match.record import open_match, replay, verify
from parlour.web.refusals import TableRefusal
from parlour.web.table.answers import FinishedAnswers, Pace
from parlour.web.table.bots import BotThreads, weighed_actions
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, check_open
from parlour.web.table.protocol import Analysis, CouldHave, Decision, Replay, ReplayStep, Verified
from parlour.web.wire.frames import encode

ANALYSIS_MILLISECONDS = 80.0
OTHERS = "medium"
MOST_JOBS = 200
Answer = TypeVar("Answer", Analysis, CouldHave)


def finished_match(live: LiveTable) -> Match:
    """Return a table's match; refuse if the match is not over."""
    match = live.table.playing
    if not match.over:
        raise TableRefusal("not_over", say("The match is not over: its key and its cards are still secret."))
    check_open(live)
    return match


def checked_over(live: LiveTable) -> LiveTable:
    """Return the table; refuse if its match is not over."""
    finished_match(live)
    return live


def record_of(live: LiveTable) -> dict[str, Any]:
    """Return a finished match's record, with the players' names."""
    match = finished_match(live)
    match.names, match.sealed = live.table.names, False  # a day's deal whose record is requested is no longer sealed
    return match.record()


async def record_lines(house: House, names: Sequence[str]) -> AsyncIterator[bytes]:
    """Yield tables' records, one per line; tables that had to be loaded are released again."""
    for name in names:
        loaded = name in house.tables
        try:
            live = await house.table(name, latest=False)
            yield encode(record_of(live)) + b"\n"
        except TableRefusal as refusal:
            if refusal.kind == "unavailable":
                raise
            continue  # the table was deleted, is broken, or plays a game that this server no longer has
        if not loaded:
            house.release(name)


def verified(record: dict[str, Any]) -> Verified:
    """Verify a record in the way that anybody who downloads it can."""
    try:
        match = verify(record)
    except ParlourError as error:
        return Verified(False, [str(error)])
    chances = sum("seat" not in event and "round" not in event for event in record["events"])
    return Verified(
        True,
        [
            "The key fits the commitment that was published before the first card.",
            *([] if match.today is None else ["The key follows from the day's link in the server's chain."]),
            f"Dealing again from the key gives the same {chances} chance events.",
            f"Playing again shows that all {len(record['events'])} events are legal and every score is right.",
            f"The result is right, after {match.rounds} {'round' if match.rounds == 1 else 'rounds'}.",
        ],
    )


def replay_parts(record: dict[str, Any], seat: int | None, pace: Pace) -> Iterator[bytes]:
    """Yield a replay's JSON step by step, because all steps of a long match might not fit into memory."""
    whole = encode(Replay(list(record["seats"]), seat, []))
    yield whole.removesuffix(b"]}")
    for number, step in enumerate(replay_steps(record, seat)):
        yield encode(step) if not number else b"," + encode(step)
        pace()
    yield b"]}"


def replay_steps(record: dict[str, Any], seat: int | None) -> Iterator[ReplayStep]:
    """Yield a match step by step as a seat saw it. If `seat` is None, show all hands but no private news."""
    recorded = 0
    for step in replay(record):
        # `happens` is false if the record's earlier events have already covered this step.
        happens, recorded = step.number >= recorded, len(step.match.events)
        if step.story or "round" not in step.event:
            view = open_view(step.match) if seat is None else step.match.view(seat)
            news = step.match.news(seat) if seat is not None and happens else []
            yield ReplayStep(step.number, step.event, step.story, news, view)


def open_view(match: Match) -> View:
    """Return the view of a finished match with all hands open."""
    return match.game.view(match.state, -1)


def check_search(record: dict[str, Any]) -> None:
    """Refuse a search if nothing can be compiled here, or while the game's search is being compiled."""
    if MISSING:
        raise TableRefusal("missing", MISSING)
    if not can_search(find_game(record["game"])):
        raise TableRefusal("preparing", say("Thinking ahead is being prepared; try again in a minute."))


def checked_seat(live: LiveTable, seat: int) -> int:
    """Return the seat; refuse a seat that the table doesn't have."""
    if not 0 <= seat < live.table.facts.players:
        raise TableRefusal(
            "unknown_seat",
            say("There is no seat {seat}; expected 0 to {last}.", seat=seat, last=live.table.facts.players - 1),
        )
    return seat


# --- jobs that take longer


@dataclass
class Job:
    """Work that continues in the background while the client polls for its answer."""

    answer: Any
    task: "asyncio.Task[None]"


@dataclass
class Jobs:
    """Analyses of matches and bots' attempts at the same deals, each computed once."""

    bot_threads: BotThreads
    answers: FinishedAnswers
    _jobs: dict[tuple[object, ...], Job] = field(default_factory=dict)

    def analysis(self, live: LiveTable, seat: int) -> Analysis:
        """Return the seat's decisions that the search has weighed so far."""
        record = record_of(live)
        check_search(record)
        answer = Analysis(seat, False, 0.0, [])
        return self._job(("analysis", live.name, seat), answer, lambda: self._analyse(record, answer))

    def could(self, live: LiveTable, seat: int, level: str) -> CouldHave:
        """Return how a bot has done so far with the same deals at this seat."""
        record = record_of(live)
        check_search(record)
        answer = CouldHave(seat, level, False, 0.0)
        return self._job(("could", live.name, seat, level), answer, lambda: self._play_again(record, answer))

    def _job(self, place: tuple[object, ...], answer: Answer, work: Callable[[], Coroutine[Any, Any, None]]) -> Answer:
        job = self._jobs.get(place)
        if job is not None and (not job.task.done() or job.answer.done):
            found: Answer = job.answer
            return found
        if len(self._jobs) >= MOST_JOBS:
            self._drop_finished()
        self._jobs[place] = Job(answer, asyncio.create_task(work()))
        return answer

    def _drop_finished(self) -> None:
        """Make room by dropping the oldest answer; refuse while all jobs are running."""
        oldest = next((place for place, job in self._jobs.items() if job.task.done()), None)
        if oldest is None:
            raise TableRefusal(
                "too_many",
                say("{most} matches are already being analysed; try again in a minute.", most=MOST_JOBS),
            )
        del self._jobs[oldest]

    def close(self) -> None:
        """Stop all background jobs."""
        for job in self._jobs.values():
            job.task.cancel()

    async def _analyse(self, record: dict[str, Any], answer: Analysis) -> None:
        choices = await self.answers.run(lambda pace: _choices(record, answer.seat, pace))
        for place, (game, number, hidden, chosen) in enumerate(choices):
            weighed = await self.bot_threads.weigh(game, hidden, answer.seat, ANALYSIS_MILLISECONDS)
            best = weighed[0]
            mine = next(one for one in weighed if one.action == chosen)
            actions = weighed_actions(game, hidden, answer.seat, weighed)
            cost, error = best.value - mine.value, (best.error**2 + mine.error**2) ** 0.5
            answer.decisions.append(
                Decision(number, chosen, best.action, round(cost, 4), round(error, 4), actions)
            )  # fmt: skip
            answer.progress = round((place + 1) / len(choices), 3)
        answer.progress, answer.done = 1.0, True

    async def _play_again(self, record: dict[str, Any], answer: CouldHave) -> None:
        await self.answers.run(lambda _: verify(record))
        match = open_match(record, telling=False)
        game = match.game
        limit = len(record["events"])
        for seat in match.turns():
            level = answer.level if seat == answer.seat else OTHERS
            action = await self.bot_threads.choose(game, level, game.hidden(match.state, seat), seat)
            match.act(seat, action)
            answer.progress = round(min(0.99, len(match.events) / limit), 3)
        answer.won, answer.winners = answer.seat in match.winners, match.winners
        answer.scores, answer.record = game.standing(match.state), match.record()
        answer.progress, answer.done = 1.0, True


def _choices(record: dict[str, Any], seat: int, pace: Pace) -> list[tuple[Game, int, State, int]]:
    """List a seat's decisions between several actions: the event's number, what the seat knew, what it chose."""
    verify(record)
    match, found = open_match(record, telling=False), []
    match.advance()
    for number, event in enumerate(record["events"]):
        if number < len(match.events) or "do" not in event:
            continue
        acting = event["seat"]
        if acting == seat and len(list(each(match.game.legal(match.state, seat)))) > 1:
            hidden = match.game.hidden(match.state, seat)
            found.append((match.game, number, hidden, match.game.parse_action(hidden, seat, event["do"])))
        match.act(acting, event["do"])
        match.advance()
        pace()
    return found
