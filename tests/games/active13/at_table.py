"""A table for testing Active 13; tests write cards and actions as in records."""

from collections.abc import Iterator

import pytest

from parlour.engine.rng import generator, pick
from parlour.engine.sets import each, lowest
from parlour.game.game import Event, State
from parlour.game.options import Value
from parlour.game.texts import Refusal
from parlour.games import find_game
from parlour.games.active13 import redeal as seen

GAME = find_game("active13")
ANN, BEN = range(2)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ALL = [rank + suit for suit in "SHCD" for rank in RANKS]
STARTERS = ["2S", "2H", "3H", "2C", "2D"]

# These piles begin with the hands of the example in the rules page.
ANN_PILE = "KS 2H 9H 4C 2D 5S 3H 7C 2C 8D 2S AC JD"
BEN_PILE = "KS 3H JH 7D 10D AS 2H 6C 2D 9D 2S 2C 5H"


class Table:
    """A match in which the test decides how cards are shuffled and plays for both seats."""

    def __init__(
        self,
        ann: str,
        ben: str,
        decks: tuple[str, str] = ("", ""),
        leader: int = ANN,
        scores: str = "0 0",
        **options: Value,
    ) -> None:
        """Set up the match; each draw pile and deck begins with the given cards, top card first, and is filled up."""
        self.state: State = GAME.new_state(2, options)
        size = 5 + int(self.state.start_cards)
        draw = [filled(ann, size), filled(ben, size)]
        deck = [top.split() + [card for card in ALL if card not in pile + top.split()]
                for pile, top in zip(draw, decks, strict=True)]  # fmt: skip
        for seat, score in enumerate(scores.split()):
            self.state.scores[seat] = int(score)
        self.place({"deal": {"leader": leader, "draw": draw, "deck": deck}})

    def place(self, event: Event) -> None:
        GAME.place(self.state, event)

    def shuffle(self, seat: int, pile: str) -> None:
        self.place({"chance": {"seat": seat, "draw": pile.split()}})

    def do(self, *texts: str) -> None:
        """Apply these actions one after another, each for the player whose turn it is."""
        for text in texts:
            GAME.apply(self.state, self.turn, GAME.parse_action(self.state, self.turn, text))

    def play(self, cards: str) -> None:
        self.do(*(f"play {card}" for card in cards.split()))

    def refused(self, text: str, seat: int | None = None) -> str:
        """Return why an action is refused, and check that the refusal changes nothing (C2)."""
        before = self.state.tobytes()
        with pytest.raises(Refusal) as refusal:
            GAME.parse_action(self.state, self.turn if seat is None else seat, text)
        assert self.state.tobytes() == before
        return str(refusal.value)

    def may(self) -> list[str]:
        actions = each(GAME.legal(self.state, self.turn))
        return [GAME.action_name(self.state, self.turn, action) for action in actions]

    @property
    def turn(self) -> int:
        return lowest(GAME.actors(self.state))

    @property
    def phase(self) -> str:
        return GAME.phase(self.state)

    @property
    def scores(self) -> list[int]:
        return GAME.standing(self.state)["scores"]

    def hand(self, seat: int) -> str:
        return listed(self.state.hands[seat])

    def discard(self, seat: int) -> str:
        return listed(self.state.discard[seat])


def listed(cards: int) -> str:
    return " ".join(GAME.deck.listed(cards))


def cards(text: str) -> set[str]:
    return set(text.split())


def filled(pile: str, size: int) -> list[str]:
    """Return a draw pile of this size that begins with the given cards and contains the starting cards."""
    names = pile.split()
    names += [card for card in STARTERS if card not in names]
    names += [card for card in ALL if card not in names][: size - len(names)]
    assert len(names) == size
    return names


def example(**past: object) -> Table:
    """Set up the example in the rules page: Ann leads; her deck begins with QH 10S, and Ben's with 4H KH 3S."""
    return Table(ANN_PILE, BEN_PILE, ("QH 10S", "4H KH 3S"), **past)  # type: ignore[arg-type]


def after_round_1(**past: object) -> Table:
    table = example(**past)
    table.do("spend 2H", "bin 2D", "stick", "stick")
    table.play("KS KS 4C 10D QH 3H 9H JH")
    return table


def random_match(seed: int, **options: int) -> Iterator[State]:
    """Yield the states of a match between random players, for at most twenty rounds."""
    state, rng = GAME.new_state(2, options), generator(bytes([seed] * 32))
    while not GAME.over(state) and state.rounds < 20:
        if acting := GAME.actors(state):
            seat = lowest(acting)
            GAME.apply(state, seat, pick(rng, GAME.legal(state, seat)))
        else:
            GAME.deal(state, rng)
        yield state


def truth_fits(state: State, seat: int) -> bool:
    """Say whether a seat's real cards are among those that the state's public information allows."""
    hand, pile = int(state.hands[seat]), int(seen.draw_cards_of(state, seat))
    fresh, may = int(state.fresh[seat]), int(state.draw_may[seat])
    return (
        seen.hand_count(state, seat) == hand.bit_count()
        and (hand & may & ~fresh).bit_count() <= state.held[seat, seen.NEW]
        and not hand & ~seen.held_cards(state, seat)
        and not pile & ~may
        and not int(seen.deck_cards_of(state, seat)) & ~fresh
    )
