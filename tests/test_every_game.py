"""What holds for every game at every table. A new game is checked by all of this without another line."""

import json
import os
import subprocess
import sys
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import each
from parlour.errors import ParlourError
from parlour.fair import bots_seed, chance_generator, seeded_key
from parlour.game import MOST_STATE_BYTES, SPECTATOR, Game
from parlour.games import GAMES, find_game
from parlour.match import Match
from parlour.options import OptionError
from parlour.playout import play_random
from parlour.record import VerificationError, line, replay, verify
from parlour.rng import generator, pick
from parlour.texts import Refusal
from tests.positions import TABLES, illegal_actions, option_values, played, played_match, positions

PROVEN = ("parlour", "version", "board", "sealed", "fair", "events", "result")  # fields in which a change is found

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))


@every_game
def test_a_state_has_at_most_512_bytes(name: str) -> None:
    assert find_game(name).state.itemsize <= MOST_STATE_BYTES


@every_table
@given(data=st.data())
def test_cards_are_conserved(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game = position.game
    dealt = played(name, players, 1, 0)
    assert Counter(game.every_card(position.state)) == Counter(game.every_card(dealt.state))


@every_table
@given(data=st.data())
def test_every_field_is_in_range_and_every_card_in_one_place(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game, seed = position.game, data.draw(st.integers(0, 10**6))
    assert game.problems(position.state) == []
    for onlooker in position.onlookers:
        world = game.hidden(position.state, onlooker)
        assert game.problems(world) == []
        game.redeal(world, onlooker, chance_generator(seeded_key(seed, 3), onlooker + 1))
        assert game.problems(world) == []


@every_table
def test_a_state_can_be_dumped_as_text(name: str, players: int) -> None:
    position = played(name, players, 5, 20)
    lines = position.game.dump(position.state).splitlines()
    assert [line.split()[0] for line in lines] == [
        *(field.name for field in position.game.fields),
        *(option.name for option in position.game.options if option.name not in _fields(position.game)),
    ]


def _fields(game: Game) -> set[str]:
    return {field.name for field in game.fields}


@every_table
@given(data=st.data())
def test_somebody_can_always_act_and_only_the_actors_can(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game, state = position.game, position.state
    actors = set(each(game.actors(state)))
    assert actors
    for seat in range(players):
        assert bool(game.legal(state, seat)) == (seat in actors)
        assert 0 <= game.legal(state, seat) < 1 << 63


@every_table
@given(data=st.data())
def test_looking_changes_nothing(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game, state = position.game, position.state
    before = state.tobytes()
    game.actors(state)
    game.over(state)
    game.winners(state)
    game.standing(state)
    for seat in range(players):
        game.legal(state, seat)
    for onlooker in position.onlookers:
        position.match.view(onlooker)
    assert state.tobytes() == before


@every_table
@given(data=st.data())
def test_a_refused_action_says_why_and_changes_nothing(name: str, players: int, data: st.DataObject) -> None:
    """C2."""
    position = data.draw(positions(name, players))
    match = position.match
    before, events = match.state.tobytes(), len(match.events)
    seat = data.draw(st.integers(0, players - 1))
    number = data.draw(st.sampled_from(illegal_actions(position, seat)))
    text = data.draw(st.sampled_from(["", "play", "play 99X", "fold", "bet 3S 4S", "lead 9", "suit Q", "bid 7"]))
    for action in (number, text):
        with pytest.raises(Refusal) as refusal:
            match.act(seat, action)
        assert refusal.value.text.told(["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"][:players]).strip()
    assert match.state.tobytes() == before
    assert len(match.events) == events


@every_table
@given(data=st.data())
def test_every_action_has_its_own_name_that_is_read_back(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game, state = position.game, position.state
    for seat in position.match.actors:
        names = {game.action_name(state, seat, action): action for action in position.match.legal(seat)}
        assert len(names) == len(position.match.legal(seat))
        for text, action in names.items():
            assert game.parse_action(state, seat, text) == action
            assert game.parse_action(state, seat, f"  {text.upper()} ") == action


@every_table
@given(data=st.data())
def test_states_that_differ_only_in_what_a_seat_may_not_know_are_identical_after_hide(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    game, seed = position.game, data.draw(st.integers(0, 10**6))
    for onlooker in position.onlookers:
        hidden = game.hidden(position.state, onlooker)
        assert game.hidden(hidden, onlooker).tobytes() == hidden.tobytes(), "hide is idempotent"
        other = game.copy(hidden)
        game.redeal(other, onlooker, chance_generator(seeded_key(seed, 1), onlooker + 1))
        assert game.hidden(other, onlooker).tobytes() == hidden.tobytes()
        assert game.view(game.hidden(other, onlooker), onlooker) == game.view(hidden, onlooker)


@every_table
@given(data=st.data())
def test_redeal_gives_a_whole_match_that_can_be_played_on(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game, seed = position.game, data.draw(st.integers(0, 10**6))
    for onlooker in range(players):
        world = game.hidden(position.state, onlooker)
        game.redeal(world, onlooker, chance_generator(seeded_key(seed, 2), onlooker))
        assert Counter(game.every_card(world)) == Counter(game.every_card(position.state))
        assert game.actors(world) == game.actors(position.state)
        assert game.legal(world, onlooker) == game.legal(position.state, onlooker)
        for seat in each(game.actors(world)):
            assert game.legal(world, seat)


@every_table
@given(data=st.data())
def test_hide_leaves_the_own_choices(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game = position.game
    for seat in range(players):
        assert game.legal(game.hidden(position.state, seat), seat) == game.legal(position.state, seat)


@every_table
@given(data=st.data())
def test_a_seat_sees_the_same_if_its_view_is_made_from_what_everybody_sees(
    name: str, players: int, data: st.DataObject
) -> None:
    match = data.draw(positions(name, players)).match
    onlookers = [SPECTATOR, *range(players)]
    assert match.views(onlookers) == {onlooker: match.view(onlooker) for onlooker in onlookers}


@every_table
def test_hide_really_hides(name: str, players: int) -> None:
    """Redealt worlds differ: there was something to hide, and it is not always dealt the same way."""
    position = played(name, players, 3, 1)
    game = position.game
    worlds = set()
    for number in range(20):
        world = game.hidden(position.state, 0)
        game.redeal(world, 0, chance_generator(seeded_key(4, 0), number))
        worlds.add(world.tobytes())
    assert len(worlds) > 10


@every_table
@settings(max_examples=10)
@given(data=st.data())
def test_every_match_ends_or_is_cut_off_and_says_so(name: str, players: int, data: st.DataObject) -> None:
    """C6, with any options."""
    game = find_game(name)
    options = data.draw(option_values(game))
    try:
        start = game.new_state(players, options)
    except OptionError:
        return  # options that do not fit together are refused
    key = seeded_key(data.draw(st.integers(0, 1000)), 0)
    limit = data.draw(st.integers(1, 12))
    states, decisions = play_random(game, start, [key], limit)
    assert decisions[0] > 0
    assert game.over(states[0]) or states[0].rounds == limit
    assert bool(game.winners(states[0])) == bool(game.over(states[0]))


def _finished(name: str, players: int, seed: int, actions: int = 70) -> Match:
    """A match of random players, stopped after so many actions."""
    match = played_match(name, players, seed, actions)
    match.stop()
    return match


def _limited(name: str, players: int, seed: int) -> Match:
    """A match of random players, cut off by a limit of one round."""
    key = seeded_key(seed, 0)
    match, rng = Match(find_game(name), players, key=key, limit=1, telling=False), generator(bots_seed(key))
    match.advance()
    while not match.over:
        seat = match.actors[0]
        match.act(seat, pick(rng, match.game.legal(match.state, seat)))
        match.advance()
    return match


@every_table
def test_record_replayed_gives_the_same_bytes(name: str, players: int) -> None:
    match = _finished(name, players, 11)
    record = json.loads(line(match.record()))
    replayed = verify(record)
    assert replayed.state.tobytes() == match.state.tobytes()
    assert replayed.record() == match.record()


@every_table
def test_a_running_match_publishes_no_key_and_can_be_replayed(name: str, players: int) -> None:
    match = played_match(name, players, 12, 30)
    record = json.loads(line(match.record()))
    assert record["fair"]["key"] is None
    assert record["result"] is None
    last = list(replay(record))[-1].match
    assert last.game.standing(last.state) == match.game.standing(match.state)
    assert last.actors == match.actors


@every_table
@settings(max_examples=25)
@given(data=st.data())
def test_a_record_changed_in_any_one_place_is_refused(name: str, players: int, data: st.DataObject) -> None:
    record = json.loads(line(_finished(name, players, 13).record()))
    places = [leaf for part in PROVEN for leaf in _leaves(record[part], (part,))]
    path, value = data.draw(st.sampled_from(places))
    inside = record
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = _changed(value, data)
    with pytest.raises(ParlourError):
        verify(record)


@every_table
@settings(max_examples=15)
@given(data=st.data())
def test_a_record_with_an_event_missing_or_twice_is_refused(name: str, players: int, data: st.DataObject) -> None:
    record = json.loads(line(_finished(name, players, 14).record()))
    events = record["events"]
    place = data.draw(st.integers(0, len(events) - 1))
    if data.draw(st.booleans()):
        del events[place]
    else:
        events.insert(place, events[place])
    with pytest.raises(VerificationError):
        verify(record)


@every_table
def test_a_record_without_its_last_event_is_refused_however_the_match_ended(name: str, players: int) -> None:
    matches = [_limited(name, players, 16), *(_finished(name, players, 14, actions) for actions in (1, 2, 20, 70))]
    for match in matches:
        record = json.loads(line(match.record()))
        verify(record)
        del record["events"][-1]
        with pytest.raises(VerificationError):
            verify(record)


def _leaves(value: object, path: tuple[object, ...]) -> list[tuple[tuple[object, ...], object]]:
    """Every single value inside a record, with the way to it."""
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in _leaves(part, (*path, key))]
    if isinstance(value, list):
        return [leaf for number, part in enumerate(value) for leaf in _leaves(part, (*path, number))]
    return [(path, value)]


def _changed(value: object, data: st.DataObject) -> object:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([-1, 1, 100]))
    if isinstance(value, str) and value:
        place = data.draw(st.integers(0, len(value) - 1))
        letters = [letter for letter in "0123456789abcdefSHCDRGYB*?" if letter.casefold() != value[place].casefold()]
        other = data.draw(st.sampled_from(letters))
        return value[:place] + other + value[place + 1 :]
    return 7


@every_table
def test_the_story_and_the_view_of_a_whole_match_can_be_told(name: str, players: int) -> None:
    match = _finished(name, players, 15)
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"][:players]
    told = 0
    for step in replay(json.loads(line(match.record()))):
        for sentence in step.story:
            assert sentence.told(names)
            told += 1
        for onlooker in (SPECTATOR, 0):
            view = step.match.view(onlooker)
            assert str(view.prompt)
            assert [action.id for action in view.actions] == (step.match.legal(0) if onlooker == 0 else [])
            json.dumps(msgspec.to_builtins(view))
    assert told > 10


PLAIN_PROGRAM = """
import hashlib, sys
from tests.positions import TABLES, played
digest = hashlib.sha256()
from parlour.fair import chance_generator, seeded_key
for name, players in TABLES:
    for seed in range(3):
        position = played(name, players, seed, 40 + 60 * seed)
        digest.update(position.state.tobytes())
        for onlooker in position.onlookers:
            world = position.game.hidden(position.state, onlooker)
            digest.update(world.tobytes())
            position.game.redeal(world, onlooker, chance_generator(seeded_key(seed, 1), onlooker + 1))
            digest.update(world.tobytes())
print(digest.hexdigest())
"""


def _digest(environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", PLAIN_PROGRAM]
    run = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_plain_and_compiled_rules_give_the_same_bytes() -> None:
    assert _digest({"PARLOUR_PLAIN": "1"}) == _digest({"PARLOUR_PLAIN": "0"})
