"""A match's position for OpenSpiel: the seat to act, what each seat knows, and deals seeded byte by byte."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import generator
from parlour.engine.sets import has, lowest
from parlour.envs.batch import MOST_DECISIONS, EpisodePlan, Observer, point_sign
from parlour.game.game import State
from parlour.game.options import parse_options
from parlour.game.texts import Refusal, say
from parlour.games import find_game

CHANCE_BYTES = 8  # The number of chance nodes per deal; each chooses one byte of the seed.
OUTCOMES = 256  # The number of outcomes of a chance node.
DECISIONS_OF_A_ROUND = 500  # An upper bound on the decisions in a round.
NOBODY = -1
# The attributes that are stored along with the state.
STORED = ("setting", "first", "drawn", "decisions", "until", "base", "seen", "ended", "seat")


@dataclass(frozen=True)
class Settings:
    """The parameters that a game has in OpenSpiel."""

    name: str
    players: int
    episode: str = "match"  # An episode is a "match" or a "round".
    reward: str = ""  # The reward is "result", "score", or "" for the default.
    max_rounds: int = 60  # A match that needs more rounds than this has no winner.
    options: str = ""  # The game's options, such as "min_rounds:3;hand_size:5".
    recall: bool = False  # Whether an information state includes everything seen earlier.

    def parameters(self) -> dict[str, Any]:
        """Return the parameters by their names in OpenSpiel."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "name"}

    @classmethod
    def read(cls, name: str, given: Mapping[str, Any]) -> "Settings":
        """Make settings from the given parameters; missing parameters have their defaults."""
        return cls(name, **{"players": find_game(name).default_players, **given})

    def chosen(self) -> dict[str, str]:
        """Parse the text of the game's options."""
        return parse_options(text.replace(":", "=", 1) for text in self.options.split(";") if text)


class Setting:
    """The data that all positions of a game with the same settings share."""

    def __init__(self, settings: Settings) -> None:
        """Load the game, and prepare its first state and its observations."""
        self.settings, self.game = settings, find_game(settings.name)
        rounds = settings.max_rounds if settings.episode == "match" else 1
        decisions = min(DECISIONS_OF_A_ROUND * max(rounds, 1), MOST_DECISIONS)
        self.plan = EpisodePlan(settings.episode, settings.reward, settings.max_rounds, decisions)
        self.start = self.game.new_state(settings.players, settings.chosen())
        self.players, self.most_utility = int(self.start.players), self.plan.most(self.game, self.start)
        self.rounds = rounds
        self.observer = Observer(self.game, self.players)

    def __reduce__(self) -> tuple[Any, ...]:
        """Store only the settings, from which a stored position can find this object again."""
        return find_setting, (self.settings,)

    def __deepcopy__(self, memo: object) -> "Setting":
        """Return the object itself, because copied positions share it."""
        return self

    def beginning(self) -> "Position":
        """Make the position at the beginning of a match, before the first deal."""
        return Position(self, self.game.copy(self.start))


@cache
def find_setting(settings: Settings) -> Setting:
    """Return the data that all positions with these settings share; make the data only once."""
    return Setting(settings)


class Position:
    """A state of a match, and what has happened in the episode so far."""

    __slots__ = ("state", *STORED)

    def __init__(self, setting: Setting, state: State, first: int = NOBODY) -> None:
        """Begin an episode in this state; if several seats choose at once, the seat `first` goes first."""
        self.setting, self.state, self.first = setting, state, first
        self.drawn = b""  # The bytes of the next deal's seed that have already been chosen.
        self.decisions, self.until = 0, int(state.rounds) + setting.rounds
        self.base = tuple(int(setting.game.points(state, seat)) for seat in range(setting.players))
        self.seen: tuple[bytes, ...] = ()  # A digest of everything that each seat has seen.
        self._update()

    def _update(self) -> None:
        """Determine whether the episode has ended and which seat acts next."""
        game, state = self.setting.game, self.state
        acting = int(game.actors(state))
        self.ended = self._has_ended(acting)
        self.seat = NOBODY if self.ended or not acting else lowest(acting)
        if self.seat >= 0 and self.first >= 0 and has(acting, self.first):
            self.seat = self.first
        if self.setting.settings.recall:
            self.remember(range(self.setting.players))

    def _has_ended(self, acting: int) -> bool:
        if self.state.rounds >= self.until or self.decisions >= self.setting.plan.max_decisions:
            return True
        return not acting and bool(self.setting.game.over(self.state))

    def legal(self, seat: int) -> int:
        """Return the seat's legal actions as a bit set."""
        return int(self.setting.game.legal(self.state, seat)) if seat == self.seat else 0

    def act(self, action: int) -> None:
        """Act for the seat whose turn it is; if the action is illegal, raise a Refusal and change nothing."""
        if not 0 <= action < self.setting.game.actions or not has(self.legal(self.seat), action):
            raise Refusal(say("action {action} is not allowed now", action=int(action)))
        self.setting.game.apply(self.state, self.seat, action)
        self.decisions += 1
        self._update()

    def draw(self, number: int) -> None:
        """Add a byte to the deal's seed, and deal the cards after the last byte."""
        if not 0 <= number < OUTCOMES:
            raise Refusal(say("chance cannot be {number}; expected 0 to {last}", number=number, last=OUTCOMES - 1))
        self.drawn += bytes([number])
        if len(self.drawn) == CHANCE_BYTES:
            rng = generator(hashlib.sha256(b"parlour openspiel deal " + self.drawn).digest())
            self.drawn = b""
            self.setting.game.deal(self.state, rng)
            self._update()

    def returns(self) -> list[float]:
        """Return each seat's total reward for the episode, which is 0 until the episode ends."""
        return self.returns_at(self.state) if self.ended else [0.0] * self.setting.players

    def returns_at(self, state: State) -> list[float]:
        """Compute each seat's total reward for an episode that ends in this state; all rewards sum to 0."""
        setting, players = self.setting, self.setting.players
        if setting.plan.kind == "score":
            sign = point_sign(setting.game)
            gains = [sign * (int(setting.game.points(state, seat)) - self.base[seat]) for seat in range(players)]
            mean = sum(gains) / players
            return [gain - mean for gain in gains]
        winners = int(setting.game.winners(state))
        share = players / winners.bit_count() if winners else 0.0
        return [share - 1.0 if has(winners, seat) else -1.0 if winners else 0.0 for seat in range(players)]

    # --- what a seat knows

    def known_to(self, seat: int) -> str:
        """Write everything that the seat sees as text; with recall, add a digest of what it saw earlier."""
        recalled = self.seen[seat].hex() + " " if self.seen else ""
        hidden = self.setting.game.hidden(self.state, seat)
        return f"{self.setting.game.name} {seat} {recalled}{len(self.drawn)} {hidden.tobytes().hex()}"

    def remember(self, seats: range | tuple[int, ...]) -> None:
        """Add what these seats see now to the digests of what they have seen."""
        before = self.seen or (b"",) * self.setting.players
        hidden = self.setting.game.hidden
        self.seen = tuple(
            hashlib.blake2b(seen + hidden(self.state, seat).tobytes(), digest_size=16).digest()
            if seat in seats
            else seen
            for seat, seen in enumerate(before)
        )

    def redealt(self, seat: int, seed: bytes) -> "Position":
        """Return a random one of the positions that look the same to the seat, all equally likely.

        What the other seats saw earlier is unknown; so with recall, their digests start at the current position.
        """
        state = self.setting.game.hidden(self.state, seat)
        self.setting.game.redeal(state, seat, generator(hashlib.sha256(b"parlour openspiel redeal " + seed).digest()))
        other = Position(self.setting, state, self.first)
        other.decisions, other.until, other.base = self.decisions, self.until, self.base
        other.ended, other.seat = self.ended, self.seat
        if self.seen:
            other.seen = tuple(self.seen[one] if one == seat else seen for one, seen in enumerate(other.seen))
        return other

    # --- copies

    def __getstate__(self) -> tuple[Any, ...]:
        """Return the position's data, for a copy or a file."""
        return (self.state.tobytes(), *(getattr(self, name) for name in STORED))

    def __setstate__(self, stored: tuple[Any, ...]) -> None:
        """Restore the position from its data."""
        for name, value in zip(STORED, stored[1:], strict=True):
            setattr(self, name, value)
        self.state = np.frombuffer(bytearray(stored[0]), self.setting.game.state)[0]

    def __deepcopy__(self, memo: object) -> "Position":
        """Copy the position; the shared data isn't copied."""
        other = object.__new__(Position)
        for name in Position.__slots__:
            setattr(other, name, getattr(self, name))
        other.state = self.setting.game.copy(self.state)
        return other
