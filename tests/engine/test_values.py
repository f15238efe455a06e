"""Many threads can read values of a declared type at once, even when the type is used for the first time."""

import subprocess
import sys

import pytest
from msgspec import Struct, ValidationError

from parlour.engine.values import ValueReader

# This program makes threads switch as often as possible; each pass of its loop defines new classes.
AT_ONCE = """
import msgspec, sys, threading
from parlour.engine.values import ValueReader
sys.setswitchinterval(1e-6)
for _ in range(100):
    inner = [msgspec.defstruct(f"Inner{number}", [("seven", int, 0)]) for number in range(10)]
    outer = msgspec.defstruct("Outer", [(f"field{number}", kind) for number, kind in enumerate(inner)])
    text = msgspec.json.encode({f"field{number}": {"seven": 7} for number in range(10)})
    start, found = threading.Barrier(4), []
    reader = ValueReader(outer)
    def read():
        start.wait()
        found.append(reader.decode(text).field9.seven)
    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [7] * 4
"""


class Hand(Struct):
    seat: int
    cards: list[str]


@pytest.mark.processes
def test_many_threads_can_read_values_of_a_type_that_was_never_used_before() -> None:
    """With `msgspec.json.decode(text, type=outer)` instead of the reader, this process crashes."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_value_can_be_read_from_text_or_from_plain_objects() -> None:
    reader: ValueReader[Hand] = ValueReader(Hand)
    assert reader.decode('{"seat": 1, "cards": ["7H"]}') == Hand(1, ["7H"])
    assert reader.convert({"seat": 1, "cards": ["7H"]}) == Hand(1, ["7H"])
    with pytest.raises(ValidationError, match="seat"):
        reader.convert({"seat": "one", "cards": []})
