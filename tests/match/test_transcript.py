"""Records that compiled code writes and verifies: it writes the same bytes as stepwise play, and finds every change."""

import json
import random

import numpy as np
import pytest

from parlour.engine.rng import generator, pick
from parlour.engine.sets import each
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match import transcript
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.match.seeds import key_words, seeded_words
from parlour.match.transcript import Transcript
from parlour.match.walk import ALWAYS, find_random
from tests.samples import sampled, some_game

LIMIT = 3
fast = [game for game in all_games() if game.writes_quickly]


def step_by_step(game: Game, players: int, key: bytes) -> Match:
    """Play a match of random players without a compiled loop."""
    match, rng = Match(game, players, key=key, limit=LIMIT, telling=False), generator(bots_seed(key))
    for seat in match.turns():
        match.act(seat, pick(rng, game.legal(match.state, seat)))
    return match


def text_of(match: Match) -> bytes:
    return json.dumps(match.events, ensure_ascii=False)[1:-1].encode()


def words(key: bytes) -> np.ndarray:
    found: np.ndarray = key_words([key])[0]
    return found


@pytest.mark.parametrize("game", sampled(fast, 2))
def test_the_text_that_compiled_code_writes_for_a_match_equals_the_text_of_its_record(game: Game) -> None:
    playing, reading = Transcript(game, find_random(game)), Transcript(game)
    for players in game.players:
        start, key = game.new_state(players), seeded_key(7, players)
        match = step_by_step(game, players, key)
        played = playing.write(start, words(key), LIMIT, [ALWAYS] * players)
        if played is None:
            assert game.other_seats, "only moves that the rules make keep a match from being written"
            continue
        assert played.events == text_of(match)
        assert played.number == len(match.events)
        assert played.state.tobytes() == match.state.tobytes()
        read = reading.write(start, words(key), LIMIT, given=played.events)
        assert read is not None
        assert (read.events, read.number, read.decisions) == (played.events, played.number, played.decisions)


def test_the_memory_reserved_for_the_text_and_the_deals_grows_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = some_game(4, lambda game: game.writes_quickly)
    match = step_by_step(game, 4, seeded_key(7, 0))
    monkeypatch.setattr(transcript, "FIRST_ROOM", transcript.LONGEST_EVENTS + 1)
    monkeypatch.setattr(transcript, "FIRST_CHANCES", 1)
    written = Transcript(game, find_random(game)).write(game.new_state(4), words(seeded_key(7, 0)), LIMIT, [ALWAYS] * 4)
    assert written is not None
    assert written.events == text_of(match)


def test_verification_by_compiled_code_detects_any_change_to_a_records_text() -> None:
    """Verification compares the text that a replay writes with the recorded text, so it finds a change anywhere."""
    game = some_game(4, lambda game: game.writes_quickly)
    match, start, key = step_by_step(game, 4, seeded_key(7, 0)), game.new_state(4), words(seeded_key(7, 0))
    text, reading, rng = text_of(match), Transcript(game), random.Random(5)
    for _ in range(300):
        position = rng.randrange(len(text))
        wrong = text[:position] + bytes([rng.randrange(32, 127)]) + text[position + 1 :]
        written = reading.write(start, key, LIMIT, given=wrong)
        assert (written is not None and written.events == wrong) == (wrong == text)
    for cut in (0, 1, len(text) // 2, len(text) - 1):
        written = reading.write(start, key, LIMIT, given=text[:cut])
        assert written is None or written.events != text[:cut]


@pytest.mark.parametrize("seed", [0, 1, -3, 10**30])
def test_keys_of_simulated_matches_are_derived_in_compiled_code(seed: int) -> None:
    numbers = range(95, 1005, 7)
    derived = np.stack([seeded_words(seed, range(number, number + 1))[0] for number in numbers])
    assert np.array_equal(derived, key_words([seeded_key(seed, number) for number in numbers]))
    assert np.array_equal(seeded_words(seed, range(98, 102)), key_words([seeded_key(seed, n) for n in range(98, 102)]))


@pytest.mark.parametrize("game", fast, ids=lambda game: game.name)
def test_no_two_legal_actions_have_the_same_key(game: Game) -> None:
    match = step_by_step(game, max(game.players), seeded_key(3, 0))
    again = Match(game, max(game.players), key=seeded_key(3, 0), limit=LIMIT, telling=False)
    rng = generator(bots_seed(seeded_key(3, 0)))
    for seat in again.turns():
        actions = list(each(game.legal(again.state, seat)))
        assert len({game.action_key(again.state, seat, action) for action in actions}) == len(actions)
        again.act(seat, pick(rng, game.legal(again.state, seat)))
    assert again.events == match.events
