"""The terminal uses the user's language for whole matches, help and errors, and nothing stays in English."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from itertools import cycle

import pytest

from parlour.bots import find_bot
from parlour.errors import ParlourError
from parlour.game.cards import CardError, Deck
from parlour.game.game import Game
from parlour.game.texts import say, sentence_of
from parlour.game.view import Action
from parlour.games import GAMES, find_game
from parlour.games.rules_page import headings, rules_text
from parlour.languages import catalogue_of, languages
from parlour.languages.pseudo import PSEUDO
from parlour.terminal.today import written
from parlour.terminal.words import complaint, language, said, speaking
from tests.samples import some_game
from tests.terminal.match_for_tests import played

BAD_INPUT = 2
WORD = re.compile(r"[^\W\d_]{2,}")


def parlour(*arguments: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with plain rules and extra environment variables."""
    command = [sys.executable, "-m", "parlour.cli", *arguments]
    own = {**os.environ, "PARLOUR_PLAIN": "1", "COLUMNS": "200", "LC_ALL": "", **environment}
    done = subprocess.run(command, capture_output=True, text=True, env=own, check=False, input="")
    assert done.returncode == status, done.stderr
    return done


@pytest.mark.parametrize(("name", "spoken"), list(zip(GAMES, cycle(("de", "fr", PSEUDO)), strict=False)))
def test_a_match_is_played_in_another_language_and_fits_the_terminal(name: str, spoken: str) -> None:
    game = find_game(name)
    bot = find_bot(game, "basic" if game.part("basic") else "random")
    lines = iter(["s", "l", "p", "t", "99", *["1"] * 10_000])
    with speaking(spoken):
        finished, shown, match = played(game, game.default_players, lines, short=True, bot=bot)
        assert said(say("Score sheet")) in shown
    assert finished
    assert max(map(len, shown.splitlines())) <= 80
    if spoken == PSEUDO:
        sections = headings(rules_text(game))  # The test language has no rules pages.
        names = {word for one in (*match.names, game.title, *sections) for word in WORD.findall(one)}
        assert set(WORD.findall(outside_brackets(shown))) <= names
    else:
        assert "Score sheet" not in shown
        assert " wins with " not in shown


def outside_brackets(shown: str) -> str:
    """Return the text outside brackets; the test language puts brackets around everything that is translated."""
    text = re.sub(r"\s+", " ", re.sub(r"[─│╭╮╰╯]|\[\w*…", " ", shown))
    while text != (shorter := re.sub(r"\[[^][]*\]", "", text)):
        text = shorter
    return text


def test_a_translated_label_can_be_typed_exactly_as_shown() -> None:
    game = some_game(4, lambda game: all(not action.cards for action in first_actions(game)))
    with speaking("fr"):
        label = said(first_actions(game)[-1].label)
        assert label != str(first_actions(game)[-1].label)
        _, shown, _ = played(game, 4, [label.upper()])
    assert "✗" not in shown


def first_actions(game: Game) -> Sequence[Action]:
    """Return the actions that the person is offered at the start of a match."""
    return played(game, game.default_players, [])[2].view(0).actions


def test_an_error_with_a_translatable_sentence_is_shown_in_the_users_language() -> None:
    unknown = ParlourError(say("there is no game {game!r}; expected one of {games}", game="x", games="a, b"))
    assert complaint(unknown) == str(unknown) == "there is no game 'x'; expected one of a, b"
    with speaking("de"):
        assert language() == "de"
        template = catalogue_of("de").translated(unknown.args[0].template, {})
        assert complaint(unknown) == template.format(game="x", games="a, b")
        assert complaint("plain") == complaint(ParlourError("plain")) == "plain"


def test_the_error_for_an_unknown_card_is_translated() -> None:
    try:
        Deck(("0S", "1S")).named("9z")
    except CardError as error:
        sentence = sentence_of(error)
    assert str(sentence) == "there is no card '9z' in this deck; expected a card such as 0S to 1S"
    with speaking("de"):
        assert said(sentence) == catalogue_of("de").translated(sentence.template, {}).format(**sentence.values)
        assert said(sentence) != str(sentence)


@pytest.mark.parametrize(
    ("spoken", "day"), [("en", "November 16, 2026"), ("fr", "16 novembre 2026"), ("de", "16. November 2026")]
)
def test_a_date_is_written_in_the_style_of_the_language(spoken: str, day: str) -> None:
    with speaking(spoken):
        assert said(written(date(2026, 11, 16))) == day


# --- the command line


@pytest.mark.processes
@pytest.mark.parametrize("way", [["--language", "fr", "games"], ["games", "--language=fr"]])
def test_the_language_option_can_come_before_or_after_the_command(way: list[str]) -> None:
    shown = parlour(*way, LANG="de_DE.UTF-8").stdout
    assert catalogue_of("fr").translated(some_game().pitch, {}) in shown


@pytest.mark.processes
def test_the_language_of_the_system_is_the_default() -> None:
    shown = parlour("games", LANG="de_DE.UTF-8").stdout
    assert catalogue_of("de").translated(some_game().pitch, {}) in shown
    helped = parlour("play", "--help", LANG="fr_FR.UTF-8").stdout
    assert catalogue_of("fr").translated("Play a game in the terminal.", {}) in helped
    assert "--language" in helped


@pytest.mark.processes
def test_the_refusal_of_an_unknown_language_lists_the_known_languages() -> None:
    done = parlour("play", "--language", "klingon", status=BAD_INPUT)
    assert done.stdout == ""
    assert done.stderr == f"parlour: there is no language 'klingon'; expected one of {', '.join(languages())}\n"


@pytest.mark.processes
def test_a_mistake_on_the_command_line_is_reported_in_the_users_language() -> None:
    template = "there is no game {game!r}; expected one of {games}"
    assert catalogue_of("fr").translated(template, {}) != template
    expected = catalogue_of("fr").translated(template, {}).format(game="nim", games=", ".join(GAMES))
    assert parlour("play", "nim", "--language", "fr", status=BAD_INPUT).stderr == f"parlour: {expected}\n"
