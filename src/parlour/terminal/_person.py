"""The player's name: asked for once, then kept in the user's data folder."""

from pathlib import Path

import platformdirs
from rich.console import Console

from parlour.engine.files import whole_file
from parlour.errors import ParlourError
from parlour.game.texts import say, sentence_of
from parlour.terminal._house import PERSON, tidy
from parlour.terminal.console import Ask
from parlour.terminal.words import said


def name_file() -> Path:
    """Return the path of the file with the player's name."""
    return Path(platformdirs.user_data_dir("parlour", appauthor=False)) / "name"


def person_name(console: Console, ask: Ask, given: str | None, *, file: Path, watched: bool) -> str:
    """Return the name to play under: the given name, the saved name, or the player's answer at a terminal."""
    if given is not None:
        return given
    kept = kept_name(file)
    if kept or not watched:
        return kept or PERSON
    console.print(said(say("What is your name? Press Enter to play as {name}.", name=PERSON)))
    try:
        name = tidy(ask())
    except EOFError:
        return PERSON
    except KeyboardInterrupt:
        raise SystemExit(0) from None
    try:
        keep_name(file, name or PERSON)
    except ParlourError as error:
        reason = say("Your name could not be saved: {reason}", reason=sentence_of(error))
        console.print(said(reason), soft_wrap=True)
    return name or PERSON


def kept_name(file: Path) -> str:
    """Read the name from its file; return "" if the file is missing or empty."""
    try:
        return tidy(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError:
        reason = "its content is not text"
    except OSError as error:
        reason = error.strerror or str(error)
    raise ParlourError(f"{file} cannot be read: {reason}; expected your name, or no such file")


def keep_name(file: Path, name: str) -> None:
    """Save the name for later matches."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ParlourError(f"the folder {file.parent} cannot be made: {error.strerror or error}") from None
    with whole_file(file) as opened:
        opened.write(name + "\n")
