"""Properties of whole matches: they end, their records can be verified, and their events can be described."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice, zip_longest
from typing import Any

from parlour.engine.rng import generator, pick
from parlour.engine.rule import plain_calls
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.match.record import VerificationError, line, replay, verify
from parlour.match.seeds import key_words
from parlour.match.transcript import Transcript
from parlour.match.walk import ALWAYS, find_play_on, find_random
from parlour.testing._hiding import differing
from parlour.testing._position import Position
from parlour.testing._positions import named, played_match, some_options, started
from parlour.testing._table import moments_can_be_shown, names_of, section_is_in_the_rules
from parlour.testing.broken import Broken, described

MOVES = 70  # The number of moves in a recorded match.
LONGEST_MATCH = 20_000  # No match between people has this many moves.
MOST_ROUNDS = 12
# In these fields of a record, every change is detected.
PROVEN = (
    "parlour",
    "version",
    "board",
    "sealed",
    "fair",
    "events",
    "result",
)
CHANGES = 12  # How many single changes to a record are tried.
LETTERS = "0123456789abcdefSHCDRGYB*?"

Leaf = tuple[tuple[Any, ...], object]  # The path to a value in a record, and the value.


@contextmanager
def recorded(position: Position, what: str) -> Iterator[None]:
    """Add the number of players and the seed of the match to errors that are raised inside."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        where = f"{position.players} players, seed {position.seed}"
        raise Broken(f"{what} ({where}): {described(error, position.game)}") from error


def finished(position: Position, moves: int = MOVES) -> Match:
    """Play a random match from the position's seed, and stop it after `moves` moves."""
    match = played_match(position.game, position.players, position.seed, moves)
    match.stop()
    return match


def limited(position: Position) -> Match:
    """Play a random match with a limit of one round; stop it if the round doesn't end."""
    match = started(position.game, position.players, position.seed, limit=1)
    rng = generator(bots_seed(seeded_key(position.seed, 0)))
    for seat in islice(match.turns(), LONGEST_MATCH):
        match.act(seat, pick(rng, match.game.legal(match.state, seat)))
    match.advance()
    match.stop()
    return match


def written(match: Match) -> Any:
    """Return the record of a match after writing and reading it."""
    return json.loads(line(match.record()))


# --- the end


def every_match_ends(position: Position) -> None:
    """Check that a match ends within a move limit, and that it has winners only after its end."""
    game, rng = position.game, position.random("ends")
    options, limit = some_options(game, rng), rng.randint(1, MOST_ROUNDS)
    settings = f"{position.players} players, options {options}, seed {position.seed}"
    with recorded(position, f"a match with the options {options} fails"):
        state = game.new_state(position.players, options)
        play = find_play_on(game, find_random(game))
        decisions = play(state, generator(bots_seed(seeded_key(position.seed, 0))), limit, LONGEST_MATCH)
        over, winners = bool(game.over(state)), game.winners(state)
    if decisions == 0:
        raise Broken(f"a match is over before anybody has acted: {settings}")
    if decisions >= LONGEST_MATCH and not over and state.rounds < limit:
        raise Broken(
            f"a match does not end: after {LONGEST_MATCH:,} random moves {int(state.rounds)} rounds are finished "
            f"({settings}); expected that the rules end every round\n{game.dump(state)}"
        )
    if over and not winners:
        raise Broken(f"the match is over, but winners is empty: {settings}\n{game.dump(state)}")
    if winners and not over:
        raise Broken(
            f"winners has the seats {list(each(winners))} before the match is over: {settings}\n{game.dump(state)}"
        )


def a_finished_match_can_be_shown(position: Position) -> None:
    """Check that everybody can see the table after the last action of a match."""
    game = position.game
    match, rng = started(game, position.players, position.seed, dict(game.short_options)), position.random("last")
    for _ in islice(match.turns(), LONGEST_MATCH):
        if match.rounds >= MOST_ROUNDS:
            break
        seat = rng.choice(match.actors)
        last = Position(match, position.seed, len(match.events))
        with named(last, seat):
            match.act(seat, rng.choice(match.legal(seat)))
            match.advance()
    last = Position(match, position.seed, len(match.events))
    for viewer in last.viewers:
        with named(last, viewer):
            view = match.view(viewer)
        if (view.over, sorted(view.winners)) != (match.ended == "rules", match.winners):
            raise Broken(
                f"the view says over={view.over}, winners={list(view.winners)}; expected {match.ended == 'rules'} and "
                f"{match.winners}",
                last, viewer,
            )  # fmt: skip
        section_is_in_the_rules(view, last, viewer)


# --- records


def compiled_loops_write_the_same_record(position: Position) -> None:
    """Check that equal keys of actions stand for equal names: the record by keys is the same as `Match` writes."""
    game = position.game
    if not game.writes_quickly:
        return
    match = limited(position)
    if match.ended == "stopped":
        return
    slips, key = [ALWAYS] * position.players, key_words([seeded_key(position.seed, 0)])[0]
    with recorded(position, "the record cannot be written by keys"), plain_calls():
        by_key = Transcript(game, find_random(game)).write(game.new_state(position.players), key, 1, slips)
    if by_key is None:
        return  # action_key has returned -1
    events = json.loads(b"[" + by_key.events + b"]")
    for number, (found, expected) in enumerate(zip_longest(events, match.events)):
        if found != expected:
            raise Broken(
                f"action_key: event {number} of a record is {json.dumps(expected)}, but by the keys of its actions "
                f"{json.dumps(found)}; expected a key for every name, and -1 where the rules move by themselves",
                _of(match, position),
            )


def records_replay(position: Position) -> None:
    """Check that replaying a record gives the same final state and the same record."""
    with recorded(position, "the record of a match is refused"):
        match = finished(position)
        again = verify(written(match), match.game)
    if again.state.tobytes() != match.state.tobytes():
        fields = differing(position, match.state, again.state)
        raise Broken(f"replaying a record gives a different state: {fields}", _of(match, position))
    if again.record() != match.record():
        raise Broken("replaying a record gives a different record", _of(match, position))


def _of(match: Match, position: Position) -> Position:
    """Return the last position of a recorded match."""
    return Position(match, position.seed, sum("do" in event for event in match.events))


def a_running_match_is_replayed_by_its_events(position: Position) -> None:
    """Check that a match in progress can be replayed from its events, without the secret key of its deals."""
    with recorded(position, "the record of a running match cannot be replayed: place and chance_event do not fit"):
        match = played_match(position.game, position.players, position.seed, 30)
        if match.over:
            return
        record = written(match)
        *_, last = replay(record, telling=False, game=match.game)
    if record["fair"]["key"] is not None or record["result"] is not None:
        raise Broken("the record of a running match publishes its key or a result")
    if last.match.state.tobytes() != match.state.tobytes():
        fields = differing(position, match.state, last.match.state)
        raise Broken(
            f"place does not repeat the deal of its event: it gives a different {fields}", _of(match, position)
        )  # fmt: skip


def a_changed_record_is_refused(position: Position, changes: int = CHANGES) -> None:
    """Check that a record is refused after a single change: to a value, or by repeating or removing an event.

    A changed action is allowed if it turns the record into the valid record of another match.
    """
    with recorded(position, "the record of a match is refused"):
        match = finished(position)
        text = line(match.record())
    rng = position.random("change")
    for _ in range(changes):
        record = json.loads(text)
        path, value = rng.choice([leaf for part in PROVEN for leaf in leaves(record[part], (part,))])
        other = changed(value, rng)
        put(record, path, other)
        what = f"{'.'.join(map(str, path))} changed from {value!r} to {other!r}"
        if path[-1] not in ("do", "seat") or not _is_of_another_match(record, match):
            _refused(record, match, what, _of(match, position), ParlourError)
    for _ in range(changes):
        record = json.loads(text)
        place, twice = rng.randrange(len(record["events"])), rng.random() < 0.5
        event = record["events"][place]
        record["events"][place : place + 1] = [event, event] if twice else []
        _refused(record, match, f"event {place} {'twice' if twice else 'missing'}: {event}", _of(match, position))


def a_record_without_its_last_event_is_refused(position: Position) -> None:
    """Check that a record without its last event is refused, however the match ended."""
    with recorded(position, "a match cannot be recorded"):
        matches = [limited(position), *(finished(position, moves) for moves in (1, 2, 20, MOVES))]
    for match in matches:
        record = written(match)
        with recorded(position, "the record of a match is refused"):
            verify(record, match.game)
        del record["events"][-1]
        _refused(record, match, "the last event missing", _of(match, position))


def _is_of_another_match(record: Any, match: Match) -> bool:
    """Say whether a changed record is the valid record of another match."""
    try:
        again = verify(record, match.game)
    except ParlourError:
        return False
    return bool(written(again) == record)


def _refused(
    record: Any, match: Match, change: str, position: Position, kind: type[ParlourError] = VerificationError
) -> None:
    """Check that a changed record is refused."""
    with named(position), suppress(kind):
        verify(record, match.game)
        raise Broken(f"a record is accepted with {change}", position)


def leaves(value: object, path: tuple[Any, ...]) -> list[Leaf]:
    """List all values in a record with their paths."""
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in leaves(part, (*path, key))]
    if isinstance(value, list):
        return [leaf for number, part in enumerate(value) for leaf in leaves(part, (*path, number))]
    return [(path, value)]


def changed(value: object, rng: random.Random) -> object:
    """Return a different value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 100))
    if isinstance(value, str) and value:
        place = rng.randrange(len(value))
        other = rng.choice([letter for letter in LETTERS if letter.casefold() != value[place].casefold()])
        return value[:place] + other + value[place + 1 :]
    return 7


def put(record: Any, path: tuple[Any, ...], value: object) -> None:
    """Replace the value at this path in a record."""
    for step in path[:-1]:
        record = record[step]
    record[path[-1]] = value


# --- the story


def stories_can_be_told(position: Position) -> int:
    """Check that all events of a match can be described and shown; return the number of sentences."""
    with recorded(position, "a match cannot be described in sentences"):
        record = written(finished(position))
        names, sentences = names_of(position.game, position.players), 0
        for step in replay(record, game=position.game):
            for sentence in step.story:
                sentences += 1
                if not sentence.format(names).strip():
                    raise Broken(f"event {step.number} has an empty sentence", _of(step.match, position))
            for viewer in (SPECTATOR, 0):
                view = step.match.view(viewer)
                if not str(view.prompt):
                    raise Broken("the view has no prompt", _of(step.match, position), viewer)
                shown, legal = [action.id for action in view.actions], step.match.legal(0) if viewer == 0 else []
                if shown != legal:
                    raise Broken(f"the view offers the actions {shown}, not {legal}", _of(step.match, position), viewer)
                moments_can_be_shown(view, _of(step.match, position), viewer)
    if sentences == 0:
        raise Broken(f"there are no sentences in {MOVES} moves; expected sentences from tell")
    return sentences
