"""The JSON shapes of sentences and views for the OpenAPI document, derived from the classes in `view`."""

import types
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, defstruct
from msgspec.structs import fields

from parlour.game import texts, view

GAPS = (
    'The values of the gaps in the template: a number, a text, {"seat": 0} for a player, {"card": "3S"} for a card or '
    "a suit, or another sentence."
)


class Sentence(Struct):
    """A sentence: the English template, which is the key for translations, and the values of its gaps."""

    template: str
    values: Annotated[dict[str, Any], Meta(description=GAPS)]


def _shape(kind: Any) -> Any:
    """Return the type with our classes replaced by their JSON shapes."""
    if kind is texts.Text:
        return Sentence
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _struct(kind)
    if get_origin(kind) is tuple:
        return list[_shape(get_args(kind)[0])]  # type: ignore[misc]
    if isinstance(kind, types.UnionType):
        first, *others = (_shape(one) for one in get_args(kind))
        for other in others:
            first = first | other
        return first
    return kind


_made: dict[type, type] = {}


def _struct(kind: type[Struct]) -> type:
    if kind not in _made:
        hints = get_type_hints(kind)
        shapes = [(field.name, _shape(hints[field.name])) for field in fields(kind)]
        _made[kind] = defstruct(kind.__name__, shapes, namespace={"__doc__": kind.__doc__}, module=__name__)
    return _made[kind]


if TYPE_CHECKING:  # our code uses the classes; the OpenAPI document shows these shapes
    from parlour.game.texts import Text as Text
    from parlour.game.view import SheetRow as SheetRow
    from parlour.game.view import View as View
else:
    Text, View, SheetRow = Sentence, _struct(view.View), _struct(view.SheetRow)
