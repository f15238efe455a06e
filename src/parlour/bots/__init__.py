"""Bots: functions that choose an action for a seat.

A bot can't cheat, because the state that it gets has passed through `hide` for its seat and contains no secrets.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from parlour.bots._default import DefaultPlayer
from parlour.bots.basic import find_basic, find_compiled, has_basic
from parlour.bots.levels import HARD_MILLISECONDS, SLIPS
from parlour.bots.nets.player import check_net, fitting_net, learned_level, net_bot
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, pick
from parlour.engine.rule import MISSING
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import say

Bot = Callable[[State, int, Rng], int]  # Takes (hidden state, seat, random generator) and returns an action.
# Takes (game, kind, text after the colon, the caller's budget) and returns a bot.
Make = Callable[[Game, str, str, Budget | None], Bot]

DEFAULT_MILLISECONDS = 100
BUDGET = re.compile(r"[1-9][0-9]{0,6}(ms)?")  # The pattern of a number of worlds or of milliseconds.
FILE = re.compile(r".*")
LEVELS = ("easy", "medium")  # What plays these levels depends on what a game has: rules of thumb, a net, or a search.


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its description, how to make one, and what may follow its name."""

    about: str
    make: Make
    more: re.Pattern[str] | None = None  # The pattern of the text after a colon, if any is allowed.
    searches: bool = False  # Whether the bot needs compiled rules, because plain Python is too slow.
    # Refuses a match (game, state before the first deal, text after the colon) in which another bot would stand in.
    check: Callable[[Game, State, str], None] | None = None


def _random(game: Game, kind: str, more: str, budget: Budget | None) -> Bot:
    def choose(state: State, seat: int, rng: Rng) -> int:
        return pick(rng, game.legal(state, seat))

    return choose


def _basic(game: Game, kind: str, more: str, budget: Budget | None) -> Bot:
    if kind != "basic" and not has_basic(game):
        return learned_level(game, kind, DefaultPlayer(game, kind).choose)
    slips = SLIPS[kind]
    if slips == 0:
        return find_basic(game)
    compiled = find_compiled(game)
    return lambda state, seat, rng: int(compiled(state, seat, slips, rng))


def _net(game: Game, kind: str, more: str, budget: Budget | None) -> Bot:
    return net_bot(game, more)


def _search(game: Game, kind: str, more: str, budget: Budget | None) -> Bot:
    found = _named_budget(more, budget) or Budget(milliseconds=DEFAULT_MILLISECONDS)
    return Search(game, found, clairvoyant=kind == "clairvoyant").choose


def _hard(game: Game, kind: str, more: str, budget: Budget | None) -> Bot:
    return Search(game, Budget(milliseconds=HARD_MILLISECONDS, threads=os.cpu_count() or 1)).choose


BOTS = {
    "random": Kind("any legal action, each equally likely", _random),
    "basic": Kind("rules of thumb; any legal action in a game without any", _basic),
    "search": Kind(
        "plays out each action in sampled worlds; search:200 tries 200 worlds, search:50ms thinks for 50 ms",
        _search, BUDGET, searches=True,
    ),
    "clairvoyant": Kind(
        "like search, but it sees all hands: an upper bound, only for the arena", _search, BUDGET, searches=True
    ),
    "net": Kind(
        "a net that learned the game by itself; without one, rules of thumb; net:FILE uses that net", _net, FILE,
        check=check_net,
    ),
    "easy": Kind("rules of thumb, but one choice in four is random: for beginners", _basic),
    "medium": Kind("rules of thumb: a steady player; in a game without any, a short search", _basic),
    "hard": Kind("searches for 0.6 seconds on all cores", _hard, searches=True),
}  # fmt: skip


def searches(name: str) -> bool:
    """Say whether the bot with this name searches, and so needs compiled rules."""
    kind = BOTS.get(name.partition(":")[0])
    return kind is not None and kind.searches


def find_bot(game: Game, name: str, budget: Budget | None = None) -> Bot:
    """Make the named bot for a game; `budget` applies to search bots whose name doesn't specify one."""
    check_bot(name)
    kind, _, more = name.partition(":")
    return BOTS[kind].make(game, kind, more, budget) if kind in BOTS else _imported_bot(name)(game)


def check_bot(name: str) -> None:
    """Refuse an unknown bot and, if rules can't be compiled, a bot that searches."""
    kind, colon, more = name.partition(":")
    known = BOTS.get(kind)
    if known is None:
        _imported_bot(name)
    elif colon and (known.more is None or not known.more.fullmatch(more)):
        raise ParlourError(f"there is no bot {name!r}; a budget goes with search, such as search:200 or search:50ms")
    elif MISSING and known.searches:
        raise ParlourError(say("the bot {name!r} needs compiled rules. {reason}", name=name, reason=MISSING))


def check_match(game: Game, names: Iterable[str], state: State) -> None:
    """Refuse bots that would need a stand-in in a match with this state, because measurements must name who played."""
    for name in dict.fromkeys(names):
        kind, _, more = name.partition(":")
        check = BOTS[kind].check if kind in BOTS else None
        if check is not None:
            check(game, state, more)


def plays_as(game: Game, name: str, state: State) -> str:
    """Say what plays in a match under a bot's name, such as "a net" for a level in a game without rules of thumb."""
    if name == "basic" and not has_basic(game):
        return "random moves"
    if name in LEVELS and not has_basic(game):
        return "a net" if fitting_net(game, state) else "a short search"
    return name


def named(game: Game, name: str, state: State) -> str:
    """Name a bot, with what plays under its name if that's something else, such as "medium (a short search)"."""
    kind = plays_as(game, name, state)
    return name if kind == name else f"{name} ({kind})"


def _named_budget(more: str, budget: Budget | None) -> Budget | None:
    """Return the budget from a bot's name, such as 200 or 50ms, or the caller's budget if the name has none."""
    if not more:
        return budget
    number = int(more.removesuffix("ms"))
    if not more.endswith("ms"):
        return Budget(worlds=number)
    return Budget(milliseconds=number, own_time=budget is not None and budget.own_time)


def _imported_bot(name: str) -> Callable[[Game], Bot]:
    """Import the user's function named by module:function, which makes a bot for a game."""
    module, colon, function = name.partition(":")
    unknown = say(
        "there is no bot {name!r}; expected one of {names}, or module:function of your own",
        name=name, names=", ".join(BOTS),
    )  # fmt: skip
    if not colon or not function.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
        raise ParlourError(unknown)
    try:
        found = getattr(import_module(module), function, None)
    except ImportError as error:
        raise ParlourError(f"{unknown}; {error}") from None
    if not callable(found):
        raise ParlourError(f"{unknown}; {module} has no function {function}")
    return cast("Callable[[Game], Bot]", found)


def bot_names(names: Sequence[str], players: int) -> list[str]:
    """Return the name of the bot in every seat, given one name for all seats or a name for each seat."""
    for name in names:
        check_bot(name)
        if name.startswith("clairvoyant"):
            raise ParlourError("clairvoyant sees all hands: it plays only in the arena")
    if len(names) == 1:
        return list(names) * players
    if len(names) != players:
        unfit = say("{n} bots do not fit {seats} seats; expected 1 or {seats}", n=len(names), seats=players)
        raise ParlourError(unfit)
    return list(names)
