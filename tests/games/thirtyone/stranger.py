"""The rules of Thirty-one for the independent verifier, written from the rules page with the standard library only."""

from collections.abc import Mapping
from typing import Any

from tests.verifier.chance import Generator
from tests.verifier.table import Event, Values, check_cards, require

PLAYERS = (2, 3, 4, 5, 6)
OPTIONS: dict[str, Values] = {
    "lives": range(1, 101),
    "ends": ("last_standing", "first_out"),
    "switch_limit": range(1, 10001),
}
RANKS = [*map(str, range(7, 11)), *"JQKA"]
DECK = [rank + suit for suit in "CSHD" for rank in RANKS]
PACKETS = ("A", "B")


def points(card: str) -> int:
    """Return how many points a card is worth."""
    rank = card[:-1]
    return int(rank) if rank.isdigit() else 11 if rank == "A" else 10


def worth(hand: list[str]) -> tuple[int, list[int], int]:
    """Return what decides between hands: the best suit's points, its ranks from the highest, and all points."""
    suits = [[card for card in hand if card[-1] == suit] for suit in "CSHD"]
    counted = [(sum(map(points, cards)), sorted((RANKS.index(card[:-1]) for card in cards), reverse=True))
               for cards in suits]  # fmt: skip
    return (*max(counted), sum(map(points, hand)))


class Table:
    """A match of Thirty-one; its phases are deal, look, choose and turn."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.options, self.players = options, players
        self.rounds, self.lives = 0, [options["lives"]] * players
        self.dealer, self.turn, self.phase = 0, 0, "deal"
        self.hands: dict[int, list[str]] = {}
        self.packets: dict[str, list[str]] = {}
        self.looked = ""
        self.table: list[str] = []  # The playing deck lies face up on the table.
        self.switches = 0
        self.last: list[int] = []  # the seats that still have their last action
        self.stayed = self.has_cow = self.over = False

    def still_in(self) -> list[int]:
        """Return the seats with a life left."""
        return [seat for seat, lives in enumerate(self.lives) if lives]

    def next_in(self, seat: int) -> int:
        """Return the next seat that is still in the match."""
        places = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return next(place for place in places if self.lives[place])

    # --- the deal

    def drawn(self, generator: Generator) -> Event:
        pack, mvp = list(DECK), self.next_in(self.dealer)
        hands: list[list[str] | None] = [None] * self.players
        for seat in self.still_in():
            if seat != mvp:
                hands[seat] = _three(generator, pack)
        packets = {packet: _three(generator, pack) for packet in PACKETS}
        return {"deal": {"dealer": self.dealer, "hands": hands, "packets": packets}}

    def check_possible(self, event: Event) -> None:
        deal = event.get("deal")
        fields = ["dealer", "hands", "packets"]
        require(len(event) == 1 and isinstance(deal, dict) and sorted(deal) == fields, "no deal")
        assert isinstance(deal, dict)
        require(type(deal["dealer"]) is int and deal["dealer"] == self.dealer, f"the dealer must be seat {self.dealer}")
        require(isinstance(deal["hands"], list) and len(deal["hands"]) == self.players, "no hands")
        require(isinstance(deal["packets"], dict) and sorted(deal["packets"]) == list(PACKETS), "no packets")
        mvp, left = self.next_in(self.dealer), DECK
        for seat, hand in enumerate(deal["hands"]):
            if self.lives[seat] and seat != mvp:
                left = check_cards(hand, left, 3, DECK)
            else:
                require(hand is None, f"seat {seat} must not be dealt a hand")
        for packet in PACKETS:
            left = check_cards(deal["packets"][packet], left, 3, DECK)

    def lay(self, event: Event) -> None:
        deal = event["deal"]
        self.hands = {seat: list(hand) for seat, hand in enumerate(deal["hands"]) if hand}
        self.packets = {packet: list(cards) for packet, cards in deal["packets"].items()}
        self.turn, self.phase = self.next_in(self.dealer), "look"
        self.switches, self.last, self.stayed = 0, [], False

    # --- acting

    def actors(self) -> list[int]:
        return [] if self.phase == "deal" else [self.turn]

    def act(self, seat: int, action: str) -> list[Event]:
        if self.phase == "look":
            require(action in ("look A", "look B"), f"{action!r} is not a packet")
            self.looked, self.phase = action[-1], "choose"
        elif self.phase == "choose":
            require(action in ("keep", "other"), f"{action!r} is neither keep nor other")
            other = "B" if self.looked == "A" else "A"
            kept, left = (self.looked, other) if action == "keep" else (other, self.looked)
            self.hands[seat], self.table, self.phase = self.packets[kept], self.packets[left], "turn"
            self._go_on(seat)
        else:
            self._take_turn(seat, action)
        return []

    def _take_turn(self, seat: int, action: str) -> None:
        if action == "swap":
            self.hands[seat], self.table = self.table, self.hands[seat]
        elif action != "stay":
            self._switch(self.hands[seat], action.split(" "))
        if seat in self.last:
            self.last.remove(seat)
        elif action in ("stay", "swap") and not self.stayed:
            self.last = [other for other in self.still_in() if other != seat]
            self.stayed = True
        else:
            self.switches += 1
        self._go_on(seat)

    def _switch(self, hand: list[str], words: list[str]) -> None:
        right = len(words) == 3 and words[0] == "switch" and words[1] in hand and words[2] in self.table
        require(right, f"{words!r} is not a possible switch")
        hand[hand.index(words[1])], self.table[self.table.index(words[2])] = words[2], words[1]

    def _go_on(self, seat: int) -> None:
        won = any(worth(hand)[0] == 31 for hand in self.hands.values())
        if won or (self.stayed and not self.last) or self.switches >= self.options["switch_limit"]:
            self._end_round()
        else:
            self.turn = self.next_in(seat)

    # --- lives

    def _end_round(self) -> None:
        self.rounds += 1
        self.phase = "deal"
        lowest = min(map(worth, self.hands.values()))
        losers = [seat for seat, hand in self.hands.items() if worth(hand) == lowest and lowest[0] < 31]
        empty = [seat for seat in losers if self.lives[seat] == 1]
        if self.has_cow and set(empty) == set(self.still_in()):
            losers = []
        for seat in losers:
            self.lives[seat] -= 1
        if losers and empty and not self.has_cow:
            for seat in empty:
                self.lives[seat] = 1
            self.has_cow = True
        inside = len(self.still_in())
        self.over = inside == 1 or (self.options["ends"] == "first_out" and inside < self.players)
        if not self.over:
            self.dealer = self.next_in(self.dealer)

    def standing(self) -> dict[str, list[int]]:
        return {"lives": self.lives}

    def winners(self) -> list[int]:
        return self.still_in() if self.over else []


def _three(generator: Generator, pack: list[str]) -> list[str]:
    return sorted(generator.draw_many(pack, 3), key=DECK.index)
