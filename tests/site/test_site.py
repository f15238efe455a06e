"""The documentation site reports broken links and undocumented names; reading and searching it needs no network."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import ROOT
from tools.site.links import anchor_of, broken_links
from tools.site.pages import copy_pages, leading_nowhere, missing_in
from tools.site.reference import modules, reference_page, undocumented

PACKAGE = '''"""A package.

More about it.
"""

from cards.deck import JOKER, NOTHING, Deck

__all__ = [
    # declare a deck
    "Deck",
    "JOKER",  # a card | a fool
    # the rest
    "NOTHING",
]
'''
DECK = '''"""The deck."""

JOKER = 1
NOTHING = -1{comment}


class Deck:
    """All the
    cards.
    """
'''


def site(root: Path, **files: str) -> Path:
    """Write a README.md and other files; double underscores stand for slashes."""
    for name, text in files.items():
        file = root / f"{name.replace('__', '/')}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root / "README.md"


def package(root: Path, comment: str = "") -> Path:
    """Write a package with three public names."""
    (root / "cards").mkdir()
    (root / "cards" / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    (root / "cards" / "deck.py").write_text(DECK.format(comment=comment), encoding="utf-8")
    return root


# --- links


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("[a](docs/none.md)", "README.md:3: there is no docs/none.md"),
        ("![a](none.svg)", "README.md:3: there is no none.svg"),
        ("[a][b]\n\n[b]: none.py", "README.md:3: there is no none.py"),
        ("[a](docs/page.md#nowhere)", "README.md:3: docs/page.md has no heading for #nowhere"),
        ("[a](#nowhere)", "README.md:3: README.md has no heading for #nowhere"),
        ("[a](../README.md)", "README.md:3: there is no ../README.md"),
        ("| a |\n|---|\n| [a](none.md) |", "README.md:5: there is no none.md"),
    ],
)
def test_a_broken_link_is_reported_with_its_line(tmp_path: Path, link: str, message: str) -> None:
    page = site(tmp_path, README=f"# Title\n\n{link}\n", docs__page="# Page\n")
    assert list(broken_links(tmp_path, page)) == [message]


@pytest.mark.parametrize(
    "link", ["[a](docs/page.md#a-page)", "[a](docs/)", "[a](#title)", "[a](https://example.org)", "`[a](none.md)`"]
)
def test_a_working_link_is_not_reported(tmp_path: Path, link: str) -> None:
    page = site(tmp_path, README=f"# Title\n\n{link}\n", docs__page="# A `page`\n")
    assert list(broken_links(tmp_path, page)) == []


def test_headings_get_the_same_anchors_as_on_code_hosts() -> None:
    assert anchor_of("What `make` does – and doesn't (yet)") == "what-make-does--and-doesnt-yet"


# --- pages


def test_a_link_to_a_file_leads_to_its_text_and_a_link_to_a_folder_leads_to_its_list_of_files(
    tmp_path: Path,
) -> None:
    site(
        tmp_path,
        README="[a](code/a.py) [b](docs/all/) [c](docs/all) [d](docs/all/1.md#1-one)",
        docs__all__1="# 1. One\n",
    )
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.py").write_text('"""```"""\n', encoding="utf-8")
    copy_pages(tmp_path, tmp_path / "out")
    assert (tmp_path / "out" / "README.md").read_text(encoding="utf-8") == (
        "[a](code/a.py.md) [b](docs/all/README.md) [c](docs/all/README.md) [d](docs/all/1.md#1-one)"
    )
    assert '```` python\n"""```"""\n````\n' in (tmp_path / "out" / "code" / "a.py.md").read_text(encoding="utf-8")
    assert "- [1. One](1.md)\n" in (tmp_path / "out" / "docs" / "all" / "README.md").read_text(encoding="utf-8")
    for page in (tmp_path / "out").rglob("*.md"):
        assert list(broken_links(tmp_path / "out", page)) == []


def test_code_in_a_table_keeps_its_vertical_bars_without_the_backslashes_that_escape_them(tmp_path: Path) -> None:
    site(tmp_path, README="| `int \\| None` | a \\| b |\n\n`a \\| b`\n")
    copy_pages(tmp_path, tmp_path / "out")
    assert (tmp_path / "out" / "README.md").read_text(encoding="utf-8") == "| `int | None` | a \\| b |\n\n`a \\| b`\n"


def test_a_page_that_is_not_in_the_navigation_is_reported() -> None:
    navigation = [{"Home": "README.md"}, {"More": [{"Decisions": ["docs/decisions/README.md"]}, "docs/a.md"]}]
    paths = ["README.md", "docs/a.md", "docs/decisions/0001-a.md", "docs/b.md"]
    assert list(missing_in(navigation, paths)) == ["docs/b.md is missing in the navigation of zensical.toml"]


def test_an_entry_of_the_navigation_without_a_page_is_reported(tmp_path: Path) -> None:
    site(tmp_path, README="# Title\n")
    navigation = [{"Home": "README.md"}, {"More": ["docs/a.md"]}]
    assert list(leading_nowhere(navigation, tmp_path)) == ["zensical.toml: there is no docs/a.md for the navigation"]


# --- the reference (griffe asks git whether the sources are in a repository)


@pytest.mark.processes
def test_a_public_name_without_docstring_or_comment_is_reported(tmp_path: Path) -> None:
    (read,) = modules(package(tmp_path), ("cards",))
    assert list(undocumented(read)) == ["cards.NOTHING has no docstring"]


@pytest.mark.processes
def test_a_comment_after_a_constant_is_used_as_its_docstring(tmp_path: Path) -> None:
    (read,) = modules(package(tmp_path, "  # no card"), ("cards",))
    assert list(undocumented(read)) == []
    assert [name.summary for name in read.names] == ["All the cards.", "", "No card"]


@pytest.mark.processes
def test_a_module_without_public_names_is_reported(tmp_path: Path) -> None:
    (read,) = modules(package(tmp_path), ("cards.deck",))
    assert list(undocumented(read)) == ["cards.deck lists no public names in __all__"]


@pytest.mark.processes
def test_the_reference_lists_the_public_names_by_group(tmp_path: Path) -> None:
    (read,) = modules(package(tmp_path, "  # no card"), ("cards",))
    page = reference_page(read)
    first, second = page.index("## Declare a deck"), page.index("## The rest")
    assert first < page.index("::: cards.Deck\n") < page.index("::: cards.JOKER\n") < second
    assert second < page.index("::: cards.NOTHING\n")
    assert "| [`Deck`][cards.Deck] | All the cards. |" in page
    assert "| [`JOKER`][cards.JOKER] | a card \\| a fool |" in page


# --- the site


@pytest.mark.slow
def test_the_built_site_can_be_searched_from_the_disk_without_a_network(browser: Browser) -> None:
    subprocess.run([sys.executable, "-m", "tools.site"], cwd=ROOT, check=True, capture_output=True)
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((ROOT / "build" / "site" / "index.html").as_uri())
    page.get_by_role("button", name="Search").first.click()
    page.get_by_role("combobox", name="Search").fill("draw_cards")
    page.get_by_role("option", name="draw_cards").first.click()
    expect(page.locator("#parlour\\.draw_cards")).to_be_in_viewport()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    page.close()
