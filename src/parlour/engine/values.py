"""Reading values of a declared type safely from any thread.

msgspec analyses a type when it is first used, and a second thread that uses it at the same time crashes the process. A
`ValueReader` avoids this: it analyses its type when it is made, at the top of a module that only one thread imports.
"""

from typing import Any, Generic, TypeVar

import msgspec

Value = TypeVar("Value")


class ValueReader(Generic[Value]):
    """A reader that decodes and converts values of one type.

    >>> ValueReader(dict[str, int]).decode(b'{"hearts": 7}')
    {'hearts': 7}
    """

    def __init__(self, kind: Any) -> None:
        """Analyse the type `kind`, so that its values can be read safely."""
        self._kind, self._decoder = kind, msgspec.json.Decoder(kind)

    def decode(self, text: bytes | str) -> Value:
        """Decode a JSON text into a value of the type."""
        value: Value = self._decoder.decode(text)
        return value

    def convert(self, found: object) -> Value:
        """Convert plain dictionaries, lists, texts and numbers into a value of the type."""
        value: Value = msgspec.convert(found, self._kind)
        return value
