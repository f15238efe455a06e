"""The command line in the language of its user: `--language` at every command, and help for those who play."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typer import Typer
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from parlour.catalogues import ENGLISH
from parlour.languages import of_terminal, program_catalogue
from parlour.terminal.words import speak

OPTION = "--language"
HELP = "The language, such as en; by default that of the system (LANG)."


def in_language(app: Typer, arguments: Sequence[str], environment: Mapping[str, str]) -> Callable[..., Any]:
    """The command line for these arguments: from now on the terminal speaks the language that they ask for."""
    command: Any = get_command(app)
    language = of_terminal(_wish(arguments), environment)
    speak(language)
    _translate(command, language)
    return command  # type: ignore[no-any-return]


def _wish(arguments: Sequence[str]) -> str | None:
    """The language that the arguments name; the last one counts."""
    found = None
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            found = value if equals else (arguments[place + 1] if place + 1 < len(arguments) else None)
    return found


def _translate(command: Any, language: str) -> None:
    """Say the help of a command, and of those below it, in a language, and let it take the option."""
    command.params.append(TyperOption(param_decls=[OPTION], metavar="LANGUAGE", help=HELP, expose_value=False))
    catalogue = None if language == ENGLISH else program_catalogue(language)
    for one in (command, *command.params) if catalogue else ():
        text = getattr(one, "help", None)
        if text and catalogue:
            setattr(one, "help", catalogue.translated(text, {}))  # noqa: B010 - not every parameter declares it
    for below in command.commands.values() if isinstance(command, TyperGroup) else ():
        _translate(below, language)
