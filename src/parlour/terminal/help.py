"""The command line in the user's language: `--language` for every command, and translated help."""

from collections.abc import Mapping, Sequence
from copy import copy
from inspect import cleandoc
from typing import Any

import click

from parlour.game.catalogues import ENGLISH, Catalogue
from parlour.languages import of_terminal, program_catalogue
from parlour.terminal.words import speak

OPTION = "--language"
HELP = "The language, such as en; by default the system's (LANG)."


class Argument(click.Argument):
    """An argument that appears in the help of its command."""

    def __init__(self, names: Sequence[str], *, metavar: str, help: str = "", **settings: Any) -> None:
        super().__init__(names, metavar=metavar, **settings)
        self.help = help  # Versions of click before 8.5 don't accept help for arguments.


class Command(click.Command):
    """A command that takes `--language` and explains its arguments."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.params.append(click.Option([OPTION], metavar="LANGUAGE", help=HELP, expose_value=False))

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the whole help: the usage, what the command does, its arguments, its options."""
        self.format_usage(context, formatter)
        self.format_help_text(context, formatter)
        arguments = [(one.human_readable_name, one.help or "") for one in self.params if isinstance(one, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        self.format_options(context, formatter)
        self.format_epilog(context, formatter)


class Group(Command, click.Group):
    """A command group whose help lists commands in the order they were added, each with its whole first paragraph."""

    command_class = Command

    def list_commands(self, context: click.Context) -> list[str]:
        """List the commands in order."""
        return list(self.commands)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each command does."""
        shown = [(name, command.help or "") for name, command in self.commands.items() if not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl([(name, " ".join(text.split("\n\n")[0].split())) for name, text in shown])


def in_language(app: click.Command, arguments: Sequence[str], environment: Mapping[str, str]) -> click.Command:
    """Set the terminal's language from the arguments, and return the command line in that language."""
    language = of_terminal(_wish(arguments), environment)
    speak(language)
    return app if language == ENGLISH else _translated(app, program_catalogue(language))


def _wish(arguments: Sequence[str]) -> str | None:
    """Return the language given in the arguments; if there are several, return the last."""
    found = None
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            found = value if equals else (arguments[index + 1] if index + 1 < len(arguments) else None)
    return found


def _translated(command: click.Command, catalogue: Catalogue) -> click.Command:
    """Copy a command and its subcommands, with their help translated."""
    said = copy(command)
    said.params = [copy(parameter) for parameter in command.params]
    for one in (said, *said.params):
        if isinstance(one, click.Command | click.Option | Argument) and one.help:
            one.help = catalogue.translated(cleandoc(one.help), {})
    if isinstance(said, click.Group):
        said.commands = {name: _translated(below, catalogue) for name, below in said.commands.items()}
    return said
