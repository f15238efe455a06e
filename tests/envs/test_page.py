"""The programs of docs/environments.md run, and the tables of docs/fields/ agree with the declarations."""

import pytest

from tests.pages import blocks, page
from tests.samples import with_pages
from tools import field_pages

PAGE = "docs/environments.md"


@pytest.mark.parametrize("number", range(len(blocks(PAGE, "python"))))
def test_the_programs_of_the_page_run(number: int) -> None:
    exec(compile(blocks(PAGE, "python")[number], f"{PAGE} {number}", "exec"), {"__name__": "example"})


@pytest.mark.parametrize("name", with_pages())
def test_the_table_of_fields_is_that_of_the_declarations(name: str) -> None:
    assert page(f"docs/fields/{name}.md") == field_pages.page(name), "run python tools/field_pages.py"
