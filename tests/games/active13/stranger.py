"""The rules of Active 13 for the independent verifier, written from the rules page with the standard library only."""

from collections.abc import Mapping
from typing import Any

from tests.verifier.chance import Generator
from tests.verifier.table import Event, Values, check_cards, require

PLAYERS = (2,)
OPTIONS: dict[str, Values] = {"target": range(1, 401), "hand_size": range(1, 14), "start_cards": range(48),
                              "first_leader": ("lot", "first_seat", "second_seat")}  # fmt: skip
RANKS = [*map(str, range(2, 11)), *"JQKA"]
DECK = [rank + suit for suit in "SHCD" for rank in RANKS]
STARTERS = ["2S", "2H", "3H", "2C", "2D"]
SEATS = (0, 1)


def by_number(cards: list[str]) -> list[str]:
    """Return all cards, ordered by number."""
    return sorted(cards, key=DECK.index)


class Table:
    """A match of Active 13; its phases are deal, upgrade, bin and play."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.size, self.start, self.target = (options[name] for name in ("hand_size", "start_cards", "target"))
        self.first = OPTIONS["first_leader"].index(options["first_leader"]) - 1
        require(self.size <= self.start + len(STARTERS), "a hand cannot have more cards than a player starts with")
        self.rounds, self.scores, self.won = 0, [0, 0], [0, 0]
        self.leader, self.turn, self.phase = -1, 0, "deal"
        self.hands: list[list[str]] = [[], []]
        self.draw: list[list[str]] = [[], []]  # The top card comes first in every pile and deck.
        self.deck: list[list[str]] = [[], []]
        self.discard: list[list[str]] = [[], []]
        self.led = ""
        self.over = False

    # --- chance

    def drawn(self, generator: Generator) -> Event:
        if self.leader >= 0:
            seat = self._short()
            pile = _shuffled(generator, self.discard[seat])
            return {"chance": {"seat": seat, "draw": self._written(pile, self._missing(seat))}}
        leader = generator.below(2) if self.first < 0 else self.first
        draw, deck = [], []
        for _ in SEATS:
            pack = [card for card in DECK if card not in STARTERS]
            active = STARTERS + generator.draw_many(pack, self.start)
            deck.append(generator.draw_many(pack, len(pack))[::-1])
            draw.append(self._written(_shuffled(generator, active), self.size))
        return {"deal": {"leader": leader, "draw": draw, "deck": deck}}

    def _written(self, pile: list[str], taken: int) -> list[str]:
        """Return a draw pile as written in records: the cards drawn at once come first, sorted by number."""
        return by_number(pile[:taken]) + pile[taken:]

    def check_possible(self, event: Event) -> None:
        require(len(event) == 1 and ("deal" if self.leader < 0 else "chance") in event, f"{event} cannot happen now")
        (content,) = event.values()
        require(isinstance(content, dict), f"{event} does not contain an object")
        if self.leader >= 0:
            seat = self._short()
            require(sorted(content) == ["draw", "seat"] and type(content["seat"]) is int, f"{event} is not a shuffle")
            require(content["seat"] == seat, f"the pile to be shuffled is that of seat {seat}")
            self._check_pile(content["draw"], self.discard[seat], len(self.discard[seat]), self._missing(seat))
            return
        require(sorted(content) == ["deck", "draw", "leader"], f"{event} is not a deal")
        leaders = SEATS if self.first < 0 else (self.first,)
        require(type(content["leader"]) is int and content["leader"] in leaders, f"the leader must be one of {leaders}")
        for pile in ("draw", "deck"):
            require(isinstance(content[pile], list) and len(content[pile]) == 2, f"{pile} is not a list of two piles")
        for draw, deck in zip(content["draw"], content["deck"], strict=True):
            left = self._check_pile(draw, DECK, self.start + len(STARTERS), self.size)
            require(not set(left) & set(STARTERS), "a starter is missing")
            check_cards(deck, left, len(left), None)

    def _check_pile(self, pile: object, cards: list[str], size: int, taken: int) -> list[str]:
        left = check_cards(pile, cards, size, None)
        assert isinstance(pile, list)
        require(pile == self._written(pile, taken), "the cards drawn at once are not sorted by number")
        return left

    def lay(self, event: Event) -> None:
        if self.leader < 0:
            deal = event["deal"]
            self.leader = deal["leader"]
            self.draw, self.deck = ([list(pile) for pile in deal[name]] for name in ("draw", "deck"))
            self._begin_round()
        else:
            seat = self._short()
            self.draw[seat], self.discard[seat] = list(event["chance"]["draw"]), []
            self._fill(seat)
            self._await()

    # --- a round

    def _begin_round(self) -> None:
        for seat in SEATS:
            self._fill(seat)
        self._await()

    def _missing(self, seat: int) -> int:
        return int(self.size - len(self.hands[seat]))

    def _fill(self, seat: int) -> None:
        missing = self._missing(seat)
        self.hands[seat] += self.draw[seat][:missing]
        self.draw[seat] = self.draw[seat][missing:]

    def _short(self) -> int:
        """Return the first seat that has to draw more cards; -1 if no seat has to."""
        return next((seat for seat in SEATS if self._missing(seat)), -1)

    def _await(self) -> None:
        self.turn, self.won, self.led = self.leader, [0, 0], ""
        self.phase = "deal" if self._short() >= 0 else "upgrade"

    def actors(self) -> list[int]:
        return [] if self.phase == "deal" else [self.turn]

    def act(self, seat: int, action: str) -> list[Event]:
        verb, _, card = action.partition(" ")
        hand = self.hands[seat]
        if action == "stick" and self.phase == "upgrade":
            self._stick(seat)
            return []
        expected = {"upgrade": "spend"}.get(self.phase, self.phase)
        require(verb == expected and card in hand, f"seat {seat} cannot {action!r} now")
        if verb == "spend":
            require(
                card[-1] == "H" and self.deck[seat], "only a heart can be spent, and only to buy a card from a deck"
            )
            hand.append(self.deck[seat].pop(0))
            self.discard[seat].append(card)
            self.phase = "bin"
        elif verb == "bin":
            self.phase = "upgrade"
        else:
            self._play(seat, card)
            return []
        hand.remove(card)
        return []

    def _stick(self, seat: int) -> None:
        self.turn = 1 - seat
        if seat != self.leader:
            self.phase = "play"
            self._end_if_empty()

    def _play(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        follows = not self.led or card[-1] == self.led[-1] or all(held[-1] != self.led[-1] for held in hand)
        require(follows, f"seat {seat} must follow {self.led}")
        hand.remove(card)
        self.discard[seat].append(card)
        self.turn = 1 - seat
        if not self.led:
            self.led = card
            return
        self._end_trick(leader=1 - seat, led=self.led, other=card)

    def _end_trick(self, leader: int, led: str, other: str) -> None:
        self.led, self.turn = "", leader
        if led == other:
            self.won = [self.won[0] + 1, self.won[1] + 1]
        else:
            beaten = DECK.index(other) > DECK.index(led) if other[-1] == led[-1] else other[-1] == "H"
            self.turn = 1 - leader if beaten else leader
            self.won[self.turn] += 1
        self._end_if_empty()

    def _end_if_empty(self) -> None:
        if all(self.hands):
            return
        for seat in SEATS:
            self.scores[seat] += self.won[seat] + len(self.hands[seat])
            self.discard[seat] += self.hands[seat]
            self.hands[seat] = []
        self.rounds += 1
        self.leader = 1 - self.leader
        self.phase = "deal"
        self.over = max(self.scores) >= self.target and self.scores[0] != self.scores[1]
        if not self.over:
            self._begin_round()

    def standing(self) -> dict[str, list[int]]:
        return {"scores": self.scores}

    def winners(self) -> list[int]:
        return [self.scores.index(max(self.scores))] if self.over else []


def _shuffled(generator: Generator, cards: list[str]) -> list[str]:
    """Return a shuffled pile with its top card first; the card drawn last is on top."""
    return generator.draw_many(by_number(cards), len(cards))[::-1]
