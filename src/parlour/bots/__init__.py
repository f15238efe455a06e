"""Bots: players that get a hidden state and a seat, and choose an action.

A bot cannot cheat, because it is not given the secret: its state went through `hide` for its seat.
"""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from parlour.engine.rng import Rng, pick
from parlour.engine.rule import MISSING
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.texts import say

if TYPE_CHECKING:
    from parlour.bots.search import Budget

Bot = Callable[[State, int, Rng], int]  # (hidden state, seat, generator) -> action

BOTS = {  # name: what it is
    "random": "any legal action, each as likely",
    "basic": "rules of thumb; any legal action in a game that has none",
    "search": "sampled worlds, each action played out in them; search:200 tries 200 worlds, search:50ms thinks 50 ms",
    "expert": "the same search with nets that learned the game; without one that fits, search; expert:200, expert:50ms",
    "clairvoyant": "the same search given the true state: the ceiling, only for the arena",
    "openspiel-ismcts": "OpenSpiel's own tree search; openspiel-ismcts:1000 makes 1000 simulations",
    "net": "a net that learned the game by itself; without one, rules of thumb; net:FILE plays that one",
    "easy": "rules of thumb, but every fourth choice is any card: for a first evening",
    "medium": "rules of thumb: a steady player; in a game that has none, a short search",
    "hard": "search for 0.6 seconds on all cores",
}
BUDGETED = ("search", "expert", "clairvoyant")  # these may name a budget of their own
LEVELS_AHEAD = ("hard", "expert")  # levels of a table that search
SEARCHING = (*BUDGETED, "hard")  # these need compiled rules: plain ones are far too slow
OWN_BUDGET = re.compile(r"[1-9][0-9]{0,6}(ms)?")  # so many worlds, or milliseconds
HARD_MILLISECONDS = 600
DEFAULT_MILLISECONDS = 100
DEFAULT_SIMULATIONS = 1000
NETS, EXPERT = "parlour.bots.nets.player", "parlour.bots.expert"  # found by name: nets observe as environments do
ISMCTS = "parlour.envs.ismcts"  # found by name: it is optional, and environments are built on bots, not under them


def find_bot(game: Game, name: str, budget: "Budget | None" = None) -> Bot:
    """The bot of that name for that game; a budget only matters to those that search and do not name their own."""
    check_bot(name)
    kind, _, own = name.partition(":")
    if kind not in BOTS:
        return _own_bot(name)(game)
    if kind == "random":
        return _random(game)
    if kind in ("basic", "medium", "easy"):
        return _basic(game, kind)
    if kind == "net":
        return _net(game, own)
    return _openspiel(game, own) if kind == "openspiel-ismcts" else _search(game, kind, own, budget)


def check_bot(name: str) -> None:
    """Refuse a name that no bot has, and a bot that searches where the rules cannot be compiled."""
    kind, colon, own = name.partition(":")
    if kind not in BOTS:
        _own_bot(name)
    elif colon and (kind == "net" or (kind == "openspiel-ismcts" and own.isdecimal() and int(own) > 0)):
        return
    elif colon and (kind not in BUDGETED or not OWN_BUDGET.fullmatch(own)):
        raise ParlourError(
            f"there is no bot {name!r}; a budget goes with search and expert, such as search:200 or expert:50ms"
        )
    elif MISSING and kind in SEARCHING:
        raise ParlourError(say("the bot {name!r} needs compiled rules. {reason}", name=name, reason=MISSING))


def _own_bot(name: str) -> Callable[[Game], Bot]:
    """Somebody's own bot: module:function, where the function makes a bot for a game."""
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


def _openspiel(game: Game, simulations: str) -> Bot:
    try:
        found = import_module(ISMCTS)
    except ImportError as error:
        raise ParlourError(f"openspiel-ismcts needs the extra parlour[openspiel]; {error}") from None
    return cast("Bot", found.Ismcts(game, int(simulations or DEFAULT_SIMULATIONS)).choose)


def _random(game: Game) -> Bot:
    def choose(state: State, seat: int, rng: Rng) -> int:
        return pick(rng, game.legal(state, seat))

    return choose


def _basic(game: Game, kind: str) -> Bot:
    from parlour.bots.basic import SLIPS, find_basic, find_compiled, has_basic

    if kind != "basic" and not has_basic(game):
        from parlour.bots._default import DefaultPlayer

        return cast("Bot", import_module(NETS).learned_level(game, kind, DefaultPlayer(game, kind).choose))
    slips = SLIPS[kind]
    if slips == 0:
        return find_basic(game)
    compiled = find_compiled(game)
    return lambda state, seat, rng: int(compiled(state, seat, slips, rng))


def _net(game: Game, file: str) -> Bot:
    """The net of a file, or the one that lies beside the rules; without one the rules of thumb."""
    found = import_module(NETS)
    return cast("Bot", found.net_bot(game, file))


def _search(game: Game, kind: str, own: str, budget: "Budget | None") -> Bot:
    import os

    from parlour.bots.search import Budget, Search

    if kind == "hard":
        budget = Budget(milliseconds=HARD_MILLISECONDS, threads=os.cpu_count() or 1)
    elif own:
        number = int(own.removesuffix("ms"))
        own_time = budget is not None and budget.own_time
        budget = Budget(milliseconds=number, own_time=own_time) if own.endswith("ms") else Budget(worlds=number)
    if kind == "expert":
        return cast("Bot", import_module(EXPERT).expert_bot(game, budget))
    return Search(game, budget or Budget(milliseconds=DEFAULT_MILLISECONDS), clairvoyant=kind == "clairvoyant").choose


def bot_names(names: Sequence[str], players: int) -> list[str]:
    """A bot for every seat: one name serves all seats, otherwise one for each."""
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
