"""The rules that Oh 7 ? and Kod-7 share, for the independent verifier; they use only the standard library."""

from collections.abc import Mapping
from typing import Any

from tests.verifier.chance import Generator
from tests.verifier.table import Event, Refused, Values, check_cards, require

SUITS = "SHCDF"
INTERROBANG = "?!"
DUMMY = 2  # the Dummy's seat number at a table of two players
OPTIONS: dict[str, Values] = {
    "min_rounds": range(1, 101),
    "hand_size": range(4, 8),
    "made_bonus": range(101),
    "trick_points": range(101),
    "forbidden_sum": range(-1, 51),
    "attempts": range(1, 4),
    "dummy_tricks": range(8),
}


def is_special(card: str) -> bool:
    """Return whether the card has no suit of its own."""
    return card[-1] in "*!"


def value(card: str) -> int:
    """Return the number on a card, or -1 for the Interrobang."""
    return -1 if card == INTERROBANG else int(card[0])


class Sevens:
    """A match of either game; subclasses define the cards, the first leader and who wins."""

    verb = ""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        self.players, self.options = players, options
        self.deck = self.cards(max(players, 3))
        self.rounds, self.scores, self.kept = 0, [0] * players, [0] * players
        self.made = [False] * players
        self.phase = "deal"
        self.hands: list[list[str]] = []
        self.pile: list[str] = []  # the Dummy's pile, top card first
        self.open: list[str] = []  # the Dummy's face-up cards
        self.shown: list[list[str]] = []  # for each seat, the cards shown in refused attempts
        self.picked: dict[int, str] = {}
        self.attempt, self.leader, self.second, self.trump = 0, 0, 0, ""
        self.turn, self.won = 0, [0] * (players + 1)
        self.trick: list[tuple[int, str]] = []
        self.order: list[int] = []

    # --- what differs between the two games

    def cards(self, players: int) -> list[str]:
        """Return the cards in play, ordered by number."""
        raise NotImplementedError

    def all_refused(self) -> None:
        """Do what the rules say if the sum is refused on the last attempt."""
        raise NotImplementedError

    def find_leader(self) -> None:
        """Find the first leader and the trump (or exception) suit; then call `begin_tricks`."""
        raise NotImplementedError

    def second_player(self) -> int:
        """Return the player who plays second when the Dummy leads."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Return the seats that have won after the last round."""
        raise NotImplementedError

    def act_otherwise(self, seat: int, action: str) -> None:
        """Perform an action that only one of the two games has."""
        raise Refused(f"{action!r} is not an action now")

    # --- the deal

    def drawn(self, generator: Generator) -> Event:
        pack, size = list(self.deck), self.options["hand_size"]
        hands = [self.sorted(generator.draw_many(pack, size)) for _ in range(self.players)]
        if self.players == 2:
            return {"deal": {"hands": hands, "dummy": generator.draw_many(pack, len(pack))}}
        return {"deal": {"hands": hands, "aside": self.sorted(pack)}}

    def sorted(self, cards: list[str]) -> list[str]:
        return sorted(cards, key=self.deck.index)

    def check_possible(self, event: Event) -> None:
        rest = "dummy" if self.players == 2 else "aside"
        deal = event.get("deal")
        require(len(event) == 1 and isinstance(deal, dict) and sorted(deal) == sorted([rest, "hands"]), "no deal")
        assert isinstance(deal, dict)
        require(isinstance(deal["hands"], list) and len(deal["hands"]) == self.players, "no hands")
        left = self.deck
        for hand in deal["hands"]:
            left = check_cards(hand, left, self.options["hand_size"], self.deck)
        check_cards(deal[rest], left, len(left), None if rest == "dummy" else self.deck)

    def lay(self, event: Event) -> None:
        self.hands = [list(hand) for hand in event["deal"]["hands"]]
        self.pile = list(event["deal"].get("dummy", []))
        self.open, self.shown = [], [[] for _ in range(self.players)]
        self.picked, self.attempt, self.phase = {}, 1, "bet"

    # --- acting

    def actors(self) -> list[int]:
        if self.phase == "bet":
            return [seat for seat in range(self.players) if seat not in self.picked]
        return [self.order[len(self.trick)]] if self.phase == "play" else []

    def act(self, seat: int, action: str) -> list[Event]:
        if self.phase == "bet":
            self._bet(seat, self._card(action, self.verb))
            return []
        if self.phase == "play":
            return self._play(seat, self._card(action, "play"))
        self.act_otherwise(seat, action)
        return []

    def _card(self, action: str, verb: str) -> str:
        require(action.startswith(verb + " "), f"{action!r} should be {verb!r} and a card")
        return action.removeprefix(verb + " ")

    def _bet(self, seat: int, card: str) -> None:
        free = list(self.hands[seat])
        for used in self.shown[seat]:
            free.remove(used)
        require(card in free and card != INTERROBANG, f"seat {seat} cannot choose {card!r}")
        self.picked[seat] = card
        if len(self.picked) == self.players:
            self._show()

    def _show(self) -> None:
        total = sum(value(card) for card in self.picked.values())
        total += self.options["dummy_tricks"] if self.players == 2 else 0
        if total != self.options["forbidden_sum"]:
            self.find_leader()
        elif self.attempt == self.options["attempts"]:
            self.all_refused()
        else:
            for seat, card in self.picked.items():
                self.shown[seat].append(card)
            self.attempt += 1
            self.picked = {}

    def begin_tricks(self, leader: int, trump: str) -> None:
        """Begin the tricks with this first leader and trump suit."""
        self.leader = self.second = leader
        self.trump, self.phase, self.won = trump, "play", [0] * (self.players + 1)
        self.open, self.pile = self.pile[:2], self.pile[2:]
        self._begin_trick(leader)

    def _begin_trick(self, leader: int) -> list[Event]:
        self.trick = []
        if leader == DUMMY and self.players == 2:
            second = self.second_player()
            self.order = [DUMMY, second, 1 - second]
            card = self.pile.pop(0)
            self.trick.append((DUMMY, card))
            return [{"seat": "dummy", "do": f"play {card}"}]
        self.second = leader
        self.order = [(leader + step) % self.players for step in range(self.players)]
        self.order += [DUMMY] if self.players == 2 else []
        return []

    # --- tricks

    def lead_suit(self) -> str:
        """Return the suit of the trick's first suit card, or "" if there is none yet."""
        return next((card[-1] for _, card in self.trick if not is_special(card)), "")

    def legal(self, hand: list[str]) -> list[str]:
        """Return the cards of a hand that may be played to the trick."""
        lead = self.lead_suit()
        if lead and any(card[-1] == lead for card in hand):
            return [card for card in hand if card[-1] == lead or is_special(card)]
        return hand

    def _play(self, seat: int, card: str) -> list[Event]:
        require(card in self.legal(self.hands[seat]), f"seat {seat} cannot play {card!r}")
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        followed: list[Event] = []
        if len(self.trick) < len(self.order) and self.order[len(self.trick)] == DUMMY and self.players == 2:
            choice = self._dummy_choice()
            self.open.remove(choice)
            self.trick.append((DUMMY, choice))
            followed.append({"seat": "dummy", "do": f"play {choice}"})
        return followed if len(self.trick) < len(self.order) else followed + self._end_trick()

    def trick_winner(self, trick: list[tuple[int, str]]) -> int:
        """Return the seat, or the Dummy's number, that wins the trick."""
        lead = next((card[-1] for _, card in trick if not is_special(card)), "")

        def strength(card: str) -> tuple[int, int, int]:
            suit = lead if card[-1] == "*" else card[-1]
            if card == INTERROBANG:
                return 2, 0, 0
            group = 3 if suit == self.trump else 1 if suit == lead else 0
            return group, value(card), card[-1] != "*"

        return max(trick, key=lambda played: strength(played[1]))[0]

    def _dummy_choice(self) -> str:
        self.open.append(self.pile.pop(0))
        lead = self.lead_suit()

        def height(card: str) -> tuple[int, int, int, int]:
            suit = lead if card[-1] == "*" else card[-1]
            group = 1 if card == INTERROBANG else 2 if suit == self.trump else 0
            return group, value(card), card[-1] != "*", -SUITS.find(card[-1])

        allowed = sorted(self.legal(self.open), key=height)
        winning = [card for card in allowed if self.trick_winner([*self.trick, (DUMMY, card)]) == DUMMY]
        losing = [card for card in allowed if card not in winning]
        missing = self.options["dummy_tricks"] - self.won[DUMMY]
        if missing <= 0:
            return (losing or allowed)[-1]
        if not winning:
            return allowed[0]
        return winning[-1] if missing == 1 else winning[0]

    def _end_trick(self) -> list[Event]:
        winner = self.trick_winner(self.trick)
        self.won[winner] += 1
        if any(self.hands):
            return self._begin_trick(winner)
        self._score()
        return []

    # --- scores

    def _score(self) -> None:
        promised = [value(self.picked[seat]) for seat in range(self.players)]
        missed = [abs(promise - won) for promise, won in zip(promised, self.won, strict=False)]
        basket = sum(missed)
        self.made = [not miss for miss in missed]
        for seat, miss in enumerate(missed):
            if miss:
                self.scores[seat] -= miss
            else:
                self.kept[seat] += 1
                earned = self.options["made_bonus"] + basket + self.options["trick_points"] * self.won[seat]
                self.scores[seat] += earned
        self.rounds += 1
        self.phase = "deal"

    def standing(self) -> dict[str, list[int]]:
        return {"scores": self.scores}

    def first(self) -> list[int]:
        """Return the seats with the highest score, or none before the minimum number of rounds."""
        enough = self.rounds >= self.options["min_rounds"] and self.phase == "deal"
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)] if enough else []
