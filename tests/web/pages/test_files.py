"""The files of the page in memory: each is held once, and whatever is no file gets a refusal."""

from pathlib import Path

import pytest

from parlour.web.pages.files import StaticFiles
from parlour.web.refusals import TableRefusal
from tests.web.servers import Server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "static"
    (inside / "texts").mkdir(parents=True)
    (inside / "texts" / "page.js").write_text("// a page", encoding="utf-8")
    return inside


def test_a_file_is_held_once_however_its_name_is_spelled(folder: Path) -> None:
    files = StaticFiles(folder)
    spellings = ["texts/page.js", "/texts//page.js", "./texts/page.js", *(f"q{n}/../texts/page.js" for n in range(500))]
    found = [files.find(spelling) for spelling in spellings]
    assert all(file is found[0] for file in found)
    assert len(files._files) == 1


def test_a_file_that_changes_is_read_again_and_still_held_once(folder: Path) -> None:
    files = StaticFiles(folder)
    before = files.find("texts/page.js")
    (folder / "texts" / "page.js").write_text("// another page", encoding="utf-8")
    assert files.find("texts/page.js").plain == b"// another page" != before.plain
    assert len(files._files) == 1


@pytest.mark.parametrize("name", ["\0", "texts/\0", "a" * 300, "a/" * 3000, "texts", "../secret", "texts/page.js/x"])
def test_a_name_that_no_file_has_is_refused(folder: Path, name: str) -> None:
    (folder.parent / "secret").write_text("secret", encoding="utf-8")
    files = StaticFiles(folder)
    with pytest.raises(TableRefusal) as refused:
        files.find(name)
    assert refused.value.kind == "unknown_page"
    assert not files._files


@pytest.mark.parametrize("name", ["%00", "a" * 300, "%ff", "%ed%a0%80", "a/" * 3000])
def test_a_strange_name_gets_a_typed_refusal_from_the_server(server: Server, name: str) -> None:
    answer = server.http.get(f"/static/{name}")
    assert (answer.status_code, answer.json()["refused"]) == (404, "unknown_page")
