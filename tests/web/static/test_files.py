"""Tests of the page's files: modules are small, nothing is loaded from elsewhere, and files are sent compressed."""

import gzip
import re
from os.path import normpath
from pathlib import Path

import pytest

from parlour.games import GAMES, find_game
from parlour.web.page.files import STATIC
from tests.house import circles
from tests.pages import page
from tests.web.servers import Server
from tools.page_shapes import document

MODULES = sorted(STATIC.rglob("*.js"))
STYLES = sorted(STATIC.rglob("*.css"))
# Each folder imports only from itself and from the folders before it.
FOLDERS = ("core", "cards", "sitting", "table", "pages", "")
FONTS = STATIC / "fonts"
MOST_FONT_BYTES = 40_000
MOST_LINES = 300
LONGEST_LINE = 120
IMPORTED = re.compile(r'(?:\bfrom |\bimport\()"(\.{1,2}/[\w/.]+\.js)"')
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.{1,2}/[\w/.]+\.js)";', re.MULTILINE)
PRELOAD = re.compile(r'rel="modulepreload" href="/static/([\w/]+\.js)"')
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)")


def reached(name: str, found: set[str]) -> set[str]:
    """Collect a module and everything that it imports, directly or indirectly."""
    if name not in found:
        found.add(name)
        for other in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            reached(normpath(f"{Path(name).parent}/{other}"), found)
    return found


def read(path: Path) -> str:
    """Read a file of the page."""
    return path.read_text(encoding="utf-8")


def test_a_module_has_at_most_300_lines_and_begins_by_stating_its_purpose() -> None:
    assert [path.name for path in MODULES if not read(path).startswith("// ")] == []
    assert [path.name for path in MODULES if len(read(path).splitlines()) > MOST_LINES] == []


def test_lines_of_the_page_have_at_most_120_characters() -> None:
    files = [*MODULES, *STYLES, *STATIC.glob("*.ts")]
    lines = [(path.name, number, line) for path in files for number, line in enumerate(read(path).splitlines(), 1)]
    assert [f"{name}:{number}" for name, number, line in lines if len(line) > LONGEST_LINE] == []


def resolved(path: Path, imported: str) -> str:
    """Turn an imported path into a module's name, such as core/dom.js."""
    return str((path.parent / imported).resolve().relative_to(STATIC.resolve()))


def test_a_folder_of_the_page_imports_only_from_folders_that_come_before_it() -> None:
    wrong = []
    for path in MODULES:
        room = path.relative_to(STATIC).parts[0] if path.parent != STATIC else ""
        for other in IMPORTED.findall(read(path)):
            there = Path(resolved(path, other))
            imported = there.parts[0] if len(there.parts) > 1 else ""
            if FOLDERS.index(imported) > FOLDERS.index(room):
                wrong.append(f"{path.name}: {room} comes before {imported} and must not import {there}")
    assert wrong == []


def test_the_modules_that_compute_the_layout_import_each_other_in_one_direction_only() -> None:
    order = re.findall(r"^\| \d+ \| `(\w+)` \|", page("docs/page.md"), re.MULTILINE)
    assert order[-1] == "felt"
    for n, name in enumerate(order):
        used = {Path(other).stem for other in IMPORTED.findall(read(STATIC / "table" / f"{name}.js"))}
        assert used & set(order[n:]) == set(), f"{name} may only import modules that docs/page.md lists before it"


def test_the_pages_modules_have_no_import_cycles_even_through_types_or_dynamic_imports() -> None:
    edges = {
        str(path.relative_to(STATIC)): {resolved(path, other) for other in IMPORTED.findall(read(path))}
        for path in MODULES
    }
    assert circles(edges) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_file_of_the_page_contains_the_name_of_a_game(name: str) -> None:
    game = find_game(name)
    own = {name, game.title, *game.badges, *game.other_seats, *game.deck.faces}
    named = re.compile(rf"[\"'`.](?:{'|'.join(map(re.escape, own))})(?![\w-])")
    assert {path.name: named.findall(read(path)) for path in [*MODULES, *STYLES] if named.search(read(path))} == {}


def test_the_generated_type_declarations_of_messages_are_up_to_date() -> None:
    assert (STATIC / "types.d.ts").read_text(encoding="utf-8") == document(), "run python tools/page_shapes.py"


def test_every_module_of_the_first_page_is_preloaded() -> None:
    announced = set(PRELOAD.findall((STATIC / "index.html").read_text(encoding="utf-8")))
    assert announced == reached("app.js", set()) - {"app.js"}


def test_the_page_uses_no_external_resources_and_no_images() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file() and path.parent != FONTS:
            assert path.suffix in (".js", ".json", ".css", ".html", ".svg", ".webmanifest", ".ts")
            assert not ELSEWHERE.search(path.read_text(encoding="utf-8")), path.name


def test_fonts_are_small_and_come_with_their_licence(server: Server) -> None:
    fonts = sorted(FONTS.glob("*.woff2"))
    assert sum(path.stat().st_size for path in fonts) <= MOST_FONT_BYTES
    licence = server.http.get("/static/fonts/LICENSE.txt").text
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for path in fonts:
        assert path.read_bytes()[:4] == b"wOF2"
        assert re.search(rf"^{path.name}.*: Copyright", licence, re.MULTILINE), f"the licence doesn't name {path.name}"
        assert server.http.get(f"/static/fonts/{path.name}").headers["content-type"] == "font/woff2"


def test_a_file_is_sent_compressed_and_an_unchanged_file_is_not_sent_again(server: Server) -> None:
    first = server.http.get("/static/table/felt.js", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.content == (STATIC / "table" / "felt.js").read_bytes()
    assert len(gzip.compress(first.content)) < len(first.content) / 2
    again = server.http.get("/static/table/felt.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = server.http.get("/static/table/felt.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "%2e%2e/app.py", "types.d.ts", "state.d.ts", "style"])
def test_the_server_does_not_send_files_that_are_not_part_of_the_page(server: Server, name: str) -> None:
    answer = server.http.get(f"/static/{name}")
    assert answer.status_code == 404
    assert answer.json()["refused"] == "unknown_page"
