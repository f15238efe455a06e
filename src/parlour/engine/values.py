"""Reading values of a declared type, in any thread.

msgspec works out what a type is made of when the type is first used, and a second thread that uses it meanwhile crashes
the process. A `ValueReader` works it out when it is made: at the top of a module, which one thread imports.
"""

from typing import Any, Generic, TypeVar

import msgspec

Value = TypeVar("Value")


class ValueReader(Generic[Value]):
    """Reads values of one type.

    >>> ValueReader(dict[str, int]).decode(b'{"hearts": 7}')
    {'hearts': 7}
    """

    def __init__(self, kind: Any) -> None:
        """`kind`: the type of the values."""
        self._kind, self._decoder = kind, msgspec.json.Decoder(kind)

    def decode(self, text: bytes | str) -> Value:
        """The value that a JSON text says."""
        value: Value = self._decoder.decode(text)
        return value

    def convert(self, found: object) -> Value:
        """The value made of dictionaries, lists, texts and numbers."""
        value: Value = msgspec.convert(found, self._kind)
        return value
