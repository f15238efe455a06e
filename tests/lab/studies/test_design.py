"""Tests of the design of a study: its variants, levels and batches, and the mistakes it refuses."""

import json

import pytest

from parlour.bots.nets.player import net_file
from parlour.errors import ParlourError
from parlour.game.game import Game, span
from parlour.game.options import Option
from parlour.lab.studies.design import (
    BATCH,
    LEVELS,
    MOST_VARIANTS,
    ROLLOUTS,
    SEARCHED_BATCH,
    STAND_IN,
    design,
    parse_vary,
    read_design,
)  # fmt: skip
from tests.samples import alone, some_game, with_bots


def _numbers(game: Game) -> list[Option]:
    """Find the game's options whose values are whole numbers."""
    return [option for option in game.options if not option.words and option.step == 1]


GAME = some_game(4, lambda game: alone(game) and with_bots(game) and len(game.players) > 1 and len(_numbers(game)) > 2)
ONE, TWO, FIXED = _numbers(GAME)[:3]
LOW = ONE.least
OTHER, THIRD = [value for value in range(ONE.least, ONE.most + 1) if value != ONE.default][:2]
CHANGED = next(value for value in range(TWO.least, TWO.most + 1) if value != TWO.default)


def test_varied_options_give_a_variant_for_every_combination_of_values() -> None:
    values = [TWO.least, TWO.least + 1, TWO.least + 2]
    made = design(
        GAME.name, vary={ONE.name: [LOW, LOW + 1], TWO.name: [str(value) for value in values]},
        options={FIXED.name: FIXED.default},
    )  # fmt: skip
    assert [dict(variant.options) for variant in made.variants] == [
        {FIXED.name: FIXED.default, ONE.name: one, TWO.name: two} for one in (LOW, LOW + 1) for two in values
    ]
    assert set(made.name_of(0).split(", ")) == {f"{ONE.name}={LOW}", f"{TWO.name}={TWO.least}"}


def test_a_study_without_variants_plays_the_unchanged_game() -> None:
    made = design(GAME.name)
    assert len(made.variants) == 1
    assert made.name_of(0) == "as in the rules"
    assert (made.players, made.variants[0].bots) == (GAME.default_players, ("basic",) * GAME.default_players)


def test_a_study_whose_options_are_set_does_not_claim_to_play_as_in_the_rules() -> None:
    made = design(GAME.name, options={ONE.name: OTHER, TWO.name: TWO.default})
    assert made.name_of(0) == f"{ONE.name}={OTHER}"
    assert dict(made.settings) == {ONE.name: OTHER, TWO.name: TWO.default}
    assert design(GAME.name, options={TWO.name: TWO.default}).name_of(0) == "as in the rules"


def test_options_that_all_variants_share_are_the_settings_of_a_study() -> None:
    made = design(GAME.name, options={FIXED.name: FIXED.default}, vary={ONE.name: [LOW, LOW + 1]})
    assert dict(made.settings) == {FIXED.name: FIXED.default}
    assert made.varied == {ONE.name: [LOW, LOW + 1]}


@pytest.mark.parametrize(
    ("values", "base"),
    [([ONE.default, OTHER], 0), ([OTHER, ONE.default], 1), ([OTHER, THIRD], 0)],
)
def test_variants_are_compared_to_the_value_in_the_rules_or_if_it_is_missing_to_the_first(
    values: list[int], base: int
) -> None:
    made = design(GAME.name, vary={ONE.name: values})
    assert made.base == base
    assert made.base_in_rules == (ONE.default in values)
    assert design(GAME.name, vary={ONE.name: values}, options={FIXED.name: FIXED.least}).base == base


def test_in_a_grid_the_base_has_the_value_in_the_rules_for_each_option_that_offers_it() -> None:
    made = design(GAME.name, vary={ONE.name: [OTHER, ONE.default], TWO.name: [TWO.default, CHANGED]})
    assert dict(made.variants[made.base].options) == {ONE.name: ONE.default, TWO.name: TWO.default}


def test_claims_are_checked_with_bots_of_several_levels() -> None:
    made = design(GAME.name, claims=True, matches=50)
    assert [made.name_of(number) for number in range(3)] == ["random", "easy", "medium"]
    made = design(GAME.name, claims=True, matches=50, bots=["random", "search:5"])
    assert [made.name_of(number) for number in range(2)] == ["random", "search:5"]


def test_every_match_of_a_study_is_in_exactly_one_batch() -> None:
    made = design(GAME.name, matches=2 * BATCH + 3)
    assert [number for batch in made.batches for number in batch] == list(range(2 * BATCH + 3))
    assert len(made.batches) == 3


def test_batches_are_smaller_if_bots_search_or_there_are_several_variants() -> None:
    assert design(GAME.name, bots=["search:5"]).batch == SEARCHED_BATCH
    assert design(GAME.name, levels=["random", "search:5"]).batch == SEARCHED_BATCH
    assert design(GAME.name, levels=["random", "search:5"], skill=0).batch == BATCH
    assert design(GAME.name, vary={ONE.name: range(LOW, LOW + 4)}).batch == BATCH // 4


def test_a_design_read_from_its_manifest_is_the_same_design() -> None:
    made = design(GAME.name, 4, ["basic", "easy", "random", "basic"], 100, vary={ONE.name: [LOW, LOW + 1]}, seed=4)
    assert read_design(json.loads(made.manifest())) == made


def test_skill_and_rollouts_are_measured_in_no_more_matches_than_the_study_has() -> None:
    made = design(GAME.name, matches=10)
    assert (made.skill, made.rollouts) == (10, 10)


@pytest.mark.processes
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "whist"}, "there is no game 'whist'"),
        ({"players": 9}, f"{GAME.title} cannot be played by 9; expected {span(GAME.players)} players"),
        ({"matches": 0}, "matches cannot be 0; expected 1 to 100000000"),
        ({"max_rounds": 0}, "max_rounds cannot be 0; expected 1 to 30000"),
        ({"skill": -1}, "skill cannot be -1; expected 0 to 100000000"),
        ({"rollouts": -1}, "rollouts cannot be -1; expected 0 to 100000000"),
        ({"options": {"bonus": 1}}, "there is no option 'bonus'; expected one of "),
        ({"vary": {"bonus": [1]}}, "there is no option 'bonus'; expected one of "),
        ({"vary": {ONE.name: [LOW, "two"]}}, f"option {ONE.name} cannot be 'two'; expected a whole number"),
        ({"vary": {ONE.name: [LOW, LOW]}}, f"the grid holds a variant twice: {{'{ONE.name}': {LOW}}}"),
        ({"vary": {ONE.name: [LOW]}, "options": {ONE.name: LOW + 1}}, f"option {ONE.name} is set and varied"),
        ({"vary": {ONE.name: range(LOW, LOW + 101), TWO.name: [TWO.least, TWO.least + 1]}},
         f"the grid has 202 variants; expected at most {MOST_VARIANTS}"),
        ({"vary": {ONE.name: [LOW, LOW + 1]}, "claims": True}, "claims are checked without varied options"),
        ({"bots": ["basic"] * 3}, "3 bots do not fit 4 seats; expected 1 or 4"),
        ({"bots": ["clever"]}, "there is no bot 'clever'"),
        ({"bots": ["clairvoyant"]}, "clairvoyant sees all hands"),
        ({"levels": ["random", "clever"]}, "there is no bot 'clever'"),
        ({"levels": ["random", "random"]}, "levels random,random name a bot twice"),
    ],
)  # fmt: skip
def test_mistakes_in_a_studys_design_are_reported_before_the_first_match(
    wrong: dict[str, object], message: str
) -> None:
    with pytest.raises(ParlourError) as refused:
        design(**{"game": GAME.name, "players": 4, **wrong})  # type: ignore[arg-type]
    assert str(refused.value).startswith(message)


def test_the_values_of_varied_options_are_parsed_from_text() -> None:
    assert parse_vary(["made_bonus=1, 2,3", "ties=source"]) == {"made_bonus": ["1", "2", "3"], "ties": ["source"]}


def test_a_range_stands_for_all_its_numbers() -> None:
    assert parse_vary(["made_bonus=1..3,7", "sum=-1..0"]) == {"made_bonus": ["1", "2", "3", "7"], "sum": ["-1", "0"]}


@pytest.mark.parametrize("text", ["made_bonus=3..1", "made_bonus=0..1000000000"])
def test_a_range_without_values_or_with_too_many_is_refused(text: str) -> None:
    with pytest.raises(ParlourError, match=r"has no values, or too many; expected a range of up to 100: 1\.\.6"):
        parse_vary([text])


@pytest.mark.parametrize("text", ["made_bonus", "made_bonus=", "=1,2"])
def test_a_varied_option_without_values_is_refused(text: str) -> None:
    with pytest.raises(ParlourError, match="has no values; expected name=value,value"):
        parse_vary([text])


def test_an_option_that_is_varied_twice_is_refused() -> None:
    with pytest.raises(ParlourError, match="made_bonus is varied twice"):
        parse_vary(["made_bonus=1,2", "made_bonus=3"])


def test_a_new_game_without_rules_of_thumb_is_studied_with_bots_that_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "part", lambda game, name: None)
    made = design(GAME.name)
    assert {name for variant in made.variants for name in variant.bots} == {STAND_IN}
    assert (made.levels, made.rollouts) == (LEVELS, ROLLOUTS)
    assert made.variants[0].searches(GAME) is True
    assert design(GAME.name, bots=["medium"]).variants[0].searches(GAME) is True, (
        "medium should be a search here, which isn't compiled"
    )


# --- bots that can't play a variant


LEARNED = some_game(4, lambda game: alone(game) and with_bots(game) and net_file(game, 4).is_file())
CHANGED_OPTION = next(option for option in LEARNED.options if not option.words and option.least < int(option.default))
ELSEWHERE = {CHANGED_OPTION.name: int(CHANGED_OPTION.default) - CHANGED_OPTION.step}
UNFIT = (
    f"the bot net cannot play {LEARNED.title} with {CHANGED_OPTION.name}={ELSEWHERE[CHANGED_OPTION.name]}: its net was "
    f"trained with {CHANGED_OPTION.name}={CHANGED_OPTION.default}; expected another bot, or these options"
)


@pytest.mark.parametrize(
    "wanted",
    [
        {"options": ELSEWHERE, "bots": ["net"]},
        {"options": ELSEWHERE, "bots": ["basic", "basic", "basic", "net"]},
        {"vary": {CHANGED_OPTION.name: [CHANGED_OPTION.default, *ELSEWHERE.values()]}, "bots": ["net"]},
        {"options": ELSEWHERE, "levels": ["basic", "net"], "skill": 5},
        {"options": ELSEWHERE, "bots": ["basic", "net"], "claims": True},
    ],
    ids=["all", "one seat", "one variant", "level", "claims"],
)
def test_a_net_that_was_trained_for_other_options_is_refused_instead_of_being_replaced(
    wanted: dict[str, object],
) -> None:
    with pytest.raises(ParlourError) as refused:
        design(LEARNED.name, 4, matches=20, **wanted)  # type: ignore[arg-type]
    assert str(refused.value) == UNFIT


def test_a_net_for_another_number_of_players_is_refused_instead_of_being_replaced() -> None:
    players = next(number for number in LEARNED.players if not net_file(LEARNED, number).is_file())
    unfit = f"the bot net has no net for {LEARNED.title} with {players} players; expected another bot"
    with pytest.raises(ParlourError) as refused:
        design(LEARNED.name, players, bots=["net"])
    assert str(refused.value) == unfit


def test_a_net_plays_the_variants_that_it_was_trained_for() -> None:
    made = design(LEARNED.name, 4, options={CHANGED_OPTION.name: CHANGED_OPTION.default}, bots=["net"])
    assert set(made.variants[0].bots) == {"net"}
    assert made.changing_bots == {}


def test_a_level_that_is_a_net_in_one_variant_and_a_search_in_another_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Game.part
    monkeypatch.setattr(Game, "part", lambda game, name: None if name == "basic" else part(game, name))
    vary = {CHANGED_OPTION.name: [CHANGED_OPTION.default, *ELSEWHERE.values()]}
    made = design(LEARNED.name, 4, bots=["medium"], vary=vary)
    assert made.changing_bots["medium"] == {0: "a net", 1: "a short search"}
    assert design(LEARNED.name, 4, bots=["medium"], options=ELSEWHERE).changing_bots == {}
