"""The process that measures a game under development: light studies at low priority, killed by the next save.

At first the matches run on plain rules, since compiling takes longer than the designer wants to wait. Then the process
compiles the rules and plays more matches.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from parlour.engine.rule import plain_calls
from parlour.game.game import Game
from parlour.game.problems import home_of, problem_of
from parlour.games import load_game
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports.wording import interval_text, percent, value_text
from parlour.lab.studies.light import WEAK, Light, Telling, strong_of
from parlour.web.dev._channel import Channel, Found, Load, Measured, Shown
from parlour.web.dev._workshop import fitting

LOWEST_PRIORITY = 19
PLAIN_SECONDS = (2.0, 5.0)  # After this time on plain rules, the figures are reported.
COMPILED_SECONDS = (2.0, 10.0, 60.0)


def run() -> None:
    """Measure the game of the first order, and report the figures again and again as they become more precise."""
    channel = Channel()
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    orders = channel.orders()
    order = next(orders, None)
    if not isinstance(order, Load):
        return

    def end() -> None:
        for _ in orders:
            continue
        os._exit(0)  # `parlour dev` has ended.

    threading.Thread(target=end, daemon=True).start()
    _measure(order, channel)


def _measure(order: Load, channel: Channel) -> None:
    path = Path(order.path)
    try:
        game = load_game(order.path)
        players, options, _ = fitting(game, order.players, order.options)
        for light in studies(game, players, options, time.monotonic):
            channel.report(Measured(light.bot, light.matches, [shown(game, one) for one in light.telling()]))
    except Exception as error:  # A designer's rules may fail in any way.
        problem = problem_of(error, home_of(path), "playing")
        if problem is None:
            raise
        channel.report(Found(problem))


def studies(game: Game, players: int, options: dict[str, object], clock: Callable[[], float]) -> Iterator[Light]:
    """Yield a light study whenever its figures should be shown: first on plain rules, then on compiled rules."""
    strong = strong_of(game)
    light = Light(game, players, options, strong if strong == "basic" else WEAK)
    with plain_calls():
        yield from _growing(light, PLAIN_SECONDS, clock)
    if light.bot != strong:  # Plain rules are too slow for a search.
        light = Light(game, players, options, strong)
    light.play()  # Compiling may take long, so the time begins afterwards.
    for grown in _growing(light, COMPILED_SECONDS, clock):
        if grown.has_intervals:  # With fewer matches, the figures from plain rules say more.
            yield grown


def _growing(light: Light, seconds: tuple[float, ...], clock: Callable[[], float]) -> Iterator[Light]:
    """Play matches, and yield the study each time when this number of seconds has passed."""
    start = clock()
    for wanted in seconds:
        light.play()
        while clock() - start < wanted:
            light.play()
        yield light


def shown(game: Game, one: Telling) -> Shown:
    """Write a figure for the page."""
    name, detail = one.measure.name, interval_text(one.measure, one.found)
    if one.even is not None:
        detail = f"{detail}; even: {percent(one.even)}"
    if one.spread is not None:
        detail = f"8 of 10 matches: {one.spread[0]:.0f} to {one.spread[1]:.0f}"
    if name == STRONGER:
        name = f"{strong_of(game)} wins among {WEAK} bots"
    elif one.key != "":
        name = f"best {'team' if game.teams else 'seat'}: {one.key}"
    return Shown(name, value_text(one.measure, one.found), detail)
