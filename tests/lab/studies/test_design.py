"""What a study plays: grids, levels, batches, and what is refused before the first card."""

import json

import pytest

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.lab.studies.design import BATCH, MOST_VARIANTS, SEARCHED_BATCH, design, parse_vary, read_design


def test_a_grid_has_every_combination_of_the_values() -> None:
    made = design("oh7", vary={"made_bonus": [1, 2], "min_rounds": ["3", "5", "7"]}, options={"attempts": 2})
    assert [dict(variant.options) for variant in made.variants] == [
        {"attempts": 2, "made_bonus": bonus, "min_rounds": rounds} for bonus in (1, 2) for rounds in (3, 5, 7)
    ]
    assert made.name_of(0) == "min_rounds=3, made_bonus=1"


def test_a_study_without_variants_is_the_game_as_it_is() -> None:
    made = design("rook")
    assert len(made.variants) == 1
    assert made.name_of(0) == "as in the rules"
    assert (made.players, made.variants[0].bots) == (4, ("basic",) * 4)


def test_claims_are_checked_by_bots_of_several_levels() -> None:
    made = design("kod7", claims=True, matches=50)
    assert [made.name_of(number) for number in range(3)] == ["random", "easy", "medium"]
    made = design("kod7", claims=True, matches=50, bots=["random", "search:5"])
    assert [made.name_of(number) for number in range(2)] == ["random", "search:5"]


def test_every_match_is_in_one_batch() -> None:
    made = design("oh7", matches=2 * BATCH + 3)
    assert [number for batch in made.batches for number in batch] == list(range(2 * BATCH + 3))
    assert len(made.batches) == 3


def test_batches_are_small_where_bots_search() -> None:
    assert design("oh7", bots=["search:5"]).batch == SEARCHED_BATCH
    assert design("oh7", levels=["random", "search:5"]).batch == SEARCHED_BATCH
    assert design("oh7", levels=["random", "search:5"], skill=0).batch == BATCH
    assert design("oh7", vary={"made_bonus": range(4)}).batch == BATCH // 4


def test_a_design_is_read_again_from_its_manifest() -> None:
    made = design("oh7", 3, ["basic", "easy", "random"], 100, vary={"ties": ["source", "extra_round"]}, seed=4)
    assert read_design(json.loads(made.manifest())) == made


def test_skill_and_rollouts_are_measured_for_no_more_matches_than_there_are() -> None:
    made = design("oh7", matches=10)
    assert (made.skill, made.rollouts) == (10, 10)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "whist"}, "there is no game 'whist'"),
        ({"players": 9}, "Oh 7 ? cannot be played by 9; expected 2 to 4 players"),
        ({"matches": 0}, "matches cannot be 0; expected 1 to 100000000"),
        ({"max_rounds": 0}, "max_rounds cannot be 0; expected 1 to 30000"),
        ({"skill": -1}, "skill cannot be -1; expected 0 to 100000000"),
        ({"rollouts": -1}, "rollouts cannot be -1; expected 0 to 100000000"),
        ({"options": {"bonus": 1}}, "there is no option 'bonus'; expected one of min_rounds"),
        ({"vary": {"bonus": [1]}}, "there is no option 'bonus'; expected one of min_rounds"),
        ({"vary": {"made_bonus": [1, "two"]}}, "option made_bonus cannot be 'two'; expected a whole number"),
        ({"vary": {"made_bonus": [1, 1]}}, "the grid holds a variant twice: {'made_bonus': 1}"),
        ({"vary": {"made_bonus": [1]}, "options": {"made_bonus": 2}}, "option made_bonus is set and varied"),
        ({"vary": {"made_bonus": range(101), "attempts": [1, 2]}},
         f"the grid has 202 variants; expected at most {MOST_VARIANTS}"),
        ({"vary": {"made_bonus": [1, 2]}, "claims": True}, "claims are checked for one game as it is"),
        ({"bots": ["basic"] * 3}, "3 bots do not fit 4 seats; expected 1 or 4"),
        ({"bots": ["clever"]}, "there is no bot 'clever'"),
        ({"bots": ["clairvoyant"]}, "clairvoyant sees all hands"),
        ({"levels": ["random", "clever"]}, "there is no bot 'clever'"),
        ({"levels": ["random", "random"]}, "levels random,random name a bot twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_study_is_found_before_the_first_match(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        design(**{"game": "oh7", **wrong})  # type: ignore[arg-type]
    assert str(refused.value).startswith(message)


def test_options_that_exclude_each_other_make_the_grid_impossible() -> None:
    with pytest.raises(ParlourError, match="option hand_size"):
        design("active13", vary={"hand_size": [5, 13], "start_cards": [0, 8]})


def test_values_to_vary_are_read_from_text() -> None:
    assert parse_vary(["made_bonus=1, 2,3", "ties=source"]) == {"made_bonus": ["1", "2", "3"], "ties": ["source"]}


@pytest.mark.parametrize("text", ["made_bonus", "made_bonus=", "=1,2"])
def test_a_varied_option_without_values_is_refused(text: str) -> None:
    with pytest.raises(ParlourError, match="has no values; expected name=value,value"):
        parse_vary([text])


def test_an_option_is_varied_once() -> None:
    with pytest.raises(ParlourError, match="made_bonus is varied twice"):
        parse_vary(["made_bonus=1,2", "made_bonus=3"])


def test_a_new_game_without_rules_of_thumb_is_studied_with_random_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "part", lambda game, name: None)
    with pytest.raises(ParlourError, match=r"Oh 7 \? has no rules of thumb for the bot 'basic' yet; expected random"):
        design("oh7")
    made = design("oh7", bots=["random"])
    assert (made.levels, made.rollouts) == ((), 0)
