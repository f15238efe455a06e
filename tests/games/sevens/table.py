"""A table for testing Oh 7 ? and Kod-7, where cards and moves are written as in records.

This module takes the decks from the rule books (rulings O1 and K1), not from the games' code.
"""

from collections.abc import Iterable

import numpy as np
import pytest

from parlour.engine.sets import each
from parlour.game.game import Event, State
from parlour.game.texts import Refusal
from parlour.games import find_game

ANN, BEN, CLEO, DAN = range(4)
DUMMY = 2  # the Dummy's seat number: two players have seats 0 and 1
SUITS = "SHCDF"
STARS = {2: "0123456", 3: "0123456", 4: "0122345", 5: "0112234", 6: "0011223"}
VERBS = {"oh7": "bet", "kod7": "estimate"}
INTERROBANG = "?!"


def whole_deck(game: str, players: int) -> list[str]:
    """Return the cards that the rule book lists for this number of players."""
    if game == "oh7":
        return [f"{value}{suit}" for suit in SUITS[: max(players, 3)] for value in range(8)]
    suits = SUITS[: max(players, 3) - 1]
    return (
        [f"{value}{suit}" for suit in suits for value in range(8)] + [f"{v}*" for v in STARS[players]] + [INTERROBANG]
    )


def value_of(card: str) -> int:
    """Return how many tricks the card promises, or -1 for the Interrobang."""
    return -1 if card == INTERROBANG else int(card[0])


def is_special(card: str) -> bool:
    """Return whether the card is a star or the Interrobang."""
    return card == INTERROBANG or card.endswith("*")


class Table:
    """A match of either game in which the test deals and plays every seat."""

    def __init__(
        self,
        game: str,
        *hands: str,
        players: int | None = None,
        aside: str = "",
        pile: str = "",
        scores: Iterable[int] = (),
        made: Iterable[int] = (),
        rounds: int = 0,
        **options: int | str,
    ) -> None:
        """Deal the given hands, filled up with other cards; set scores, numbers of bets made, and rounds if given."""
        self.game = find_game(game)
        self.players = players or len(hands)
        self.state: State = self.game.new_state(self.players, options)
        for seat, score in enumerate(scores):
            self.state.scores[seat] = score
        for seat, number in enumerate(made):
            self.state.made[seat] = number
        self.state.rounds = rounds
        self.dummy: list[str] = []  # the cards that the Dummy has played
        self.plays: list[tuple[int, str]] = []  # the seat and the card of each play in this round
        self.pending: dict[int, str] = {}  # bets that have not been revealed yet
        self.shown: list[tuple[int, str]] = []  # bets that were revealed in this round
        self.deal(*hands, aside=aside, pile=pile)

    def deal(self, *hands: str, aside: str = "", pile: str = "") -> None:
        """Deal these cards; fill up the hands, then the set-aside cards or the pile, with the other cards in order."""
        left = whole_deck(self.game.name, self.players)
        wanted = [hand.split() for hand in hands] + [[] for _ in range(self.players - len(hands))]
        others = (aside or pile).split()
        for card in [card for hand in wanted for card in hand] + others:
            left.remove(card)
        for hand in wanted:
            while len(hand) < self.state.hand_size:
                hand.append(left.pop(0))
        other = "dummy" if self.players == 2 else "aside"
        self.plays, self.pending, self.shown = [], {}, []
        self.place({"deal": {"hands": wanted, other: others + left}})

    def place(self, event: Event) -> None:
        """Apply a chance event, such as a deal."""
        self.game.place(self.state, event)

    def do(self, text: str, seat: int | None = None) -> None:
        """Perform a player's action (by default that of the first seat to act), and the Dummy's plays after it."""
        seat = self.turn if seat is None else seat
        before = self.state.copy()
        self.game.apply(self.state, seat, self.game.parse_action(self.state, seat, text))
        events = self.game.automatic_moves(before, self.state)
        assert all(event["seat"] == "dummy" for event in events)
        cards = [event["do"].removeprefix("play ") for event in events]
        self.dummy += cards
        self._remember(seat, text)
        self.plays += [(DUMMY, card) for card in cards]

    def _remember(self, seat: int, text: str) -> None:
        """Record what everybody has seen of this action."""
        verb, choice = text.split()
        if verb == "play":
            self.plays.append((seat, choice))
        elif verb in VERBS.values():
            self.pending[seat] = choice
            if len(self.pending) == self.players:
                self.shown += self.pending.items()
                self.pending = {}

    def bet(self, cards: str) -> None:
        """Bet (or estimate with) one card for each seat, from seat 0 on."""
        for seat, card in enumerate(cards.split()):
            self.do(f"{VERBS[self.game.name]} {card}", seat)

    estimate = bet

    def play(self, cards: str) -> None:
        """Play these cards, each from the seat whose turn it is."""
        for card in cards.split():
            self.do(f"play {card}")

    def refused(self, text: str, seat: int | None = None) -> str:
        """Return why the text is refused, and check that nothing has changed (ruling C2)."""
        before = self.state.tobytes()
        with pytest.raises(Refusal) as refusal:
            self.do(text, seat)
        assert self.state.tobytes() == before
        return str(refusal.value)

    def may(self, seat: int | None = None) -> str:
        """Return the cards (or suits, or seats) that the seat may choose, in the order of the deck."""
        seat = self.turn if seat is None else seat
        actions = each(self.game.legal(self.state, seat))
        return " ".join(self.game.action_name(self.state, seat, action).split()[1] for action in actions)

    def may_choose(self, *cards: str, seat: int | None = None) -> bool:
        """Return whether the seat may choose exactly these cards (or suits, or seats)."""
        return sorted(self.may(seat).split()) == sorted(" ".join(cards).split())

    @property
    def actors(self) -> list[int]:
        """Return the seats that may act."""
        return list(each(self.game.actors(self.state)))

    @property
    def turn(self) -> int:
        """Return the seat whose turn it is, or the first of several."""
        return self.actors[0]

    @property
    def phase(self) -> str:
        return self.game.phase(self.state)

    @property
    def leader(self) -> int:
        """Return the leader of the current trick."""
        return int(self.state.leader)

    @property
    def trump(self) -> str:
        """Return the trump suit or, in Kod-7, the exception suit."""
        return SUITS[self.state.trump]

    @property
    def won(self) -> list[int]:
        """Return how many tricks each seat has won in this round, with the Dummy's number last."""
        return [int(number) for number in self.state.won[: max(self.players, 3)]]

    @property
    def scores(self) -> list[int]:
        return self.game.standing(self.state)["scores"]

    @property
    def rounds(self) -> int:
        return int(self.state.rounds)

    @property
    def winners(self) -> list[int]:
        """Return the seats that have won the match, or none before its end."""
        winners = list(each(self.game.winners(self.state)))
        assert bool(winners) == self.game.over(self.state)
        return winners

    def hand(self, seat: int) -> str:
        return " ".join(self.game.deck.listed(self.state.hands[seat]))

    def seen_by(self, seat: int) -> bytes:
        """Return everything that a seat may know, as bytes."""
        return self.game.hidden(self.state, seat).tobytes()


def table_for_trick(game: str, trump: str, trick: str, pile: str = "", dummy_tricks: int = 2) -> Table:
    """Return a table where Ann is about to lead the first trick, and each seat may play its card of this trick.

    Each hand has four cards. Ann bets the highest trump that isn't used otherwise; the other seats bet their lowest
    cards.
    """
    cards = trick.split()
    left = whole_deck(game, len(cards))
    for card in cards + pile.split():
        left.remove(card)
    left = [card for card in left if card != INTERROBANG]
    highest_trump = max((card for card in left if card[-1] == trump), key=value_of)
    left.remove(highest_trump)
    suits = [card[-1] for card in cards if not is_special(card)]
    fillers = sorted((card for card in left if card[-1] not in suits[:1]), key=value_of)
    hands = [[card] for card in cards]
    hands[ANN].append(highest_trump)
    for hand in hands:
        while len(hand) < 4:
            hand.append(fillers.pop(0))
    given = [" ".join(hand) for hand in hands]
    table = Table(game, *given, pile=pile, hand_size=4, forbidden_sum=-1, dummy_tricks=dummy_tricks)
    others = [min((card for card in hand if card != INTERROBANG), key=value_of) for hand in hands[1:]]
    table.bet(" ".join([highest_trump, *others]))
    assert (table.phase, table.leader, table.trump) == ("play", ANN, trump)
    return table


def winner_of(game: str, trump: str, trick: str) -> int:
    """Return the seat that wins a trick of these cards; Ann plays the first."""
    table = table_for_trick(game, trump, trick)
    table.play(trick)
    assert sum(table.won) == 1
    return int(np.argmax(table.won))


def dummy_answer(game: str, trump: str, trick: str, faced: str, won: int = 0, dummy_tricks: int = 2) -> str:
    """Return the card that the Dummy plays last to a trick, from its three face-up cards."""
    table = table_for_trick(game, trump, trick, pile=faced, dummy_tricks=dummy_tricks)
    table.state.won[DUMMY] = won
    table.play(trick)
    return table.dummy[0]  # its first play, because a Dummy that won the trick has already led to the next trick


def play_out(table: Table) -> None:
    """Let all seats play their highest legal cards until the round is over."""
    rounds = table.rounds
    while table.rounds == rounds:
        table.do("play " + max(table.may().split(), key=value_of))
