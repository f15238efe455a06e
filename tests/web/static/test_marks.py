"""The marks of people: as the protocol defines them, many, and distinct for everybody."""

import itertools
import re

import pytest

from parlour.web.page.files import STATIC
from parlour.web.wire.tokens import new_person
from tests.web.browser import Person

SHAPES = (
    "circle", "ring", "square", "triangle", "star", "cross", "moon", "drop", "arrow", "lightning bolt", "house",
    "hourglass",
)  # fmt: skip
COLOURS = ("white", "yellow", "red", "green", "blue", "black")
CLEAR = 25.0  # a distance in CIELAB that is seen at a glance; 2.3 is just noticeable
# How people see linear red, green and blue who lack one kind of cone (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long cones": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    ),
    "no medium cones": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)
    ),
    "no short cones": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)
    ),
}  # fmt: skip
Triple = tuple[float, float, float]


def mark_of(person: str) -> str:
    """Compute a person's mark as docs/protocol.md describes it."""
    value = 2166136261
    for letter in person:
        value = (value ^ ord(letter)) * 16777619 % 2**32
    figures = []
    for _ in range(2):
        value, shape = divmod(value, len(SHAPES))
        value, colour = divmod(value, len(COLOURS))
        figures.append(f"{COLOURS[colour]} {SHAPES[shape]}")
    return " and ".join(figures)


def test_the_page_draws_a_persons_mark_as_the_protocol_defines_it(ann: Person) -> None:
    ann.go("/")
    ids = [new_person() for _ in range(200)]
    drawn = ann.page.evaluate(
        "ids => import('/static/core/marks.js').then(({markPicture}) => ids.map((id) => markPicture(id).ariaLabel))",
        ids,
    )
    assert drawn == [mark_of(one) for one in ids]


def test_few_of_many_people_share_a_mark() -> None:
    ids = [new_person() for _ in range(5000)]
    assert len({mark_of(one) for one in ids}) > 2500, "of 5184 marks, 5000 people have about 3200 different ones"


def seen(ink: str, eye: tuple[Triple, Triple, Triple]) -> Triple:
    """Return the CIELAB colour that somebody with these eyes sees."""
    parts = [int(ink[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1.0, max(0.0, sum(map(float.__mul__, map(float, row), light)))) for row in eye)
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_the_colours_of_marks_differ_clearly_for_colour_blind_people(eye: str) -> None:
    code = (STATIC / "core" / "marks.js").read_text(encoding="utf-8")
    inks = re.findall(r"#([0-9a-f]{6})", code.partition("const INKS")[2].partition(";")[0])
    assert len(inks) == len(COLOURS)
    for one, other in itertools.combinations([seen(ink, EYES[eye]) for ink in inks], 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > CLEAR
