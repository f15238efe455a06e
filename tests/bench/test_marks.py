"""A program that writes a part of a page leaves the rest of the page unchanged."""

import pytest

from bench.marks import between_marks

PAGE = "before\n<!-- figures: written by a program -->\nold\n<!-- end of figures -->\nafter\n"


def test_replacing_the_marked_part_of_a_page_changes_only_the_text_between_the_marks() -> None:
    written = between_marks(PAGE, "figures", "new \\1\n")
    assert written == PAGE.replace("old", "new \\1")
    assert between_marks(written, "figures", "new \\1\n") == written


@pytest.mark.parametrize("text", ["no marks\n", PAGE + PAGE])
def test_a_page_is_refused_unless_both_marks_occur_in_it_exactly_once(text: str) -> None:
    with pytest.raises(ValueError, match="expected one part between the marks of 'figures'"):
        between_marks(text, "figures", "new\n")
