"""A program writes its part of a page and nothing else."""

import pytest

from bench.marks import between_marks

PAGE = "before\n<!-- figures: written by a program -->\nold\n<!-- end of figures -->\nafter\n"


def test_only_the_part_between_the_marks_changes() -> None:
    written = between_marks(PAGE, "figures", "new \\1\n")
    assert written == PAGE.replace("old", "new \\1")
    assert between_marks(written, "figures", "new \\1\n") == written


@pytest.mark.parametrize("text", ["no marks\n", PAGE + PAGE])
def test_a_page_without_exactly_one_such_part_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected one part between the marks of 'figures'"):
        between_marks(text, "figures", "new\n")
