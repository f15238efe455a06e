"""One match: its state, its record, whose turn it is. No input and no output."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parlour.cards import each
from parlour.errors import ParlourError, Refusal
from parlour.fair import chance_generator, commitment, new_key
from parlour.game import SPECTATOR, Event, Game, State
from parlour.texts import Text
from parlour.view import View

RECORD_VERSION = 1


class Match:
    """A match that people and bots play; `record` is everything that happened in it."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
        key: bytes | None = None,
        *,
        dealt_by_hand: bool = False,
        telling: bool = True,
    ) -> None:
        """Start a match; `dealt_by_hand`: chance is told by `place`, not drawn from a key."""
        self.game = game
        self.state: State = game.new_state(players, options)
        self.before: State = self.state  # as it was before the last action
        self.players = int(self.state.players)
        self.names = list(names) if names is not None else [f"seat {seat}" for seat in range(self.players)]
        if len(self.names) != self.players:
            raise ParlourError(f"{self.players} players need {self.players} names, not {len(self.names)}")
        self.key = None if dealt_by_hand else key or new_key()
        self.events: list[Event] = []
        self.chances = 0  # chance events so far
        self.cut_off = False  # ended by a safety limit, not by the rules (C6)
        self.telling = telling  # whether `act` and `advance` say what happened
        self._look()

    # --- where the match stands

    def _look(self) -> None:
        """See who may act after a change of the state."""
        self._acting = int(self.game.actors(self.state))
        self._finished = not self._acting and bool(self.game.over(self.state))

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        return self.cut_off or self._finished

    @property
    def chance_pending(self) -> bool:
        """Whether the next thing to happen is chance."""
        return not self._acting and not self.over

    @property
    def actors(self) -> list[int]:
        """The seats that may act now."""
        return [] if self.cut_off else list(each(self._acting))

    @property
    def rounds(self) -> int:
        """Rounds finished."""
        return int(self.state.rounds)

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none if the match was cut off."""
        return list(each(self.game.winners(self.state)))

    def legal(self, seat: int) -> list[int]:
        """The actions that the seat may choose from."""
        self._check_seat(seat)
        return [] if self.cut_off else list(each(self.game.legal(self.state, seat)))

    def _check_seat(self, seat: object) -> None:
        """Refuse a seat that is not at the table: the compiled rules trust every number."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise Refusal(f"there is no seat {seat!r}; expected 0 to {self.players - 1}")

    def view(self, seat: int = SPECTATOR) -> View:
        """What the table shows to the seat."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        return self.game.view(self.game.hidden(self.state, seat), seat)

    def views(self, onlookers: Iterable[int], everybody: View | None = None) -> dict[int, View]:
        """What the table shows to each of them; what everybody sees is looked at once, or known already."""
        seen = everybody or self.view()
        return {
            onlooker: seen if onlooker == SPECTATOR else self._private_view(onlooker, seen) for onlooker in onlookers
        }

    def _private_view(self, seat: int, everybody: View) -> View:
        hidden, private = self.game.hidden(self.state, seat), self.game.private_view
        return self.game.view(hidden, seat) if private is None else private(hidden, seat, everybody)

    # --- what happens

    def advance(self) -> list[Text]:
        """Perform the pending chance, if there is any."""
        story: list[Text] = []
        while self.chance_pending:
            if self.key is None:
                raise ParlourError("this match is dealt by hand: chance has to be placed")
            before = self.game.copy(self.state)
            self.game.deal(self.state, chance_generator(self.key, self.chances))
            story += self._note_chance(before)
        return story

    def place(self, event: Event) -> list[Text]:
        """Let the pending chance be what the event says."""
        if not self.chance_pending:
            raise ParlourError("there is no chance pending that could be placed")
        before, placed = self.state, self.game.copy(self.state)
        self.game.place(placed, event)
        self.state = placed
        return self._note_chance(before)

    def _note_chance(self, before: State) -> list[Text]:
        self._look()
        self.chances += 1
        self.events.append(self.game.chance_event(before, self.state))
        return self.game.tell(before, self.state, SPECTATOR, 0) if self.telling else []

    def act(self, seat: int, action: int | str) -> list[Text]:
        """A seat acts; a Refusal that says why, and changes nothing, if it may not (C2)."""
        number = self._checked(seat, action)
        before = self.before = self.game.copy(self.state)
        name = self.game.action_name(before, seat, number)
        self.game.apply(self.state, seat, number)
        self._look()
        self.events.append({"seat": seat, "do": name})
        self.events += self.game.automatic_moves(before, self.state)
        if self.state.rounds > before.rounds:
            self.events.append({"round": self.rounds, **self.game.standing(self.state)})
        return self.game.tell(before, self.state, seat, number) if self.telling else []

    def _checked(self, seat: int, action: int | str) -> int:
        """The number of a legal action."""
        self._check_seat(seat)
        if self.over:
            raise Refusal("The match is over.")
        if isinstance(action, str):
            return self.game.parse_action(self.state, seat, action)
        if action not in self.legal(seat):
            raise Refusal(self._why_not(seat, action))
        return int(action)  # of another type the rules would be compiled once more

    def _why_not(self, seat: int, action: int) -> str:
        legal = self.legal(seat)
        if not legal:
            return str(self.game.why_not(self.state, seat, ""))
        return f"action {action!r} is not allowed now; expected one of {', '.join(map(str, legal))}"

    def stop(self) -> None:
        """Cut the match off; nobody has won it (C6)."""
        self.cut_off = not self._finished

    def set_state(self, state: State) -> None:
        """Go on from another state: for studies and tests; the record no longer tells how it came about."""
        self.state = self.game.copy(state)
        self._look()

    # --- the record

    def result(self) -> dict[str, Any] | None:
        """How the match ended; None while it runs."""
        if not self.over:
            return None
        standing = self.game.standing(self.state)
        return {"winners": self.winners, **standing, "rounds": self.rounds, "cut_off": self.cut_off}

    def record(self) -> dict[str, Any]:
        """The whole match as in RECORDS; the key is published only when it is over."""
        published = self.key.hex() if self.key and self.over else None
        return {
            "parlour": RECORD_VERSION,
            "game": self.game.name,
            "players": self.players,
            "options": self.game.options_of(self.state),
            "seats": list(self.names),
            "fair": {"commitment": commitment(self.key) if self.key else None, "key": published},
            "events": list(self.events),
            "result": self.result(),
        }
