"""The rules of Rook for the independent verifier, written from the rules page with the standard library only."""

from collections.abc import Mapping
from typing import Any

from tests.verifier.chance import Generator
from tests.verifier.table import Event, Refused, Values, check_cards, require

PLAYERS = (4,)
OPTIONS: dict[str, Values] = {
    "target": range(1, 5001),
    "min_bid": range(5, 301, 5),
    "max_bid": range(5, 301, 5),
    "cards_bonus": range(101),
    "all_pass": ("redeal", "dealer_bids"),
    "revoke": ("refused", "forfeit"),
}
COLOURS = "RGYB"
ROOK = "Rook"
DECK = [f"{number}{colour}" for colour in COLOURS for number in (*range(2, 15), 1)] + [ROOK]
POINTS = {"5": 5, "10": 10, "14": 10, "1": 15}
FORFEIT = 200
HAND = 14


def points(card: str) -> int:
    """Return how many points a card is worth."""
    return 20 if card == ROOK else POINTS.get(card[:-1], 0)


class Table:
    """A match of Rook; its phases are deal, bid, put, trump and play."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        require(options["min_bid"] <= options["max_bid"], "min_bid is above max_bid")
        self.options, self.rounds, self.scores = options, 0, [0, 0]
        self.phase, self.turn = "deal", 0
        self.hands: list[list[str]] = []
        self.centre = ""
        self.passed: set[int] = set()
        self.bid, self.bidder, self.trump = 0, -1, ""
        self.trick: list[tuple[int, str]] = []
        self.taken, self.tricks = [0, 0], [0, 0]
        self.won: list[int] = []

    # --- the deal

    def drawn(self, generator: Generator) -> Event:
        pack = list(DECK)
        hands = [sorted(generator.draw_many(pack, HAND), key=DECK.index) for _ in range(4)]
        return {"deal": {"dealer": self.rounds % 4, "hands": hands, "centre": pack[0]}}

    def check_possible(self, event: Event) -> None:
        deal = event.get("deal")
        fields = ["centre", "dealer", "hands"]
        require(len(event) == 1 and isinstance(deal, dict) and sorted(deal) == fields, "no deal")
        assert isinstance(deal, dict)
        require(type(deal["dealer"]) is int and deal["dealer"] == self.rounds % 4, "another seat deals")
        require(isinstance(deal["hands"], list) and len(deal["hands"]) == 4, "no hands")
        left = DECK
        for hand in deal["hands"]:
            left = check_cards(hand, left, HAND, DECK)
        require([deal["centre"]] == left, f"the centre must be {left}")

    def lay(self, event: Event) -> None:
        self.hands = [list(hand) for hand in event["deal"]["hands"]]
        self.centre = event["deal"]["centre"]
        self.passed, self.bid, self.bidder = set(), 0, -1
        self.taken, self.tricks, self.trick = [0, 0], [0, 0], []
        self.phase, self.turn = "bid", (self.rounds + 1) % 4

    # --- acting

    def actors(self) -> list[int]:
        return [] if self.phase == "deal" else [self.turn]

    def act(self, seat: int, action: str) -> list[Event]:
        if self.phase == "bid":
            self._speak(seat, action)
        elif self.phase == "put":
            self._put(seat, _after("put", action))
        elif self.phase == "trump":
            self.trump = _after("trump", action)
            require(len(self.trump) == 1 and self.trump in COLOURS, f"{self.trump!r} is not a colour")
            self.phase = "play"
        else:
            self._play(seat, _after("play", action))
        return []

    def _speak(self, seat: int, action: str) -> None:
        if action == "pass":
            self.passed.add(seat)
            if len(self.passed) == 4:
                self._all_passed(seat)
                return
        else:
            bids = range(max(self.options["min_bid"], self.bid + 5), self.options["max_bid"] + 5, 5)
            require(action in [f"bid {bid}" for bid in bids], f"{action!r} is not a possible bid now")
            self.bid, self.bidder = int(_after("bid", action)), seat
        if self.bid == self.options["max_bid"] or (len(self.passed) == 3 and self.bid):
            self._take_centre()
            return
        self.turn = next(left for step in (1, 2, 3, 4) if (left := (seat + step) % 4) not in self.passed)

    def _all_passed(self, dealer: int) -> None:
        if self.options["all_pass"] == "dealer_bids":
            self.bid, self.bidder = self.options["min_bid"], dealer
            self._take_centre()
        else:
            self.rounds += 1
            self.phase = "deal"

    def _take_centre(self) -> None:
        self.turn, self.phase = self.bidder, "put"
        self.hands[self.turn].append(self.centre)

    def _put(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        free = [held for held in hand if not points(held)] or hand
        require(card in free, f"{card!r} cannot be put aside")
        hand.remove(card)
        self.phase = "trump"

    # --- tricks

    def colour(self, card: str) -> str:
        """Return the colour that a card belongs to; the Rook belongs to the trump colour."""
        return self.trump if card == ROOK else card[-1]

    def _play(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        require(card in hand, f"seat {seat} does not hold {card!r}")
        lead = self.colour(self.trick[0][1]) if self.trick else ""
        revoked = lead and self.colour(card) != lead and any(self.colour(held) == lead for held in hand)
        if revoked and self.options["revoke"] == "refused":
            raise Refused(f"seat {seat} must follow {lead}")
        hand.remove(card)
        if revoked:
            self.scores[1 - seat % 2] += FORFEIT
            self._end_hand()
            return
        self.trick.append((seat, card))
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            self._end_trick(lead)

    def _end_trick(self, lead: str) -> None:
        def strength(played: tuple[int, str]) -> tuple[int, int]:
            card = played[1]
            group = 2 if self.colour(card) == self.trump else self.colour(card) == lead
            return group, -1 if card == ROOK else DECK.index(card) % 14

        winner = max(self.trick, key=strength)[0]
        self.taken[winner % 2] += sum(points(card) for _, card in self.trick)
        self.tricks[winner % 2] += 1
        self.trick, self.turn = [], winner
        if not self.hands[winner]:
            self._score()

    # --- scores

    def _score(self) -> None:
        bidders = self.bidder % 2
        self.taken[bidders if self.tricks[bidders] >= 7 else 1 - bidders] += self.options["cards_bonus"]
        made = self.taken[bidders] >= self.bid
        self.scores[bidders] += self.taken[bidders] if made else -self.bid
        self.scores[1 - bidders] += self.taken[1 - bidders]
        self._end_hand()

    def _end_hand(self) -> None:
        self.rounds += 1
        self.phase = "deal"
        if max(self.scores) >= self.options["target"]:
            level = self.scores[0] == self.scores[1]
            team = self.bidder % 2 if level else self.scores.index(max(self.scores))
            self.won = [team, team + 2]

    def standing(self) -> dict[str, list[int]]:
        return {"scores": self.scores}

    def winners(self) -> list[int]:
        return self.won


def _after(verb: str, action: str) -> str:
    require(action.startswith(verb + " "), f"{action!r} does not begin with {verb!r}")
    return action.removeprefix(verb + " ")
