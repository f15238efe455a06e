"""The operator's list names the same marks as the page draws."""

from parlour.terminal.words import said
from parlour.web.admin.marks import mark_of


def test_the_mark_follows_from_the_published_hash_of_the_id() -> None:
    # The FNV-1a hash of "a" is 0xe40c292c = (((738040 * 6 + 3) * 12 + 3) * 6 + 4) * 12 + 4.
    assert said(mark_of("a")) == "blue star and green triangle"
