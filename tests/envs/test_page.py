"""Tests that the examples in docs/environments.md run, and that docs/fields/ lists the declared fields."""

import pytest

from tests.pages import blocks, page
from tests.samples import with_pages
from tools import field_pages

PAGE = "docs/environments.md"


@pytest.mark.parametrize("number", range(len(blocks(PAGE, "python"))))
def test_the_examples_in_the_docs_about_environments_run(number: int) -> None:
    exec(compile(blocks(PAGE, "python")[number], f"{PAGE} {number}", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("name", with_pages())
def test_the_page_about_a_games_fields_lists_exactly_the_declared_fields(name: str) -> None:
    assert page(f"docs/fields/{name}.md") == field_pages.page(name), "run python tools/field_pages.py"
