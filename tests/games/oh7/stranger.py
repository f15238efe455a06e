"""Oh 7 ? for the independent verifier, written from the rules page with the standard library only."""

from tests.games.sevens.stranger import OPTIONS as SHARED
from tests.games.sevens.stranger import SUITS, Sevens, value
from tests.verifier.table import Values

PLAYERS = (2, 3, 4)
OPTIONS: dict[str, Values] = {**SHARED, "ties": ("source", "extra_round")}


class Table(Sevens):
    """A match of Oh 7 ? in the independent verifier."""

    verb = "bet"

    def cards(self, players: int) -> list[str]:
        return [f"{number}{suit}" for suit in SUITS[:players] for number in range(8)]

    def all_refused(self) -> None:
        self.phase = "deal"  # the round doesn't count and is dealt again

    def find_leader(self) -> None:
        leader = max(self.picked, key=lambda seat: (value(self.picked[seat]), -SUITS.index(self.picked[seat][-1])))
        self.begin_tricks(leader, self.picked[leader][-1])

    def second_player(self) -> int:
        return self.leader

    def winners(self) -> list[int]:
        first = self.first()
        if not all(self.made[seat] for seat in first):
            return []
        if len(first) > 1 and self.options["ties"] == "extra_round":
            return []
        most = max((self.kept[seat] for seat in first), default=0)
        return [seat for seat in first if self.kept[seat] == most]
