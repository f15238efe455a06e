"""Compare what a viewer gets at two tables that differ only in secrets: in every pair, all bytes must be the same.

`make leaks` runs this module over a million pairs: python -m tests.web.leaks --pairs 1000000 --seed 1. It plays random
matches of all games, one process per core, and ends at the first pair that differs, naming how to repeat it.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import count, cycle
from typing import Any

from parlour.engine.sets import each
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Text
from parlour.games import find_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match
from parlour.web.refusals import TableRefusal
from parlour.web.table._stream import Stream
from parlour.web.table._table import LastAction, Table, TableEvent
from parlour.web.wire.frames import encode
from tests.match.test_undo import facts_of
from tests.positions import TABLES

MOST_EVENTS = 300
TRIES = 3  # The number of other deals that are searched for an event that looks the same to the viewer.


class SpyMatch(Match):
    """A match that records the state after each chance event in the list `made`."""

    made: list[State]

    def _note_chance(self, before: State) -> list[Text]:
        self.made.append(self.game.copy(self.state))
        return super()._note_chance(before)


class TwinMatch(Match):
    """A match with a different deal, whose further chance events are prescribed."""

    chances_to_come: list[State]

    def advance(self) -> list[Text]:
        story: list[Text] = []
        earliest = self.game.copy(self.state)
        for state in self.chances_to_come:
            before = self.game.copy(self.state)
            self.set_state(state)
            story += self.game.tell(before, self.state, SPECTATOR, 0)
        self._earlier = earliest
        return story


@dataclass
class Seen:
    """A table, and the stream of its messages to a viewer."""

    table: Table
    stream: Stream

    def messages(self, events: Iterator[TableEvent], onlooker: int) -> Iterator[bytes]:
        for event in events:
            unsealed = replace(event, events=0, seal="")  # Seals depend on the match key, which differs between deals.
            yield self.stream.show(self.table, unsealed, [onlooker])[onlooker]

    @property
    def state(self) -> State:
        return self.table.playing.state


def other_world(seen: Seen, onlooker: int, seed: int) -> Seen:
    """Copy the table, but redeal everything that the viewer may not know."""
    table, rng = seen.table, chance_generator(seeded_key(seed, 1), 0)
    twin = Table(table.facts, table.places)
    twin.game = table.game
    world = table.game.hidden(table.playing.state, onlooker)
    table.game.redeal(world, onlooker, rng)
    twin.match = TwinMatch(
        table.game, table.facts.players, table.facts.options, key=seeded_key(seed, 2), board=table.playing.board
    )
    twin.match.set_state(world)
    twin.number, twin.since, twin._choices = table.number, list(table.since), list(table._choices)
    last = table._last
    if last is not None and last.seat == onlooker:
        before = table.game.hidden(last.before, onlooker)
        table.game.redeal(before, onlooker, rng)
        twin._last = LastAction(last.seat, last.action, before, None, 0, b"")
    stream = Stream()
    stream.log = seen.stream.log.copy()
    stream.view(twin, onlooker)
    return Seen(twin, stream)


def same_event(seen: Seen, twin: Seen, onlooker: int, seat: int, action: int) -> str | None:
    """Find an action in the other deal that looks the same to the viewer; None if there is no such action."""
    game = seen.table.game
    wanted = game.copy(seen.state)
    game.apply(wanted, seat, action)
    legal = list(each(game.legal(twin.state, seat)))
    # A different action can look the same only if the seat secretly chooses among cards that depend on the deal.
    for choice in [action] if action in legal or seat == onlooker else legal:
        after = game.copy(twin.state)
        game.apply(after, seat, choice)
        if game.hidden(after, onlooker).tobytes() == game.hidden(wanted, onlooker).tobytes():
            return game.action_name(twin.state, seat, choice)
    return None


def everything_shown(seen: Seen, onlooker: int, tried: list[int | str]) -> list[object]:
    """Collect everything that the viewer can request: view, log, refusals, and whether undo is possible."""
    shown: list[object] = [encode(seen.stream.view(seen.table, onlooker)), seen.stream.encoded_log(onlooker)]
    if onlooker == SPECTATOR:
        return shown
    shown.append(seen.table.known(onlooker).tobytes())  # Hints and bots are computed from this state.
    shown.append(seen.table.can_undo(onlooker))
    for action in tried:
        try:
            shown.append(seen.table.checked_move(onlooker, seen.table.number, action).name)
        except TableRefusal as refusal:
            shown.append((refusal.kind, refusal.reason))
    return shown


def _spied(match: Match) -> SpyMatch:
    """Turn the match into a SpyMatch, which records its chance events."""
    match.__class__ = SpyMatch
    assert isinstance(match, SpyMatch)
    match.made = []
    return match


def row(seen: Seen, seat: int, do: str) -> dict[str, Any]:
    return {"number": seen.table.number + 1, "seat": seat, "do": do, "client": None}


def compared_events(
    game: Game, players: int, onlooker: int, seed: int, most: int = MOST_EVENTS, day: str | None = None
) -> tuple[int, int]:
    """Play a match, comparing its events with those of other deals; return how many events were played and compared."""
    chooser = random.Random(seed)
    facts, places = facts_of(game.name, players, seed)
    facts.day, facts.link = day, None if day is None else seeded_key(seed, 3)
    seen = Seen(Table(facts, places), Stream())
    seen.table.game = game  # The game may be a variant that isn't registered.
    for event in seen.table.start():
        seen.stream.note(event)
    seen.stream.view(seen.table, onlooker)
    match = seen.table.match = _spied(seen.table.playing)
    played, compared = 0, 0
    while not seen.table.over and played < most:
        seat = chooser.choice(seen.table.actors())
        action = chooser.choice(list(each(game.legal(seen.state, seat))))
        worlds = [other_world(seen, onlooker, 1000 * seed + 10 * played + attempt) for attempt in range(TRIES)]
        tried: list[int | str] = [chooser.randrange(63), "play 3S", "fold", ""]
        shown = everything_shown(seen, onlooker, tried)
        assert everything_shown(worlds[0], onlooker, tried) == shown
        twins = ((world, same_event(seen, world, onlooker, seat, action)) for world in worlds)
        twin, do = next(((world, found) for world, found in twins if found), (None, None))
        match.made = []
        name_of = game.action_name(seen.state, seat, action)
        messages = list(seen.messages(seen.table.perform(row(seen, seat, name_of)), onlooker))
        played += 1
        if twin is not None and do is not None:
            assert isinstance(twin.table.match, TwinMatch)
            twin.table.match.chances_to_come = [game.hidden(made, onlooker) for made in match.made]
            for number, world in enumerate(twin.table.match.chances_to_come):
                game.redeal(world, onlooker, chance_generator(seeded_key(seed, played), number))
            assert list(twin.messages(twin.table.perform(row(twin, seat, do)), onlooker)) == messages
            compared += 1
    return played, compared


# --- a long run


Task = tuple[str, int, int, int]  # the name of a game, the number of players, the viewer and the seed


def tasks(seed: int) -> Iterator[Task]:
    """List matches without end: every viewer of every game in turn, each with a seed of its own."""
    viewers = [(name, players, viewer) for name, players in TABLES for viewer in range(SPECTATOR, players)]
    for number, (name, players, viewer) in zip(count(), cycle(viewers), strict=False):
        yield name, players, viewer, seed * 10**9 + number


def compare(task: Task) -> tuple[Task, int, int]:
    """Play a match and compare its pairs; return the task and how many events were played and compared."""
    name, players, viewer, seed = task
    try:
        played, compared = compared_events(find_game(name), players, viewer, seed)
    except AssertionError as error:
        raise AssertionError(f"a viewer can tell two deals apart: compared_events{task} repeats it\n{error}") from None
    return task, played, compared


def run(pairs: int, seed: int) -> Counter[str]:
    """Compare at least this many pairs; return how many there were by game. Each event of a match makes a pair."""
    found: Counter[str] = Counter()
    todo, cores = tasks(seed), os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        running: set[Future[tuple[Task, int, int]]] = set()
        while found.total() < pairs:
            running |= {pool.submit(compare, next(todo)) for _ in range(2 * cores - len(running))}
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for task, played, _ in (one.result() for one in done):
                found[task[0]] += played
    return found


def main() -> None:
    """Compare the pairs that the command line asks for, and print how many there were."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    try:
        found = run(arguments.pairs, arguments.seed)
    except AssertionError as error:
        sys.exit(str(error))
    by_game = ", ".join(f"{name} {number:,}" for name, number in sorted(found.items()))
    print(f"{found.total():,} pairs look the same ({by_game}); seed {arguments.seed}, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
