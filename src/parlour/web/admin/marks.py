"""The mark that distinguishes people of the same name, in words; docs/protocol.md defines it, and the page draws it."""

from parlour.game.texts import Text, say

SHAPES = (
    say("circle"), say("ring"), say("square"), say("triangle"), say("star"), say("cross"), say("moon"), say("drop"),
    say("arrow"), say("lightning bolt"), say("house"), say("hourglass"),
)  # fmt: skip
FIRST, FACTOR, BITS = 2166136261, 16777619, 32  # of the FNV-1a hash


def mark_of(person: str) -> Text:
    """Describe the mark of the person with this id."""
    number = FIRST
    for letter in person.encode():
        number = (number ^ letter) * FACTOR % (1 << BITS)
    number, first = _shape(number)
    _, second = _shape(number)
    return say("{first} and {second}", first=first, second=second)


def _shape(number: int) -> tuple[int, Text]:
    """Take a coloured shape from the hash; return what is left of the hash, and the shape."""
    number, shape = divmod(number, len(SHAPES))
    named = SHAPES[shape]
    coloured = (
        say("white {shape}", shape=named), say("yellow {shape}", shape=named), say("red {shape}", shape=named),
        say("green {shape}", shape=named), say("blue {shape}", shape=named), say("black {shape}", shape=named),
    )  # fmt: skip
    number, colour = divmod(number, len(coloured))
    return number, coloured[colour]
