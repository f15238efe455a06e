"""Kod-7 for the independent verifier, written from the rules page with the standard library only."""

from tests.games.sevens.stranger import INTERROBANG, OPTIONS, SUITS, Sevens, value
from tests.verifier.chance import Generator
from tests.verifier.table import Event, require

__all__ = ["OPTIONS", "PLAYERS", "Table"]

PLAYERS = (2, 3, 4, 5, 6)
STARS = {3: "0123456", 4: "0122345", 5: "0112234", 6: "0011223"}


class Table(Sevens):
    """A match of Kod-7; the phases "suit", "lead" and "lot" exist only in this game."""

    verb = "estimate"
    tied: list[int]
    named: dict[int, str]  # the suit that each seat named

    def cards(self, players: int) -> list[str]:
        suits = [f"{number}{suit}" for suit in SUITS[: players - 1] for number in range(8)]
        return [*suits, *(f"{star}*" for star in STARS[players]), INTERROBANG]

    def all_refused(self) -> None:
        self.find_leader()  # on the last attempt any sum is accepted

    # --- first leader and exception suit

    def find_leader(self) -> None:
        suited = {seat: card for seat, card in self.picked.items() if card[-1] != "*"}
        cards = suited or self.picked
        highest = max(map(value, cards.values()))
        self.tied = sorted(seat for seat, card in cards.items() if value(card) == highest)
        self.named = {seat: card[-1] for seat, card in suited.items()}
        self.phase = "lead" if suited else "suit"
        self._settle()

    def _settle(self) -> None:
        """Once all suits are named, begin the tricks, or wait for a choice or a draw to break the tie."""
        if not all(seat in self.named for seat in self.tied):
            return
        if len(self.tied) == 1:
            self.begin_tricks(self.tied[0], self.named[self.tied[0]])
        else:
            self.phase = "lead" if self._holders() else "lot"

    def _holders(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if INTERROBANG in hand]

    def actors(self) -> list[int]:
        if self.phase == "suit":
            return [seat for seat in self.tied if seat not in self.named]
        return self._holders() if self.phase == "lead" else super().actors()

    def act_otherwise(self, seat: int, action: str) -> None:
        if self.phase == "suit":
            suits = {f"suit {suit}": suit for suit in SUITS[: max(self.players, 3) - 1]}
            require(action in suits, f"{action!r} names no suit in play")
            self.named[seat] = suits[action]
            self._settle()
        else:
            leaders = {f"lead {tied}": tied for tied in self.tied}
            require(action in leaders, f"{action!r} names none of the tied players")
            self.begin_tricks(leaders[action], self.named[leaders[action]])

    def drawn(self, generator: Generator) -> Event:
        if self.phase == "lot":
            return {"chance": {"leader": self.tied[generator.below(len(self.tied))]}}
        return super().drawn(generator)

    def check_possible(self, event: Event) -> None:
        if self.phase == "lot":
            possible = [{"chance": {"leader": seat}} for seat in self.tied]
            drawn = event in possible and type(event["chance"]["leader"]) is int
            require(drawn, f"{event} is not one of the possible draws {possible}")
        else:
            super().check_possible(event)

    def lay(self, event: Event) -> None:
        if self.phase == "lot":
            leader = event["chance"]["leader"]
            self.begin_tricks(leader, self.named[leader])
        else:
            super().lay(event)

    def second_player(self) -> int:
        return self.second

    def winners(self) -> list[int]:
        first = self.first()
        return first if len(first) == 1 and self.made[first[0]] else []
