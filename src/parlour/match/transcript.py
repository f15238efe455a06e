"""The events of a match as the text of its record, written in compiled code.

`Transcript` plays a match, from its key and with compiled bots, and writes every action and score as in a record. The
same loop verifies a record: it takes each action from the text that is checked, and the record is valid if both texts
are the same. Python is needed once for each name of an action, and for each deal.

A game allows this with `action_key`, a rule that returns equal numbers for equal names. Without it, matches are played
and verified step by step.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rng import GENERATOR
from parlour.engine.rule import hot_piece, hot_rule, loop, piece, rule
from parlour.engine.sets import lowest, rest
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, seed_of_bots, seed_of_event, set_key
from parlour.match.walk import NO_END, STOP, Choose, Context, find_slipping, walk_for

FEW = 50  # for fewer matches than this, compiling the loop isn't worth the wait
MOST_KEYS = 1 << 14  # a game with more keys is recorded step by step
LONGEST_NAME = 48  # bytes of a name in quotes; a game with a longer name is recorded step by step
MOST_SIDES = 16
LONGEST_EVENTS = 1024  # the maximum number of bytes for an action and a round's scores
FIRST_ROOM, FIRST_CHANCES = 1 << 15, 32
DIGIT_0, MINUS, COMMA, SPACE, QUOTE, BACKSLASH, OPEN, CLOSE = b'0-, "\\{}'
DONE, NEEDS_ROOM, NEEDS_NAME, DIFFERS = range(4)  # why the loop stopped
NO_ANSWER = -1

TAPE = record_type(
    [
        ("length", np.int64),  # bytes written
        ("read", np.int64),  # how many bytes of the verified text have been read
        ("chances", np.int64),  # chance events so far
        ("events", np.int64),  # actions and rounds so far
        ("decisions", np.int64),
        ("begun", np.int64),  # rounds before the last action; -1 once the loop knows whether it ended a round
        ("why", np.int64),
        ("seat", np.int64),  # the seat and the action whose name is needed
        ("action", np.int64),
        ("answer", np.int64),  # the action that was chosen but not written when the loop stopped
    ]
)


def _letters(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8)


ACTION_SEAT, ACTION_NAME, EVENT_END = _letters('{"seat": '), _letters(', "do": '), _letters("}, ")
ROUND_NUMBER, ROUND_END = _letters('{"round": '), _letters("]}, ")


@hot_rule
def _put(tape: Any, text: Any, letters: Any, number: int) -> None:
    """Append letters to the text."""
    for position in range(number):
        text[tape.length + position] = letters[position]
    tape.length += number


@rule
def _put_number(tape: Any, text: Any, number: int) -> None:
    """Append a whole number to the text."""
    if number < 0:
        text[tape.length] = MINUS
        tape.length += 1
        number = -number
    power = 1
    while number // power >= 10:
        power *= 10
    while power > 0:
        text[tape.length] = DIGIT_0 + number // power % 10
        tape.length += 1
        power //= 10


@rule
def _after_object(text: Any, position: int) -> int:
    """Find the end of the JSON object that begins here, or the end of the text if there is no object."""
    depth, quoted = 0, False
    while position < len(text):
        letter = text[position]
        if quoted:
            if letter == BACKSLASH:
                position += 1
            elif letter == QUOTE:
                quoted = False
        elif letter == QUOTE:
            quoted = True
        elif letter == OPEN:
            depth += 1
        elif letter == CLOSE:
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return len(text)


@hot_rule
def _begins(text: Any, position: int, letters: Any, number: int) -> bool:
    """Say whether the text has these letters at this position."""
    if position + number > len(text):
        return False
    for offset in range(number):
        if text[position + offset] != letters[offset]:
            return False
    return True


@cache
def _find_scores(game: Game) -> Callable[[State, Context], None]:
    """Make the piece that writes the scores after an action that has ended a round."""
    points, teams, name = game.points, game.teams, _letters(f", {json.dumps(game.scoring.name)}: [")

    @piece
    def note_round(state: State, context: Context) -> None:
        tape, text = context[4], context[5]
        if tape.begun >= 0 and state.rounds > tape.begun:
            start, sides = tape.length, teams if teams > 0 else state.players
            _put(tape, text, ROUND_NUMBER, len(ROUND_NUMBER))
            _put_number(tape, text, state.rounds)
            _put(tape, text, name, len(name))
            for side in range(sides):
                if side > 0:
                    text[tape.length], text[tape.length + 1] = COMMA, SPACE
                    tape.length += 2
                _put_number(tape, text, points(state, side))
            _put(tape, text, ROUND_END, len(ROUND_END))
            tape.read += tape.length - start
            tape.events += 1
        tape.begun = -1

    return note_round


@cache
def _find_chance(game: Game) -> Callable[[State, Context], bool]:
    """Make the function that deals, and keeps the states before and after the deal for the event's text."""
    deal, note_round = game.deal, _find_scores(game)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        dealer, _, hasher, _, tape, text, given, states, marks, _, _ = context
        note_round(state, context)
        if tape.chances == len(marks) or tape.length + LONGEST_EVENTS > len(text):
            tape.why = NEEDS_ROOM
            return False
        states[2 * tape.chances] = state
        seed_of_event(hasher, hasher.event, dealer.words)
        hasher.event += 1
        deal(state, dealer)
        states[2 * tape.chances + 1] = state
        marks[tape.chances] = tape.length
        tape.chances += 1
        tape.read = _after_object(given, tape.read) + 2
        return True

    return chance


@cache
def _find_noting(game: Game) -> Callable[[State, int, int, Context], bool]:
    """Make the piece that writes an action; it returns False if the loop has to stop before it."""
    key_of = game.action_key

    @hot_piece
    def note(state: State, seat: int, action: int, context: Context) -> bool:
        _, _, _, _, tape, text, _, _, _, lengths, names = context
        key = key_of(state, seat, action)
        if key < 0 or key >= MOST_KEYS:
            tape.why = DIFFERS
            return False
        if lengths[key] == 0:
            tape.seat, tape.action, tape.why = seat, action, NEEDS_NAME
            return False
        start = tape.length
        _put(tape, text, ACTION_SEAT, len(ACTION_SEAT))
        _put_number(tape, text, seat)
        _put(tape, text, ACTION_NAME, len(ACTION_NAME))
        _put(tape, text, names[key], lengths[key])
        _put(tape, text, EVENT_END, len(EVENT_END))
        tape.read += tape.length - start
        tape.events += 1
        tape.decisions += 1
        tape.begun = state.rounds
        return True

    return note


@cache
def find_playing(game: Game, chosen: Choose) -> Callable[..., int]:
    """Make the loop in which compiled bots play."""
    choose_or_slip, note, note_round = find_slipping(game, chosen), _find_noting(game), _find_scores(game)

    @hot_piece
    def choose(state: State, seat: int, context: Context) -> int:
        tape = context[4]
        if tape.answer == NO_ANSWER:
            note_round(state, context)
            if tape.length + LONGEST_EVENTS > len(context[5]):
                tape.why = NEEDS_ROOM
                return STOP
            tape.answer = choose_or_slip(state, seat, context[3][seat], context[1])
        if not note(state, seat, tape.answer, context):
            return STOP
        action, tape.answer = tape.answer, NO_ANSWER
        return int(action)

    return _loop_for(game, choose)


@cache
def find_reading(game: Game) -> Callable[..., int]:
    """Make the loop that takes each action from the text of a record."""
    legal, key_of, note, note_round = game.legal, game.action_key, _find_noting(game), _find_scores(game)

    @hot_piece
    def choose(state: State, seat: int, context: Context) -> int:
        _, _, _, _, tape, text, given, _, _, lengths, names = context
        note_round(state, context)
        if tape.length + LONGEST_EVENTS > len(text):
            tape.why = NEEDS_ROOM
            return STOP
        actions = legal(state, seat)
        start = tape.read + len(ACTION_SEAT) + 1 + len(ACTION_NAME)  # a seat has one digit
        while actions != 0:
            action = lowest(actions)
            key = key_of(state, seat, action)
            if 0 <= key < MOST_KEYS:
                if lengths[key] == 0:
                    tape.seat, tape.action, tape.why = seat, action, NEEDS_NAME
                    return STOP
                if _begins(given, start, names[key], lengths[key]):
                    return action if note(state, seat, action, context) else STOP
            actions = rest(actions)
        tape.why = DIFFERS
        return STOP

    return _loop_for(game, choose)


def _loop_for(game: Game, choose: Callable[[State, int, Context], int]) -> Callable[..., int]:
    note_round = _find_scores(game)
    walk = walk_for(game, _find_chance(game), choose)

    @loop
    def write(
        match: Any, tools: Any, hashers: Any, slips: Any, tapes: Any, text: Any, given: Any, states: Any, marks: Any,
        lengths: Any, names: Any, limit: int
    ) -> int:  # fmt: skip
        state, tape = match[0], tapes[0]
        context = (tools[0], tools[1], hashers[0], slips, tape, text, given, states, marks, lengths, names)
        tape.why = DONE
        walk(state, context, limit, NO_END)
        if tape.why == DONE:
            note_round(state, context)
        return int(tape.why)

    return write


@loop
def _begin(hashers: Any, tools: Any, key: Any) -> None:
    """Set the key of the next match."""
    set_key(hashers[0], key)
    seed_of_bots(hashers[0], tools[1].words)


# --- names of actions


@dataclass(frozen=True)
class Names:
    """The names of a game's actions by their keys, each in quotes; a name is looked up when its action first occurs."""

    lengths: Any  # 0: not found yet
    letters: Any


@cache
def names_of(game: Game) -> Names:
    """Return the names of a game's actions that have occurred."""
    return Names(np.zeros(MOST_KEYS, np.int64), np.zeros((MOST_KEYS, LONGEST_NAME), np.uint8))


def _find_name(game: Game, names: Names, state: State, seat: int, action: int) -> bool:
    """Find the name of an action; return False if it is too long."""
    letters = _letters(json.dumps(game.action_name(state, seat, action), ensure_ascii=False))
    if len(letters) > LONGEST_NAME:
        return False
    key = game.action_key(state, seat, action)
    names.letters[key, : len(letters)] = letters
    names.lengths[key] = len(letters)  # set last, since other threads read the name once its length is set
    return True


# --- matches


@dataclass(frozen=True)
class Written:
    """A match that was played to its end, or to its limit."""

    state: State
    events: bytes  # the events as in a record, with commas between them
    number: int  # number of events
    decisions: int


class Transcript:
    """Writes the matches of a game, one after another; each thread needs its own."""

    def __init__(self, game: Game, chosen: Choose | None = None) -> None:
        """Let the compiled player `chosen` act; if it is None, take the actions from a text."""
        self.game, self._names = game, names_of(game)
        self._write = find_reading(game) if chosen is None else find_playing(game, chosen)
        self._tools, self._hashers, self._tapes = np.zeros(2, GENERATOR), np.zeros(1, HASHER), np.zeros(1, TAPE)
        self._text = np.zeros(FIRST_ROOM, np.uint8)
        self._states, self._marks = np.zeros(2 * FIRST_CHANCES, game.state), np.zeros(FIRST_CHANCES, np.int64)

    def write(
        self, start: State, key: Any, limit: int, slips: Sequence[int] = (), given: bytes = b""
    ) -> Written | None:
        """Play the match that a key deals, from this state, and return its events as text.

        Return None if an action has no name in the table of names, or if the text differs from `given`.
        """
        game, match = self.game, np.full(1, start, self.game.state)
        tape, letters, seats = self._tapes[0], np.frombuffer(given, np.uint8), np.array(slips, np.int64)
        self._tapes[:] = np.zeros(1, TAPE)
        tape.begun, tape.answer = -1, NO_ANSWER
        _begin(self._hashers, self._tools, key)
        while why := self._write(
            match, self._tools, self._hashers, seats, self._tapes, self._text, letters, self._states, self._marks,
            self._names.lengths, self._names.letters, limit,
        ):  # fmt: skip
            if why == NEEDS_ROOM:
                self._grow(tape)
            elif why == DIFFERS or not _find_name(game, self._names, match[0], int(tape.seat), int(tape.action)):
                return None
        events = self._joined(int(tape.length), int(tape.chances))
        return Written(match[0], events, int(tape.events + tape.chances), int(tape.decisions))

    def _grow(self, tape: Any) -> None:
        if tape.length + LONGEST_EVENTS > len(self._text):
            self._text = np.concatenate([self._text, np.zeros_like(self._text)])
        if tape.chances == len(self._marks):
            self._marks = np.concatenate([self._marks, np.zeros_like(self._marks)])
            self._states = np.concatenate([self._states, np.zeros_like(self._states)])

    def _joined(self, length: int, chances: int) -> bytes:
        """Put the chance events into the text."""
        text, parts, begun = self._text[:length].tobytes(), [], 0
        for number, mark in enumerate(self._marks[:chances].tolist()):
            event = self.game.chance_event(self._states[2 * number], self._states[2 * number + 1])
            parts += [text[begun:mark], json.dumps(event, ensure_ascii=False).encode(), b", "]
            begun = mark
        return b"".join([*parts, text[begun:]])[: -len(b", ")]
