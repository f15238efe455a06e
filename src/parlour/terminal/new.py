"""`parlour new`: a small but complete game to start from, and its test."""

from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword
from pathlib import Path

from parlour.errors import ParlourError
from parlour.games import GAMES

TEMPLATE = Path(__file__).parent / "template"
NAME, TITLE = "mygame", "My Game"  # The template's name and title, which `new_game` replaces.


def new_game(name: str, folder: Path) -> None:
    """Write NAME.py and test_NAME.py to a folder, and print the next steps."""
    check_name(name)
    files = {folder / f"{prefix}{name}.py": TEMPLATE / f"{prefix}{NAME}.py" for prefix in ("", "test_")}
    for file in files:
        if file.exists():
            raise ParlourError(f"{str(file)!r} already exists; expected an unused name")
    if find_spec(name) is not None:
        raise ParlourError(f"there is a Python module {name!r}, which {name}.py would hide; expected another name")
    for file, template in files.items():
        _write(file, template.read_text(encoding="utf-8").replace(NAME, name).replace(TITLE, title_of(name)))
    print(f"parlour play ./{name}.py    plays the game; {name}.py is a complete game, and test_{name}.py tests it")
    print(f"parlour dev ./{name}.py     opens a table in the browser that uses your new rules whenever you save them")
    print(f"parlour check ./{name}.py   checks the game for the properties that every game needs")


def check_name(name: str) -> None:
    """Refuse a name that a game cannot have or that is taken."""
    if not name.isidentifier() or iskeyword(name) or issoftkeyword(name):
        raise ParlourError(f"a game cannot be called {name!r}; expected a short name such as mygame, no path")
    if name in GAMES:
        raise ParlourError(f"there is a game {name!r} already; expected a name beside {', '.join(GAMES)}")


def title_of(name: str) -> str:
    """Return the title of a game as people write it: Crazy Eights for crazy_eights."""
    return " ".join(word[:1].upper() + word[1:] for word in name.split("_") if word) or name


def _write(file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise ParlourError(f"{str(file)!r} cannot be written: {error.strerror or error}") from None
