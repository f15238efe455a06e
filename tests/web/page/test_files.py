"""The server keeps each of the page's files in memory once, and refuses names of other files."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.web.page.files import FILES, MARK, PAGES, StaticFiles, with_head
from parlour.web.refusals import TableRefusal
from tests.web.servers import Server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "static"
    (inside / "texts").mkdir(parents=True)
    (inside / "texts" / "page.js").write_text("// a page", encoding="utf-8")
    return inside


def test_a_file_is_kept_in_memory_only_once_even_if_its_name_is_spelled_in_different_ways(folder: Path) -> None:
    files = StaticFiles(folder)
    spellings = ["texts/page.js", "/texts//page.js", "./texts/page.js", *(f"q{n}/../texts/page.js" for n in range(500))]
    found = [files.find(spelling) for spelling in spellings]
    assert all(file is found[0] for file in found)
    assert len(files._files) == 1


def test_a_changed_file_is_read_again_and_replaces_the_old_version_in_memory(folder: Path) -> None:
    files = StaticFiles(folder)
    before = files.find("texts/page.js")
    (folder / "texts" / "page.js").write_text("// another page", encoding="utf-8")
    assert files.find("texts/page.js").plain == b"// another page" != before.plain
    assert len(files._files) == 1


@pytest.fixture
def no_heads() -> Iterator[None]:
    """Empty the cache of pages with extra tags in their heads, before and after the test."""
    with_head.cache_clear()
    yield
    with_head.cache_clear()


@pytest.mark.usefixtures("no_heads")
def test_a_page_with_extra_tags_in_its_head_is_compressed_only_once() -> None:
    page, tags = FILES.find("index.html"), [f"<meta name='head' content='{n}'>\n" for n in range(3)]
    made = [with_head(page, one) for one in tags]
    for one, file in zip(tags, made, strict=True):
        assert file.plain.decode() == page.plain.decode().replace(MARK, MARK + one, 1)
        assert gzip.decompress(file.packed) == file.plain
        assert with_head(page, one) is file
    assert len({file.tag for file in [page, *made]}) == 4


@pytest.mark.usefixtures("no_heads")
def test_only_the_latest_pages_with_extra_tags_stay_in_memory() -> None:
    page = FILES.find("index.html")
    for n in range(2 * PAGES):
        with_head(page, f"<meta name='head' content='{n}'>\n")
    held = with_head.cache_info()
    assert (held.currsize, held.misses) == (PAGES, 2 * PAGES)


@pytest.mark.usefixtures("no_heads")
def test_if_a_page_changes_on_disk_its_versions_with_extra_tags_change_too(folder: Path) -> None:
    files, tags = StaticFiles(folder), "<meta name='head'>\n"
    for words in ("first", "other"):
        (folder / "index.html").write_text(f"<title>Parlour</title>\n{words}", encoding="utf-8")
        assert with_head(files.find("index.html"), tags).plain.decode() == f"<title>Parlour</title>\n{tags}{words}"


@pytest.mark.parametrize("name", ["\0", "texts/\0", "a" * 300, "a/" * 3000, "texts", "../secret", "texts/page.js/x"])
def test_a_file_name_that_is_impossible_or_outside_the_folder_is_refused(folder: Path, name: str) -> None:
    (folder.parent / "secret").write_text("secret", encoding="utf-8")
    files = StaticFiles(folder)
    with pytest.raises(TableRefusal) as refused:
        files.find(name)
    assert refused.value.kind == "unknown_page"
    assert not files._files


@pytest.mark.parametrize("name", ["%00", "a" * 300, "%ff", "%ed%a0%80", "a/" * 3000])
def test_the_server_answers_a_malformed_file_name_with_a_typed_refusal(server: Server, name: str) -> None:
    answer = server.http.get(f"/static/{name}")
    assert (answer.status_code, answer.json()["refused"]) == (404, "unknown_page")
