"""Write docs/fields/NAME.md for every game: a page with the fields of a state, and their place in an observation.

python tools/field_pages.py
"""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from parlour.envs.encoding import Encoding, find_encoding
from parlour.envs.source import Part
from parlour.game.fields import Each, Field, Kind
from parlour.game.game import Game
from parlour.games import all_games, find_game

FOLDER = Path(__file__).parents[1] / "docs" / "fields"


def page(name: str) -> str:
    """Write the page with one game's fields."""
    game = find_game(name)
    return "\n".join(_lines(game, find_encoding(game))) + "\n"


def _lines(game: Game, encoding: Encoding) -> Iterator[str]:
    sizes = [f"{encoding.size(players)} bytes with {players} players" for players in game.players]
    yield f"# The fields of {game.title}"
    yield ""
    yield "The program `tools/field_pages.py` writes this page from the fields that the game declares. The page"
    yield "[environments.md](../environments.md#observations) explains how learners observe these fields."
    yield ""
    yield f"The actions of `{game.name}` are numbered from 0 to {game.actions - 1}."
    yield f"A state has {game.state.itemsize} bytes."
    yield from textwrap.wrap(f"An observation has {', '.join(sizes)}.", 120)
    yield ""
    yield "| field | kind | dimensions | stored as | observed bytes | meaning |"
    yield "|---|---|---|---|---|---|"
    parts = {part.name: part for part in encoding.parts}
    for field in game.fields:
        yield _row(field, parts.get(field.name), str(game.state[field.name].base))
    for part in encoding.parts:
        if part.rule:
            yield _row(part.field, part, "computed")


def _row(field: Field, part: Part | None, stored: str) -> str:
    of = " for ".join(_dimension(each) for each in reversed(field.each))
    return f"| `{field.name}` | {_kind(field)} | {of} | {stored} | {_bytes(field, part)} | {field.meaning} |"


def _dimension(each: Each) -> str:
    return f"list of {each.size} entries" if each.of == "list" else f"each {each.of}"


def _kind(field: Field) -> str:
    if field.kind == Kind.NUMBER:
        return f"number {field.least:,} to {field.most:,}" + ("" if field.none is None else f", or {field.none}")
    if field.words:
        return f"{field.kind.value}: {', '.join(word or '(none)' for word in field.words)}"
    return str(field.kind.value)


def _bytes(field: Field, part: Part | None) -> str:
    """Describe how many bytes a field takes in an observation, and for which numbers of players."""
    if part is None:
        return ""
    size = f"{part.size}" if part.size else "1 for each seat"
    text = f"{size}, only for the observing seat" if field.observed == "own" else size
    if field.unit > 1:
        text += f", in units of {field.unit}"
    players = " or ".join(map(str, field.players))
    return f"{text}, only with {players} players" if players else text


def main() -> None:
    """Write the pages of all games."""
    FOLDER.mkdir(exist_ok=True)
    for game in all_games():
        (FOLDER / f"{game.name}.md").write_text(page(game.name), encoding="utf-8")


if __name__ == "__main__":
    main()
