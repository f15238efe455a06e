"""The help of the command line explains every argument and option, in the chosen language and within 80 columns."""

from collections.abc import Iterator

import click
import pytest

from parlour.cli import app
from parlour.game.catalogues import ENGLISH
from parlour.languages import languages, program_catalogue
from parlour.terminal.help import HELP, OPTION, Argument, in_language
from parlour.terminal.words import speaking

HIDDEN = {"dev-server", "dev-figures", "trace", "compile"}
OTHERS = [language for language in languages() if language != ENGLISH]


def commands(command: click.Command, context: click.Context | None = None) -> Iterator[click.Context]:
    """Yield a context for a command and for each of its subcommands."""
    here = click.Context(command, context, info_name=command.name, terminal_width=78, **command.context_settings)
    yield here
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from commands(below, here)


every_command = pytest.mark.parametrize("context", list(commands(app)), ids=lambda context: context.command_path)


def one_line(text: str) -> str:
    """Join the lines of a text into one line."""
    return " ".join(text.split())


@every_command
def test_the_help_of_a_command_explains_every_argument_and_option_within_80_columns(context: click.Context) -> None:
    help_text = context.get_help()
    assert all(len(line) <= 80 for line in help_text.splitlines())
    explained = [one for one in context.command.params if isinstance(one, Argument | click.Option)]
    assert len(explained) == len(context.command.params)
    for parameter in explained:
        assert parameter.help
        assert one_line(parameter.help) in one_line(help_text)


@every_command
def test_every_command_has_the_language_option_exactly_once(context: click.Context) -> None:
    assert [one.opts for one in context.command.params].count([OPTION]) == 1


def test_the_list_of_commands_shows_full_descriptions_in_order_and_omits_hidden_commands() -> None:
    context = next(commands(app))
    listed = one_line(context.get_help().partition("Commands:")[2])
    shown = {name: command for name, command in app.commands.items() if name not in HIDDEN}
    assert listed == " ".join(
        f"{name} {one_line((command.help or '').partition(chr(10) * 2)[0])}" for name, command in shown.items()
    )
    assert set(app.commands) - set(shown) == HIDDEN


@pytest.mark.parametrize("language", OTHERS)
def test_translating_the_help_does_not_change_the_english_original(language: str) -> None:
    with speaking(ENGLISH):
        before = [context.get_help() for context in commands(app)]
        other = in_language(app, ["games", f"{OPTION}={language}"], {})
        help_text = one_line(next(commands(other)).get_help())
        for sentence in ("List the games.", "Measure speed.", HELP):
            translated = program_catalogue(language).translated(sentence, {})
            assert translated != sentence
            assert one_line(translated) in help_text
        assert [context.get_help() for context in commands(app)] == before
