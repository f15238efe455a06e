"""Tests of conditions on actions, by which a study forbids actions to a player."""

import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.conditions import Actions, actions_of, condition, number_of, restrictions_of
from tests.samples import sampled, some_game

GAME = some_game()
ACTIONS: Actions = {
    "bid": ["pass", "bid 70", "bid 75"],
    "aside": ["put 3S", "put 10H"],
    "play": ["play 3S", "play 10H", "play QH"],
    "turn": ["stay", "switch 3S 4S", "switch 3S 5S"],
}


def forbidden(*texts: str) -> list[str]:
    (found,) = restrictions_of(GAME, ACTIONS, texts)
    return [name for phase in ACTIONS for name in ACTIONS[phase] if found.forbids(phase, name)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("bid>=75", ["bid 75"]),
        ("bid ≤ 70", ["bid 70"]),
        ("bid != 70", ["bid 75"]),
        ("play<10", ["play 3S"]),
        ("aside=10", ["put 10H"]),
        ("play:qh", ["play QH"]),
        ("play:3♠", ["play 3S"]),
        ("aside:3S", ["put 3S"]),
        ("put 3S", ["put 3S"]),
        ("pass", ["pass"]),
        ("bid:pass", ["pass"]),
        ("switch", ["switch 3S 4S", "switch 3S 5S"]),
        ("turn:switch", ["switch 3S 4S", "switch 3S 5S"]),
        ("switch:3S 5S", ["switch 3S 5S"]),
    ],
)
def test_a_condition_forbids_the_actions_whose_phase_or_first_word_and_number_or_card_it_names(
    text: str, names: list[str]
) -> None:
    assert forbidden(text) == names


def test_several_conditions_are_one_restriction_that_forbids_what_any_of_them_names() -> None:
    assert forbidden("bid=70", "play:QH") == ["bid 70", "play QH"]


def test_a_number_in_a_name_is_a_number_only_if_the_name_has_a_single_card_or_number() -> None:
    assert [number_of(name) for name in ("bid 75", "play 10H", "stay", "play QH", "switch 3S 4S")] == [
        75, 10, None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("bid=each", ["bid=70", "bid=75"]),
        ("play:each", ["play 3S", "play 10H", "play QH"]),
        ("turn:each", ["stay", "switch"]),
    ],
)
def test_each_stands_for_one_restriction_with_every_number_or_every_name_of_a_phase(
    text: str, listed: list[str]
) -> None:
    found = restrictions_of(GAME, ACTIONS, [text])
    assert [one.text for one in found] == listed
    assert all(
        any(one.forbids(phase, name) for phase in ACTIONS for name in ACTIONS[phase]) for one in found
    )  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            ["bid=71"],
            r"forbid 'bid=71' fits no action; expected .*: bid \(.*pass.*\); aside .*; play .*; turn \(.*stay.*\)",
        ),
        (["sing"], "forbid 'sing' fits no action; expected"),
        (["sing=each"], "forbid 'sing=each' fits no action; expected"),
        (["bid>=x"], "forbid 'bid>=x' is no condition; expected a phase, a comparison and a number"),
        (["bid>each"], "forbid 'bid>each' compares with each; expected bid=each"),
        ([" "], "forbid ' ' is empty; expected a condition"),
        (["bid=each", "pass"], "forbid 'bid=each' is a list of restrictions; expected no other"),
    ],
)
def test_a_condition_that_fits_no_action_is_refused_with_the_actions_of_every_phase(
    texts: list[str], message: str
) -> None:
    with pytest.raises(ParlourError, match=message):
        restrictions_of(GAME, ACTIONS, texts)


def test_a_condition_on_a_phase_that_did_not_occur_in_the_sample_is_accepted() -> None:
    rare = GAME.phases[0].upper()
    (found,) = restrictions_of(GAME, ACTIONS, [f"{rare}=3"])
    assert found.forbids(GAME.phases[0], "something 3S")
    assert condition(GAME, "play>=3").holds("play", "play 3S")


@pytest.mark.parametrize("game", sampled(all_games(), 2))
def test_the_actions_of_a_game_are_found_in_random_play(game: Game) -> None:
    found = actions_of(game, game.default_players, game.short_options)
    assert found
    assert all(names and len(set(names)) == len(names) for names in found.values())
    for phase in found:
        assert all(one.forbids(phase, found[phase][0]) for one in restrictions_of(game, found, [f"{phase}:each"])[:1])
