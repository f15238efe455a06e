"""Draw cards in a terminal: four-colour suits, small card faces, and the viewer's hand with numbers."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from rich.text import Text as Ink

from parlour.game.cards import DECLARED, PICTURED, RANKS, Suit, sign_of
from parlour.game.texts import Text, written
from parlour.terminal.words import said, spoken

# Every colour is readable on dark and light backgrounds, and the suit symbol is always shown as well.
RED, GREEN, BLUE, GOLD, PURPLE, BLACK = "#e5484d", "#2e9e4f", "#3b8eea", "#c99700", "#c054c8", "bold"
INKS = {"red": RED, "green": GREEN, "blue": BLUE, "gold": GOLD, "purple": PURPLE, "black": BLACK}
LOUD = f"bold {PURPLE}"  # The style of cards without a suit.

FACE_WIDTH = 5
FACE_HEIGHT = 4
ACCENT = "bold #c99700"  # The style of whatever needs the player's attention.
QUIET = "dim"


def ink(name: str) -> str:
    """Return the colour of a card or a suit, by its name in records."""
    sign = sign_of(name, DECLARED)
    return INKS[sign.ink] if isinstance(sign, Suit) else LOUD


def short(card: str) -> Ink:
    """Write a card inline: 3♠."""
    return Ink(written(card, spoken()), style=ink(card))


def listed(cards: Sequence[str]) -> Ink:
    """Write cards inline: 3♠ 0♥."""
    return Ink(" ").join(short(card) for card in cards)


def suit(letter: str) -> Ink:
    """Write a suit as its glyph or its word."""
    return Ink(written(letter, spoken()), style=ink(letter))


def inked(sentence: str) -> Ink:
    """Colour the cards in a sentence."""
    text = Ink(sentence)
    signs = {sign.glyph or name: name for name, sign in DECLARED.items()}
    for found in _cards_in_sentences(tuple(DECLARED), tuple(letters())).finditer(sentence):
        text.stylize(ink(signs[found[found.lastgroup or 0]]), *found.span())
    return text


def letters() -> dict[str, str]:
    """Map the letters that the language uses for card ranks to the letters in records: V to J in French."""
    return {**{rank: rank for rank in RANKS}, **{spoken().translated(rank, {}): rank for rank in RANKS}}


@cache
def _cards_in_sentences(declared: tuple[str, ...], ranks: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for the declared cards in a sentence; a suit without a glyph is a letter after a number."""
    signs = [DECLARED[name] for name in declared]
    values = "|".join(re.escape(rank) for rank in sorted(ranks, key=len, reverse=True))
    glyphs = "".join(re.escape(sign.glyph) for sign in signs if isinstance(sign, Suit) and sign.glyph)
    behind = "".join(re.escape(sign.letter) for sign in signs if isinstance(sign, Suit) and not sign.glyph)
    faces = [re.escape(sign.glyph or name) for name, sign in DECLARED.items() if not isinstance(sign, Suit)]
    ways = [rf"(?:\b(?:\d{{1,2}}|{values}))?(?P<a>[{glyphs}])"] if glyphs else []
    ways += [rf"\b\d{{1,2}}(?P<b>[{behind}])\b"] if behind else []
    ways += [rf"(?<!\w)(?P<c>{'|'.join(faces)})(?!\w)"] if faces else []
    return re.compile("|".join(ways))


def inked_sentence(text: Text, names: Sequence[str]) -> Ink:
    """Format a game's sentence with the players' names and coloured cards."""
    sentence = said(text, names)
    return inked(sentence[:1].upper() + sentence[1:])


def backs(count: int) -> str:
    """Draw cards that lie face down: ▮▮▮, or ▮×14."""
    return "▮" * count if count <= 7 else f"▮×{count}"


def face(card: str, edge: str = "") -> list[Ink]:
    """Draw a small card, four lines high: the value in one corner and the suit in the other."""
    value, sign = _corners(card)
    width = max(FACE_WIDTH - 2, len(value))
    colour = ink(card)
    return [
        Ink("╭" + "─" * width + "╮", style=edge),
        Ink.assemble(("│", edge), (_with_picture(value, width), colour), ("│", edge)),
        Ink.assemble(("│", edge), (sign.rjust(width), colour), ("│", edge)),
        Ink("╰" + "─" * width + "╯", style=edge),
    ]


def _with_picture(value: str, width: int) -> str:
    """Return a card's top line: its value and, if it's drawn as a picture card, that picture's letter, as in 0 Q."""
    rank = PICTURED.get(value)
    return value.ljust(width) if rank is None else value + spoken().translated(rank, {}).rjust(width - len(value))


def _corners(card: str) -> tuple[str, str]:
    shown = written(card, spoken())
    if isinstance(sign_of(card, DECLARED), Suit):
        return shown[:-1], shown[-1]
    return shown, shown if len(shown) == 1 else ""


def side_by_side(blocks: Sequence[Sequence[Ink]], gap: int = 0) -> list[Ink]:
    """Put blocks of lines side by side, each as wide as its first line."""
    height = max((len(block) for block in blocks), default=0)
    lines = []
    for row in range(height):
        parts = [_cell(block[row] if row < len(block) else Ink(), block[0].cell_len) for block in blocks]
        lines.append(Ink(" " * gap).join(parts))
    return lines


def _cell(line: Ink, width: int) -> Ink:
    cell = line.copy()
    cell.pad_right(max(0, width - line.cell_len))
    return cell


def hand_row(hand: Sequence[str], numbers: Mapping[int, str], width: int) -> list[Ink]:
    """Draw the viewer's hand: playable cards have a number, and are raised if some cards aren't playable."""
    lift = 0 < len(numbers) < len(hand)
    blocks = [_held(card, numbers.get(index), bool(numbers), lift) for index, card in enumerate(hand)]
    wide = sum(block[0].cell_len for block in blocks)
    gap = 1 if wide + len(blocks) <= width else 0
    most = max(1, width // (FACE_WIDTH + gap))
    lines: list[Ink] = []
    for start in range(0, len(blocks), most):
        lines += side_by_side(blocks[start : start + most], gap)
    return lines


def _held(card: str, number: str | None, choosing: bool, lift: bool) -> list[Ink]:
    """Draw a card of the hand: playable cards have a number below; other cards are a line lower if cards are raised."""
    lines = face(card, ACCENT if number is not None else QUIET)
    width = lines[0].cell_len
    if number is not None:
        return [*lines, Ink(number.center(width), style=ACCENT)]
    if choosing:
        for line in lines:
            line.stylize(QUIET)
    return [Ink(" " * width), *lines] if lift else lines
