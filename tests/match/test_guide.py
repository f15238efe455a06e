"""Every guided first hand can be played through, and a guide that doesn't fit its game is refused."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import all_games
from parlour.games.outside import load_file
from parlour.match.guide import LEARNER, Guide, guide_of, guided, play_through, sentence
from parlour.match.match import Match
from tests.outside.games import rollcall
from tests.samples import has_page

GUIDED = [game for game in all_games() if guide_of(game) is not None]
MOST_WORDS, MOST_MOVES = 260, 40  # with these limits, a guide takes about a minute
LONGEST_SENTENCE = 240

every_guide = pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)


def guide_for(game: Game) -> Guide:
    guide = guide_of(game)
    assert guide is not None
    return guide


def test_every_game_with_a_page_has_a_guide() -> None:
    assert [game.name for game in all_games() if has_page(game) and game not in GUIDED] == []


@every_guide
def test_following_a_guide_takes_about_a_minute(game: Game) -> None:
    guide = guide_for(game)
    assert sum(len(step.say.split()) for step in guide.steps) <= MOST_WORDS
    assert max(len(step.say) for step in guide.steps) <= LONGEST_SENTENCE
    assert len(guide.moves) >= 2
    assert len(guide.moves) + sum(map(len, guide.others.values())) <= MOST_MOVES


@every_guide
def test_a_match_is_guided_if_it_has_the_key_of_the_guide(game: Game) -> None:
    guide = guide_for(game)
    assert guided(game, bytes.fromhex(guide.key)) is guide
    assert guided(game, bytes(32)) is None


@every_guide
def test_in_a_guide_a_bot_makes_the_moves_listed_for_it_and_then_has_no_moves_left(game: Game) -> None:
    guide = guide_for(game)
    *_, (match, _) = play_through(game, guide)
    for seat, part in guide.others.items():
        assert guide.move_of(seat, []) == part[0]
        assert guide.move_of(seat, match.events) is None
    assert guide.move_of(LEARNER, []) is None


# --- guides that do not fit


def changed(game: Game, **change: Any) -> Guide:
    """Return a game's guide with some fields changed."""
    return msgspec.convert({**msgspec.to_builtins(guide_for(game)), **change}, Guide, strict=False)


def wrong(game: Game, guide: Guide) -> str:
    """Play through a guide that doesn't fit its game; return the error message."""
    with pytest.raises(ParlourError) as error:
        list(play_through(game, guide))
    return str(error.value)


def with_step(game: Game, **change: Any) -> Guide:
    """Change the first step of a guide that asks for a move."""
    steps = msgspec.to_builtins(guide_for(game).steps)
    place = next(place for place, step in enumerate(steps) if step["do"])
    return changed(game, steps=[*steps[:place], {**steps[place], **change}, *steps[place + 1 :]])


@every_guide
def test_a_guide_whose_moves_or_targets_or_gaps_do_not_fit_is_refused_with_the_reason(game: Game) -> None:
    assert "asks for 'fly'; expected one of" in wrong(game, with_step(game, do=["fly"]))
    assert "points at 'card:none', which is not on the table" in wrong(game, with_step(game, at="card:none"))
    assert "points at 'nowhere'" in wrong(game, with_step(game, at="nowhere"))
    assert "lacks `otherwise`" in wrong(game, with_step(game, otherwise=""))
    assert "is not a card of" in wrong(game, with_step(game, say="Play {nothing}."))


@every_guide
def test_the_refusal_of_a_guide_with_wrong_moves_for_a_bot_names_the_bots_seat(game: Game) -> None:
    guide = guide_for(game)
    seat = min(guide.others)
    assert f"'fly' of seat {seat} does not fit" in wrong(game, changed(game, others={**guide.others, seat: ["fly"]}))
    longer = {**guide.others, seat: [*guide.others[seat], "fly"]}
    assert "fly" in wrong(game, changed(game, others=longer))


def test_the_gaps_in_the_sentences_of_a_guide_are_filled_with_cards_and_seats() -> None:
    game = GUIDED[0]
    name = next(name for name in game.deck.names if name.isalnum())
    told = sentence(game, guide_for(game), f"{{seat1}} has {{{name}}}.")
    assert told.format(["Ann", "Ben"]).startswith("Ben has ")


# --- a game from outside


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Write a game that is a single file."""
    file = tmp_path / "guided_rollcall.py"
    file.write_text(rollcall().read_text(encoding="utf-8"), encoding="utf-8")
    return file


@pytest.mark.processes
def test_the_guide_of_a_single_file_game_is_in_a_file_next_to_it(outside: Path) -> None:
    match = Match(load_file(outside), key=bytes(32))
    match.advance()
    moves: dict[int, list[str]] = {seat: [] for seat in range(match.players)}
    while not moves[0]:
        seat = match.actors[0]
        view = match.view(seat)
        moves[seat].append(view.actions[0].name)
        match.act(seat, view.actions[0].name)
    step = {"say": "Do this.", "at": "hand", "do": moves[0], "otherwise": "Rather not."}
    others = {str(seat): moves[seat] for seat in moves if seat and moves[seat]}
    data = {"key": bytes(32).hex(), "players": match.players, "steps": [step], "others": others}
    outside.with_suffix(".guide.json").write_text(json.dumps(data), encoding="utf-8")
    guide_of.cache_clear()
    guide = guide_of(match.game)
    assert guide is not None
    assert [step is None for _, step in play_through(match.game, guide)] == [False, True]
    guide_of.cache_clear()


@pytest.mark.processes
def test_the_refusal_of_a_guide_that_cannot_be_read_names_the_file(outside: Path) -> None:
    game = load_file(outside)
    outside.with_suffix(".guide.json").write_text('{"key": "short"}', encoding="utf-8")
    guide_of.cache_clear()
    with pytest.raises(ParlourError, match=r"guided_rollcall.guide.json' cannot be read"):
        guide_of(game)
    guide_of.cache_clear()
    sys.modules.pop(game.module, None)
