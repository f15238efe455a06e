"""Whether an action has revealed a secret, asked of the contract alone: no game needs a rule for undo.

An action is harmless if nobody has learned anything: in every world that an onlooker held possible before it, the seat
has some action after which the onlooker sees the same table. All worlds are drawn from what the acting seat knows, so
that the answer tells that seat nothing about the others' cards.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.cards import lowest, rest
from parlour.game import SPECTATOR, Game, State
from parlour.playout import for_game
from parlour.rng import GENERATOR
from parlour.view import View

WORLDS = 8  # worlds drawn for the acting seat, and in each of them one for every onlooker


def _shows(worlds: Any, raw: Any, table: Any, seat: int, action: int, number: int) -> bool:
    """Whether somebody sees more than before. worlds[0] is what the seat saw; raw is the same memory as bytes."""
    rng = table[0]
    players = int(worlds[0].players)
    for _ in range(number):
        worlds[1] = worlds[0]
        redeal(worlds[1], seat, rng)  # type: ignore[name-defined]  # noqa: F821
        for onlooker in range(-1, players):
            worlds[2] = worlds[1]
            hide(worlds[2], onlooker)  # type: ignore[name-defined]  # noqa: F821
            redeal(worlds[2], onlooker, rng)  # type: ignore[name-defined]  # noqa: F821
            worlds[3] = worlds[1]
            apply(worlds[3], seat, action)  # type: ignore[name-defined]  # noqa: F821
            hide(worlds[3], onlooker)  # type: ignore[name-defined]  # noqa: F821
            choices = legal(worlds[2], seat) if onlooker != seat else 1 << action  # type: ignore[name-defined]  # noqa: F821
            found = False
            while choices != 0 and not found:
                worlds[4] = worlds[2]
                apply(worlds[4], seat, lowest(choices))  # type: ignore[name-defined]  # noqa: F821
                hide(worlds[4], onlooker)  # type: ignore[name-defined]  # noqa: F821
                choices = rest(choices)
                found = True
                for byte in range(raw.shape[1]):
                    if raw[3, byte] != raw[4, byte]:
                        found = False
                        break
            if not found:
                return True
    return False


@cache
def _shower(game: Game) -> Callable[..., bool]:
    return for_game(game, _shows, hide=game.hide)


def reveals(game: Game, hidden: State, seat: int, action: int) -> bool:
    """Whether the action, done in what the seat saw, has shown anybody something that was hidden."""
    worlds = np.zeros(5, game.state)
    worlds[0] = hidden
    table = np.zeros(1, GENERATOR)
    table[0]["words"] = (1, 2, 3, 4)  # always the same worlds: the answer depends on what the seat knows alone
    raw = worlds.view(np.uint8).reshape(5, game.state.itemsize)
    if _shower(game)(worlds, raw, table, seat, action, WORLDS):
        return True
    return _shows_cards(game, worlds[1], seat, action)


def _shows_cards(game: Game, world: State, seat: int, action: int) -> bool:
    """Whether more cards lie open for everybody; a card that was likely there may escape the worlds drawn."""
    before = _open_cards(game.view(game.hidden(world, SPECTATOR), SPECTATOR))
    after = game.copy(world)
    game.apply(after, seat, action)
    return not _open_cards(game.view(game.hidden(after, SPECTATOR), SPECTATOR)) <= before


def _open_cards(view: View) -> set[str]:
    """Every card that a view shows."""
    cards = {play.card for play in (*view.centre.trick, *view.centre.last_trick)}
    for seat in view.seats:
        cards.update(seat.hand, seat.bid_cards)
    for pile in view.centre.piles:
        cards.update(pile.open)
    return cards
