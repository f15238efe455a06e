"""The contract of a game: everything that a game declares, and that the rest of Parlour knows about it."""

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from typing import Any, TypeAlias

import numpy as np

from parlour.engine.memory import Record
from parlour.engine.rule import cache_on_disk, plain_calls
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import Deck
from parlour.game.catalogues import Catalogue
from parlour.game.fields import Field, choice, number
from parlour.game.options import Option, Value, complete
from parlour.game.states import Reader, state_type
from parlour.game.texts import Refusal, Text, say
from parlour.game.view import View

State: TypeAlias = Record
Event: TypeAlias = dict[str, Any]

MOST_STATE_BYTES = 512
MOST_CARDS = 63  # card limit: a set of cards must fit a signed 64-bit number
MOST_ACTIONS = 63  # action limit: a set of actions must fit a signed 64-bit number
MOST_ROUNDS = 1_000_000_000
UNKNOWN_GAIN = 1_000_000  # bound for games that declare none; in all games so far, a seat gains less in a round
SPECTATOR = -1
RULES = ("start", "deal", "actors", "legal", "apply", "hide", "redeal", "over", "winners", "points")


@dataclass(frozen=True)
class Scoring:
    """What a match's scores mean, and what they are called."""

    name: str = "scores"  # what records and results call the scores, such as scores or lives
    one: str = "point"  # the word for a score of one, such as point
    many: str = "points"  # the word for any other score, such as points
    lowest_wins: bool = False  # whether the lowest score wins
    lives: bool = False  # whether scores are lives, so that the page draws each of them

    def counted(self, number: int, catalogue: Catalogue | None = None) -> Text:
        """Write a score with its word, such as 3 lives; words that aren't in the catalogue use English plurals."""
        template = f"{{n}} {self.many}"
        if abs(number) == 1 and (catalogue is None or template not in catalogue.entries):
            template = f"{{n}} {self.one}"
        return Text(template, {"n": number})


@dataclass(frozen=True)
class Badge:
    """A label beside a player, such as "dealer"."""

    word: str  # the word for screen readers, such as leads
    short: str  # the sign for small screens, such as ▸
    warning: bool = False  # whether the badge is coloured as a warning


COMMON_BADGES = {"dealer": Badge("dealer", "D"), "leader": Badge("leads", "▸"), "out": Badge("out", "out")}


def no_moves(before: State, state: State) -> list[Event]:
    """Return no moves: the default for games in which only the players play cards."""
    return []


def no_key(state: State, seat: int, action: int) -> int:
    """Return -1: the default for games in which only plain Python can work out an action's name from the state."""
    return -1


LOADING = threading.RLock()  # lets only one thread at a time import games and their parts, since two could deadlock


def no_news(before: State, state: State, seat: int) -> list[Text]:
    """Return no news: the default for games that never show news to a single seat."""
    return []


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its compiled rules, and plain Python functions for what people see."""

    name: str  # the name on the command line and in records, such as mygame
    module: str = ""  # the `__name__` of the module beside the game's optional parts; by default `start`'s module
    title: str  # the name that people see, such as Oh 7 ?
    pitch: str = ""  # one line that invites to play; by default the first sentence of the module's docstring
    minutes: int = 20  # roughly how many minutes a match takes, as `parlour study` estimates it
    players: tuple[int, ...]  # all possible numbers of players
    default_players: int = 0  # the usual number of players; by default the first of `players`
    deck: Deck  # the cards and their names
    options: tuple[Option, ...] = ()  # settings that players and game designers may change
    fields: tuple[Field, ...]  # fields of a state; players, phase and rounds are added unless they are declared
    state: np.dtype[Record] = field(init=False)  # record type of a state: its fields and options
    phases: tuple[str, ...]  # names of the phases, in the order of the numbers in state.phase
    actions: int  # number of actions; an action is a number from 0 to actions - 1
    version: int = 1  # version of the rules; increase it when the same key and moves no longer give the same match
    teams: int = 0  # number of teams; 0 if players play for themselves
    scoring: Scoring = Scoring()  # what the scores mean: points or lives, and whether the lowest wins
    carries_over: bool = False  # whether anything besides points carries over from one round to the next
    closed_tricks: bool = False  # whether earlier tricks stay hidden, in the log too, until the round is over
    emblem: tuple[str, ...] = ()  # cards that represent the game on the first page; by default three cards of the deck
    badges: Mapping[str, Badge] = field(default_factory=dict)  # badges of this game, in addition to COMMON_BADGES
    other_seats: tuple[str, ...] = ()  # names of seats without a player, such as the Dummy's
    short_options: Mapping[str, Value] = field(default_factory=dict)  # options that make a match short, for tests

    # The rules. A set of seats or actions is a number with a bit for each member.
    start: Callable[[State, int], None]  # sets up a new match in a state whose options are already set
    deal: Callable[[State, Any], None]  # performs the pending chance event, such as a deal
    actors: Callable[[State], int]  # returns the seats that can act; 0 while chance is pending or the match is over
    legal: Callable[[State, int], int]  # returns a seat's legal actions
    apply: Callable[[State, int, int], None]  # performs a seat's action and everything that follows automatically
    hide: Callable[[State, int], None]  # wipes everything that a seat (-1: a spectator) may not know
    redeal: Callable[[State, int, Any], None]  # fills in what `hide` wiped; all possibilities are equally likely
    over: Callable[[State], bool]  # returns whether the match is over
    winners: Callable[[State], int]  # returns the seats that have won; 0 while the match runs
    points: Callable[[State, int], int]  # returns the score so far of a seat or, in team games, a team
    most_gain: Callable[[State], int] | None = None  # returns how far a seat can outscore another in a round

    # The following functions make what people see.
    all_cards: Callable[[State], list[int]] | None = None  # lists all cards; needed only if fields don't hold all
    action_name: Callable[[State, int, int], str]  # names an action as records do, such as bet 3S
    action_key: Callable[[State, int, int], int] = no_key  # numbers an action by its name; -1: unknown
    why_not: Callable[[State, int, str], Text]  # says why a text isn't a legal action
    chance_event: Callable[[State, State], Event]  # describes a chance event as records do
    place: Callable[[State, Event], None]  # performs a chance event as it is recorded
    automatic_moves: Callable[[State, State], list[Event]] = no_moves  # lists moves made by the rules, as for a Dummy
    view: Callable[[State, int], View]  # describes the table as a seat sees it
    private_view: Callable[[State, int, View], View] | None = None  # makes a seat's view from a spectator's
    tell: Callable[[State, State, int, int], list[Text]]  # says in sentences what a seat's action (-1: chance) did
    news: Callable[[State, State, int], list[Text]] = no_news  # says what only this seat learned

    def __post_init__(self) -> None:
        """Make the type of a state, and refuse a game that breaks the contract."""
        if not self.name.isidentifier():
            raise ParlourError(f"a game cannot be called {self.name!r}; expected a short name such as mygame")
        self._fill_in()
        object.__setattr__(self, "fields", _with_common(self.fields, self.phases, self.players))
        object.__setattr__(self, "state", state_type(self.options, self.fields))
        if self.state.itemsize > MOST_STATE_BYTES:
            raise ParlourError(f"a state of {self.name} has {self.state.itemsize} bytes; at most {MOST_STATE_BYTES}")
        if len(self.deck.names) > MOST_CARDS:
            raise ParlourError(f"the deck of {self.name} has {len(self.deck.names)} cards; at most {MOST_CARDS}")
        if not 1 <= self.actions <= MOST_ACTIONS:
            raise ParlourError(f"{self.name} has {self.actions} actions; expected 1 to {MOST_ACTIONS}")
        if self.default_players not in self.players:
            raise ParlourError(f"{self.name} is played by {span(self.players)}, not by {self.default_players} players")
        complete(self.options, self.short_options)
        self.deck.cards(self.emblem)
        for name in RULES:
            cache_on_disk(getattr(self, name))
        if self.writes_quickly:
            cache_on_disk(self.action_key)

    def _fill_in(self) -> None:
        """Fill in defaults for whatever the game didn't declare."""
        if not self.players:
            raise ParlourError(f"{self.name} has no number of players; expected some, such as players=(2, 3, 4)")
        module = self.module or self.start.__module__
        defaults = {
            "module": module,
            "pitch": first_sentence(getattr(sys.modules.get(module), "__doc__", None) or self.title),
            "default_players": self.players[0],
            "emblem": emblem_of(self.deck),
        }
        for name, value in defaults.items():
            if not getattr(self, name):
                object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        """Hash only the name: every move looks up caches by game, so this must be fast."""
        return hash(self.name)

    @property
    def writes_quickly(self) -> bool:
        """Whether compiled code can write records of the game."""
        return self.action_key is not no_key

    def new_state(self, players: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """Make the state of a fresh match, with the first chance event pending."""
        players = self.checked_players(players)
        state: State = np.zeros(1, self.state)[0]
        for name, value in complete(self.options, options or {}).items():
            state[name] = self.option(name).stored(value)
        self.start(state, players)
        return state

    def checked_players(self, players: int | None) -> int:
        """Return the number of players if the game allows it; return the usual number for None."""
        if players is None:
            return self.default_players
        if players not in self.players:
            raise ParlourError(
                say("{game} cannot be played by {n}; expected {players} players", game=self.title, n=players,
                    players=span(self.players))
            )  # fmt: skip
        return players

    def option(self, name: str) -> Option:
        """Find an option by its name."""
        return next(option for option in self.options if option.name == name)

    def options_of(self, state: State) -> dict[str, Value]:
        """Read the value of every option from a match's state."""
        return {option.name: option.shown(int(state[option.name])) for option in self.options}

    def parse_action(self, state: State, seat: int, text: str) -> int:
        """Find the legal action with this name, or raise a Refusal that says why it isn't legal."""
        wanted = " ".join(text.split()).casefold()
        for action in each(self.legal(state, seat)):
            if self.action_name(state, seat, action).casefold() == wanted:
                return action
        raise Refusal(self.why_not(state, seat, text))

    def hidden(self, state: State, seat: int) -> State:
        """Copy the state, and remove everything that the seat may not know."""
        copied = self.copy(state)
        self.hide(copied, seat)
        return copied

    def copy(self, state: State) -> State:
        """Copy the state as raw bytes; NumPy would copy it field by field."""
        copied: State = np.frombuffer(bytearray(state.tobytes()), self.state)[0]
        return copied

    def phase(self, state: State) -> str:
        """Return the name of the current phase."""
        return self.phases[int(state.phase)]

    def standing(self, state: State) -> dict[str, list[int]]:
        """Return the scores or lives of each seat or team: {"scores": […]}."""
        sides = self.teams or int(state.players)
        return {self.scoring.name: [int(self.points(state, side)) for side in range(sides)]}

    def seat_names(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the names of all seats: the players' seats, then others such as the Dummy's."""
        return (*players, *self.other_seats)

    @cached_property
    def reader(self) -> Reader:
        """The reader that dumps and checks this game's states, using the declared fields."""
        return Reader(self.fields, self.options, self.deck, len(self.other_seats))

    def dump(self, state: State) -> str:
        """Write the whole state as text for the debugger: one line for each field, cards by name."""
        return self.reader.dump(state)

    def problems(self, state: State) -> list[str]:
        """Say what is wrong with a state: values out of range, cards in two places; nothing if all is well."""
        return self.reader.problems(state)

    def every_card(self, state: State) -> list[int]:
        """List all cards of a match, wherever they lie; the list never changes during a match."""
        return self.all_cards(state) if self.all_cards else self.reader.all_cards(state)

    def gain_bound(self, state: State) -> int:
        """Return the maximum difference between two seats' points in a round; by default the range of scores."""
        if self.most_gain:
            return self.most_gain(state)
        ranges = [field.most - field.least for field in self.fields if field.name == self.scoring.name]
        return ranges[0] if ranges and ranges[0] else UNKNOWN_GAIN

    def part(self, name: str) -> Any:
        """Find an optional part of the game, such as `basic`: a module beside its rules, or None if there is none.

        If a game is a single file, that file holds all its parts.
        """
        return _part(self.module, name)


def _with_common(fields: tuple[Field, ...], phases: tuple[str, ...], players: tuple[int, ...]) -> tuple[Field, ...]:
    """Add the fields that every state has; the number of players isn't observed, since it never changes."""
    common = (
        number("rounds", "rounds played", 0, MOST_ROUNDS),
        number("players", "people at the table", min(players), max(players)),
        choice("phase", "the phase", phases),
    )
    declared = {one.name for one in fields}
    complete_fields = (*fields, *(one for one in common if one.name not in declared))
    return tuple(replace(one, observed="none") if one.name == "players" else one for one in complete_fields)


@cache
def _part(module: str, name: str) -> Any:
    with LOADING, plain_calls():  # a part may call rules to compute constants
        home = sys.modules.get(module) or import_module(module)
        if not hasattr(home, "__path__"):
            return home
        return import_module(f"{module}.{name}") if find_spec(f"{module}.{name}") else None


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, without a title ("My Game: …")."""
    paragraph = " ".join(cleandoc(text).partition("\n\n")[0].split())
    _, _, untitled = paragraph.partition(": ")
    sentence = (untitled or paragraph).partition(". ")[0]
    return sentence[:1].upper() + sentence[1:].rstrip(".") + "."


def emblem_of(deck: Deck) -> tuple[str, ...]:
    """Choose three cards to represent a deck: its last, middle and first card."""
    names = list(dict.fromkeys(deck.names))
    return tuple(dict.fromkeys((names[-1], names[len(names) // 2], names[0]))) if names else ()


def checked_cards(
    deck: Deck, event: Event, kind: str, hands: int, size: int, others: tuple[str, ...], in_play: int
) -> dict[str, list[list[int]]]:
    """Read a deal event; check that hands of `size` cards and the piles `others` contain exactly the cards in play."""
    deal = event.get(kind)
    if not isinstance(deal, dict):
        raise ParlourError(f"expected a {kind} event, not {sorted(event)}")
    dealt = deal.get("hands")
    if not isinstance(dealt, list) or len(dealt) != hands:
        raise ParlourError(f"the deal needs {hands} hands")
    named: dict[str, list[object]] = {"hands": dealt, **{name: [deal.get(name)] for name in others}}
    taken = 0
    groups: dict[str, list[list[int]]] = {name: [] for name in named}
    for name, piles in named.items():
        for pile in piles:
            groups[name].append(_take_cards(deck, pile, name, in_play & ~taken))
            taken |= sum(1 << card for card in groups[name][-1])
    if any(len(hand) != size for hand in groups["hands"]):
        raise ParlourError(f"every hand of the deal needs {size} cards")
    if taken != in_play:
        raise ParlourError(f"the deal lacks the cards {' '.join(deck.listed(in_play & ~taken))}")
    return groups


def _take_cards(deck: Deck, names: object, pile: str, free: int) -> list[int]:
    """Read the cards of one pile of a deal; each card must be `free`, that is, not dealt before."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ParlourError(f"{pile} of the deal is not a list of card names")
    cards = []
    for name in names:
        found = deck.named(name) & free
        if not found:
            raise ParlourError(f"card {name!r} of the deal is not in play or was dealt twice")
        cards.append(next(each(found)))
        free &= ~(1 << cards[-1])
    return cards


def span(numbers: Iterable[int]) -> Text:
    """Put a range of numbers into words: 2 to 4, or just 2."""
    ordered = sorted(numbers)
    if len(ordered) == 1:
        return say("{n}", n=ordered[0])
    return say("{least} to {most}", least=ordered[0], most=ordered[-1])
