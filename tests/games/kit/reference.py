"""Make the reference tables for docs/add-a-game.md from the code; `python -m tests.games.kit.reference` writes them.

On the page, each table stands between two comments, such as `<!-- reference: view -->` and `<!-- end -->`.
"""

import inspect
import re
from collections.abc import Iterator

from parlour.game import view
from parlour.game.game import Game
from parlour.games import kit
from parlour.games.kit._table import HUMAN_SIDE
from tests.pages import ROOT, page

PAGE = "docs/add-a-game.md"
PARTS = (
    view.Action, view.Seat, view.Cell, view.Share, view.SheetRow, view.Centre, view.Trick, view.Choice,
    view.Pile, view.Marker, view.Selection, view.Moment, view.Mark,
)  # fmt: skip
PLACE = re.compile(r"(<!-- reference: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
FIELD = re.compile(
    r"^    (?P<name>[a-z]\w*): (?P<type>.+?)(?: = (?P<default>.+?))?(?:  # (?P<meaning>.+))?$", re.MULTILINE
)
EMPTY = {"field(default_factory=dict)": "{}", "default(default_factory=dict)": "{}"}
DERIVED = "init=False"  # code that marks a field as derived, so it isn't an argument


def fields(made: type) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, type, default and meaning of each field of a class, as written in its source."""
    for found in FIELD.finditer(inspect.getsource(made)):
        default = found["default"] or ""
        if DERIVED not in default:
            yield found["name"], found["type"], EMPTY.get(default, default), found["meaning"] or ""


def parts_of_a_view() -> list[str]:
    """Return a table row for each field of those parts of a view that games make themselves."""
    rows = ["| part | field | type | default | meaning |", "|---|---|---|---|---|"]
    for part in PARTS:
        for name, kind, default, meaning in fields(part):
            rows.append(_row(f"`{part.__name__}`", f"`{name}`", f"`{kind}`", _code(default), meaning))
    return rows


def arguments_of_a_game() -> list[str]:
    """Return a table row for each argument of `Game`; a column has the defaults that `card_game` adds."""
    rows = ["| argument | default | with `card_game` | meaning |", "|---|---|---|---|"]
    filled = {"actions": "the cards of the deck", "points": "from `scores`"}
    for name, _, default, meaning in fields(Game):
        table = "the table's" if name in HUMAN_SIDE else filled.get(name, "")
        rows.append(_row(f"`{name}`", _code(default), table, meaning))
    return rows


def arguments_of_bids() -> list[str]:
    """Return a table row for each argument of `Bids`."""
    rows = ["| argument | default | meaning |", "|---|---|---|"]
    return rows + [_row(f"`{name}`", _code(default), meaning) for name, _, default, meaning in fields(kit.Bids)]


def methods_of_a_table() -> list[str]:
    """Return a table row for each method of `Table`, with its signature."""
    rows = ["| method | what it says |", "|---|---|"]
    own = [vars(made) for made in reversed(kit.Table.__mro__)]
    for name, method in [pair for one in own for pair in one.items()]:
        if inspect.isfunction(method) and method.__name__ == name and not name.startswith("_"):
            signature = inspect.signature(method)
            parameters = ", ".join(list(signature.parameters)[1:])
            rows.append(_row(f"`{name}({parameters}) -> {_given(signature)}`", (inspect.getdoc(method) or "").strip()))
    return rows


def _given(signature: inspect.Signature) -> str:
    """Find what type a method returns, as text without module names."""
    given = inspect.formatannotation(signature.return_annotation, "builtins")
    return re.sub(r"\b(?:parlour|typing)\.(?:\w+\.)*", "", given)


TABLES = {
    "view": parts_of_a_view,
    "game": arguments_of_a_game,
    "bids": arguments_of_bids,
    "methods": methods_of_a_table,
}


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def written(text: str) -> str:
    """Return the text of the page with its tables regenerated."""
    return PLACE.sub(lambda found: f"{found[1]}\n" + "\n".join(TABLES[found[2]]()) + f"\n\n{found[3]}", text)


if __name__ == "__main__":
    (ROOT / PAGE).write_text(written(page(PAGE)), encoding="utf-8")
