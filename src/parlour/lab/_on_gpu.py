"""Simulations on a GPU, with compiled bots and with neural nets that choose at all tables at once."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.basic import compiled_bots
from parlour.bots.levels import SLIPS
from parlour.bots.nets.net import Net, moved
from parlour.bots.nets.player import find_net, load_player
from parlour.engine.rng import Rng
from parlour.envs.cuda.asking import play_asking
from parlour.envs.cuda.rules import arrays
from parlour.envs.cuda.simulation import CHUNK, play_totals
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.match.totals import Totals
from parlour.match.walk import Outcomes

NET = "net"
NEVER = np.float32(-np.inf)  # The score of an illegal action.


def check_bots(game: Game, bots: Sequence[str]) -> None:
    """Refuse bots that can't play on a GPU."""
    known = compiled_bots(game)
    for name in bots:
        if name not in known and name.partition(":")[0] != NET:
            raise ParlourError(
                f"the bot {name!r} cannot play on the device cuda; expected one of {', '.join(known)}, {NET}:FILE"
            )


def play(
    game: Game, chosen: Callable[[State, int, Rng], int], bots: Sequence[str], start: State, seed: int, matches: int,
    limit: int,
) -> Iterator[Outcomes | Totals]:  # fmt: skip
    """Play the matches of a seed in large chunks; the rule `chosen` plays the seats that have no net."""
    nets = find_nets(game, int(start.players), bots)
    slips = [SLIPS.get(name, SLIPS["basic"]) for name in bots]
    for first in range(0, matches, CHUNK):
        number = min(CHUNK, matches - first)
        if nets:
            asked = sorted(nets)
            yield play_asking(game, chosen, slips, asked, start, seed, first, number, limit, Answers(nets))
        else:
            yield play_totals(game, chosen, slips, start, seed, first, number, limit)


def find_nets(game: Game, players: int, bots: Sequence[str]) -> dict[int, Net]:
    """Find the net of each seat; the bot `net` plays by rules of thumb if no trained net is found."""
    found = {name: _find_net(game, players, name) for name in set(bots) if name.partition(":")[0] == NET}
    return {seat: net for seat, name in enumerate(bots) if (net := found.get(name)) is not None}


def _find_net(game: Game, players: int, name: str) -> Net | None:
    file = name.partition(":")[2]
    player = load_player(game, players, Path(file)) if file else find_net(game, players)
    return player.net if player else None


class Answers:
    """The actions that nets choose at many tables."""

    def __init__(self, nets: dict[int, Net]) -> None:
        """Group the seats by net, so that a net in several seats is evaluated once for all of them."""
        self.library = arrays()
        self._nets: list[tuple[Net, list[int]]] = []
        for net in {id(net): net for net in nets.values()}.values():
            self._nets.append((moved(net, self.library), [seat for seat in nets if nets[seat] is net]))

    def __call__(self, rows: Any, masks: Any, seats: Any) -> Any:
        """Choose the best legal action at every table, with the net of the seat to act."""
        xp = self.library
        actions = xp.zeros(len(seats), np.int64)
        for net, own in self._nets:
            here = xp.flatnonzero(xp.isin(seats, xp.asarray(own)))
            logits = net.forward(rows[here], xp)[1]
            actions[here] = xp.where(masks[here] != 0, logits, NEVER).argmax(1)
        return actions
