"""What holds for every game at every table. A new game is checked by all of this without another line.

The properties stand in `parlour.testing`, where a game from outside finds them too; here they are checked on more
positions, found by Hypothesis, and with compiled rules.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.fair import seeded_key
from parlour.game import MOST_STATE_BYTES
from parlour.games import GAMES, find_game
from parlour.options import OptionError
from parlour.playout import play_random
from parlour.testing import PROPERTIES, Position, guides, hiding, matches, table, thumb
from tests.positions import MOST_STEPS, TABLES, option_values, played

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))
any_position = given(seed=st.integers(0, 10**6), steps=st.integers(0, MOST_STEPS))
SEEDS = st.integers(0, 1000)


def _start(name: str, players: int, seed: int) -> Position:
    """The match of a seed, for properties of whole matches."""
    return played(name, players, seed, 0)


def test_every_property_is_checked_here() -> None:
    """Each is the property of one test of this file."""
    source = Path(__file__).read_text(encoding="utf-8")
    for one in PROPERTIES:
        assert f".{one.check.__name__}(" in source, f"no test checks that {one.name}"


@every_game
def test_a_guide_can_be_played_through(name: str) -> None:
    guides.a_guide_can_be_played_through(_start(name, find_game(name).default_players, 0))


@every_game
def test_a_state_has_at_most_512_bytes(name: str) -> None:
    assert find_game(name).state.itemsize <= MOST_STATE_BYTES


# --- one position


@every_table
@any_position
def test_cards_are_conserved(name: str, players: int, seed: int, steps: int) -> None:
    table.cards_are_conserved(played(name, players, seed, steps))


@every_table
@any_position
def test_every_field_is_in_range_and_every_card_in_one_place(name: str, players: int, seed: int, steps: int) -> None:
    table.fields_are_in_range(played(name, players, seed, steps))


@every_table
def test_a_state_can_be_dumped_as_text(name: str, players: int) -> None:
    table.states_can_be_dumped(played(name, players, 5, 20))


@every_table
@any_position
def test_somebody_can_always_act_and_only_the_actors_can(name: str, players: int, seed: int, steps: int) -> None:
    table.somebody_can_act(played(name, players, seed, steps))


@every_table
@any_position
def test_looking_changes_nothing(name: str, players: int, seed: int, steps: int) -> None:
    table.looking_changes_nothing(played(name, players, seed, steps))


@every_table
@any_position
def test_an_action_depends_on_the_state_alone(name: str, players: int, seed: int, steps: int) -> None:
    table.the_same_action_does_the_same(played(name, players, seed, steps))


@every_table
@settings(max_examples=10)
@any_position
def test_a_refused_action_says_why_and_changes_nothing(name: str, players: int, seed: int, steps: int) -> None:
    """C2: every number that is not legal, of every seat, and texts that are no action."""
    table.a_refusal_says_why(played(name, players, seed, steps))


@every_table
@any_position
def test_every_action_has_its_own_name_that_is_read_back(name: str, players: int, seed: int, steps: int) -> None:
    table.names_are_read_back(played(name, players, seed, steps))


@every_table
@any_position
def test_the_order_of_choices_made_at_once_does_not_matter(name: str, players: int, seed: int, steps: int) -> None:
    table.the_order_of_choices_made_at_once_does_not_matter(played(name, players, seed, steps))


@every_table
@any_position
def test_everybody_can_be_shown_the_table(name: str, players: int, seed: int, steps: int) -> None:
    table.views_fit(played(name, players, seed, steps))


@every_table
@any_position
def test_a_view_names_a_section_of_the_rules(name: str, players: int, seed: int, steps: int) -> None:
    table.sections_are_in_the_rules(played(name, players, seed, steps))


@every_table
@any_position
def test_rules_of_thumb_choose_a_legal_action(name: str, players: int, seed: int, steps: int) -> None:
    thumb.rules_of_thumb_choose_a_legal_action(played(name, players, seed, steps))


@every_table
@any_position
def test_rules_of_thumb_choose_the_same_whatever_the_seat_may_not_know(
    name: str, players: int, seed: int, steps: int
) -> None:
    thumb.rules_of_thumb_know_only_what_the_seat_knows(played(name, players, seed, steps))


@every_table
@any_position
def test_a_seat_sees_the_same_if_its_view_is_made_from_what_everybody_sees(
    name: str, players: int, seed: int, steps: int
) -> None:
    table.private_views_are_views(played(name, players, seed, steps))


@every_table
@settings(max_examples=10)
@any_position
def test_learners_observe_the_same_in_states_that_look_the_same(name: str, players: int, seed: int, steps: int) -> None:
    table.observations_can_be_made(played(name, players, seed, steps))


# --- hiding, and dealing again


@every_table
@any_position
def test_hiding_twice_is_hiding_once(name: str, players: int, seed: int, steps: int) -> None:
    hiding.hiding_twice_is_hiding_once(played(name, players, seed, steps))


@every_table
@any_position
def test_states_that_differ_only_in_what_a_seat_may_not_know_are_identical_after_hide(
    name: str, players: int, seed: int, steps: int
) -> None:
    hiding.redeal_fits(played(name, players, seed, steps))


@every_table
@any_position
def test_redeal_gives_a_whole_match_that_can_be_played_on(name: str, players: int, seed: int, steps: int) -> None:
    position = played(name, players, seed, steps)
    hiding.redeal_is_complete(position)
    hiding.redeal_can_be_played_on(position)


@every_table
@any_position
def test_hide_leaves_the_own_choices(name: str, players: int, seed: int, steps: int) -> None:
    hiding.hide_leaves_the_own_choices(played(name, players, seed, steps))


@every_table
@any_position
def test_choices_made_at_once_stay_secret(name: str, players: int, seed: int, steps: int) -> None:
    hiding.choices_made_at_once_stay_secret(played(name, players, seed, steps))


@every_table
def test_hide_really_hides(name: str, players: int) -> None:
    """Redealt worlds differ: there was something to hide, and it is not always dealt the same way."""
    position = played(name, players, 3, 1)
    hiding.redealt_worlds_differ(position)
    assert len({position.world(0, number).tobytes() for number in range(20)}) > 10


@every_table
def test_what_only_the_own_seat_observes_is_not_always_seen_by_others(name: str, players: int) -> None:
    hiding.own_fields_are_hidden(_start(name, players, 6))


@every_table
@settings(max_examples=10)
@given(seed=SEEDS)
def test_a_deal_is_told_without_secrets(name: str, players: int, seed: int) -> None:
    hiding.deals_are_told_without_secrets(_start(name, players, seed))


# --- whole matches


@every_table
@settings(max_examples=10)
@given(data=st.data())
def test_every_match_ends_or_is_cut_off_and_says_so(name: str, players: int, data: st.DataObject) -> None:
    """C6, with any options."""
    matches.every_match_ends(_start(name, players, data.draw(SEEDS)))
    game = find_game(name)
    options = data.draw(option_values(game))
    try:
        start = game.new_state(players, options)
    except OptionError:
        return  # options that do not fit together are refused
    limit = data.draw(st.integers(1, 12))
    states, decisions = play_random(game, start, [seeded_key(data.draw(SEEDS), 0)], limit)
    assert decisions[0] > 0
    assert game.over(states[0]) or states[0].rounds == limit
    assert bool(game.winners(states[0])) == bool(game.over(states[0]))


@every_table
def test_the_end_of_a_match_can_be_shown(name: str, players: int) -> None:
    matches.a_finished_match_can_be_shown(_start(name, players, 17))


@every_table
def test_record_replayed_gives_the_same_bytes(name: str, players: int) -> None:
    matches.records_replay(_start(name, players, 11))


@every_table
def test_a_running_match_publishes_no_key_and_can_be_replayed(name: str, players: int) -> None:
    matches.a_running_match_is_replayed_by_its_events(_start(name, players, 12))


@every_table
def test_a_record_changed_in_any_one_place_is_refused(name: str, players: int) -> None:
    """Also a record with an event that is missing, or there twice."""
    matches.a_changed_record_is_refused(_start(name, players, 13), changes=25)


@every_table
def test_a_record_without_its_last_event_is_refused_however_the_match_ended(name: str, players: int) -> None:
    matches.a_record_without_its_last_event_is_refused(_start(name, players, 14))


@every_table
def test_the_story_and_the_view_of_a_whole_match_can_be_told(name: str, players: int) -> None:
    assert matches.stories_can_be_told(_start(name, players, 15)) > 10


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
