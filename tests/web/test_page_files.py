"""The files of the page: small modules, nothing from elsewhere, all of them announced at once, sent compressed."""

import gzip
import re
from os.path import normpath
from pathlib import Path

import pytest

from parlour.web.pages.files import STATIC
from tests.web.servers import Server

MODULES = sorted(STATIC.rglob("*.js"))
MOST_LINES = 300
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.{1,2}/[\w/.]+\.js)";', re.MULTILINE)
PRELOAD = re.compile(r'rel="modulepreload" href="/static/([\w/]+\.js)"')
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)")


def reached(name: str, found: set[str]) -> set[str]:
    """A module and all that it imports."""
    if name not in found:
        found.add(name)
        for other in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            reached(normpath(f"{Path(name).parent}/{other}"), found)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_has_at_most_300_lines_and_says_what_it_is_for(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.startswith("// ")
    assert path.parent.name == "texts" or len(source.splitlines()) <= MOST_LINES


def test_every_module_of_the_first_page_is_announced_in_it() -> None:
    announced = set(PRELOAD.findall((STATIC / "index.html").read_text(encoding="utf-8")))
    assert announced == (reached("app.js", set()) - {"app.js"}) | {"texts/en.js"}


def test_nothing_comes_from_elsewhere_and_no_file_is_an_image() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file():
            assert path.suffix in (".js", ".css", ".html", ".svg", ".webmanifest", ".ts")
            assert not ELSEWHERE.search(path.read_text(encoding="utf-8")), path.name


def test_a_file_is_sent_compressed_and_not_again_while_it_is_the_same(server: Server) -> None:
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


@pytest.mark.parametrize("name", ["nothing.js", "../app.py", "%2e%2e/app.py", "types.d.ts", "style"])
def test_no_other_file_is_sent(server: Server, name: str) -> None:
    answer = server.http.get(f"/static/{name}")
    assert answer.status_code == 404
    assert answer.json()["refused"] == "unknown_page"
