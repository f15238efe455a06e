"""A whole training: practice, measuring on the way, a file to go on from, and the net that plays."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.game import Game
from parlour.learn.files import header_for, save
from parlour.learn.net import Net, moved, new_net
from parlour.learn.practice import Aim, Measured, Practice, measure
from parlour.learn.teaching import taught

CHECKPOINT = "checkpoint.npz"
CURVE = "curve.jsonl"
WHOLE_MATCH, ROUND = Aim(0.3, 1.0, 1.0, 0.95), Aim(1.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Size:
    """How large a training is; by default what fits the device."""

    tables: int
    steps: int
    width: int  # of the net that learns
    playing_width: int  # of the net that plays
    batch: int
    measuring: int  # steps of a measurement
    teaching: int  # steps in which the small net learns from the large one


CPU = Size(256, 128, 256, 256, 4096, 240, 0)
CUDA = Size(4096, 192, 512, 256, 32768, 240, 2000)
BLOCKS = 2
RATE, LEAST_RATE = 5e-4, 2e-5
ENTROPY, LEAST_ENTROPY = 0.02, 0.001


@dataclass
class Training:
    """One training of one game for one number of players."""

    game: Game
    players: int
    seconds: float
    folder: Path
    device: str  # cpu or cuda
    size: Size
    seed: int = 0

    def run(self, tell: Callable[[str], None]) -> Path:
        """Practise until the time is up; the file of the net that plays."""
        self.folder.mkdir(parents=True, exist_ok=True)
        xp, make = arrays_of(self.device), tables_of(self.device)
        tables = make(self.game, self.players, self.size.tables, self.seed)
        others = make(self.game, self.players, min(self.size.tables, 16384), self.seed + 1)
        net = moved(new_net(tables.size, tables.actions, self.size.width, BLOCKS, self.seed), xp)
        practice = Practice(net, tables, self.size.steps, aim_of(self.game), xp, self.seed)
        spent = self._resume(practice, xp)
        curve = self._practise(practice, others, spent, tell, xp)
        student = net
        if self.size.teaching:
            tell(f"a net of width {self.size.playing_width} learns from that of width {self.size.width}")
            student = taught(net, tables, self.size.playing_width, self.size.teaching, xp, self.seed)
            curve.append(self._measured(student, others, practice, self.seconds, xp) | {"playing": True})
            tell(line_of(curve[-1]))
        made = {"seed": self.seed, "device": self.device, "seconds": self.seconds, "size": asdict(self.size),
                "decisions": practice.decisions, "curve": curve}  # fmt: skip
        path = self.folder / f"{self.players}.npz"
        save(path, _on_host(student, xp), header_for(self.game, self.players, made))
        return path

    def _practise(
        self, practice: Practice, others: Any, spent: float, tell: Callable[[str], None], xp: Any
    ) -> list[dict[str, Any]]:
        curve: list[dict[str, Any]] = []
        start, shown = time.monotonic() - spent, spent
        pause = max(10.0, self.seconds / 12)
        while (passed := time.monotonic() - start) < self.seconds:
            part = 1 - passed / self.seconds
            practice.play()
            practice.learn(max(LEAST_RATE, RATE * part), LEAST_ENTROPY + ENTROPY * part, self.size.batch)
            if time.monotonic() - start - shown > pause:
                shown = time.monotonic() - start
                curve.append(self._measured(practice.net, others, practice, shown, xp))
                tell(line_of(curve[-1]))
                self._keep(practice, shown, curve[-1], xp)
        curve.append(self._measured(practice.net, others, practice, self.seconds, xp))
        tell(line_of(curve[-1]))
        self._keep(practice, self.seconds, curve[-1], xp)
        return curve

    def _measured(self, net: Net, others: Any, practice: Practice, seconds: float, xp: Any) -> dict[str, Any]:
        found: Measured = measure(net, others, self.size.measuring, xp)
        return {"seconds": round(seconds), "decisions": practice.decisions, **asdict(found)}

    def _keep(self, practice: Practice, seconds: float, point: dict[str, Any], xp: Any) -> None:
        """Write all that is needed to go on, and a point of the curve."""
        arrays = {f"net_{number}": one for number, one in enumerate(practice.net.all)}
        arrays |= {f"mean_{number}": one for number, one in enumerate(practice.adam.means)}
        arrays |= {f"square_{number}": one for number, one in enumerate(practice.adam.squares)}
        numbers = np.array([seconds, practice.decisions, practice.unit, practice.adam.number])
        held = {name: _host(one, xp) for name, one in arrays.items()}
        part = self.folder / f"{CHECKPOINT}.part"
        with part.open("wb") as file:
            np.savez(file, numbers=numbers, scale=_host(practice.net.scale, xp), **held)
        part.replace(self.folder / CHECKPOINT)
        with (self.folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")

    def _resume(self, practice: Practice, xp: Any) -> float:
        """Go on where an interrupted training was; how many seconds it had practised."""
        path = self.folder / CHECKPOINT
        if not path.is_file():
            return 0.0
        with np.load(path, allow_pickle=False) as found:
            for kind, arrays in (
                ("net", practice.net.all), ("mean", practice.adam.means), ("square", practice.adam.squares),
            ):  # fmt: skip
                for number, one in enumerate(arrays):
                    held = found[f"{kind}_{number}"]
                    if held.shape != one.shape:
                        raise ParlourError(
                            f"{path} holds a net of another shape; expected one of the same size, or a new folder"
                        )
                    one[...] = xp.asarray(held)
            practice.net.scale = xp.asarray(found["scale"])
            seconds, decisions, unit, steps = found["numbers"]
        practice.decisions, practice.unit, practice.adam.number = int(decisions), float(unit), int(steps)
        return float(seconds)


def aim_of(game: Game) -> Aim:
    """What to learn: points of a round; where a round shows its worth only later, or takes lives, the match."""
    return WHOLE_MATCH if game.carries_over or game.scoring.lives else ROUND


def arrays_of(device: str) -> Any:
    """The library for arrays on that device."""
    if device == "cpu":
        return np
    import cupy

    return cupy


def tables_of(device: str) -> Any:
    """What makes tables on that device."""
    if device == "cpu":
        from parlour.learn.tables import Tables
    else:
        from parlour.cuda.tables import Tables  # type: ignore[assignment]
    return Tables


def line_of(point: dict[str, Any]) -> str:
    """A point of the curve for people."""
    return (
        f"{point['seconds']:6} s  {point['decisions'] / 1e6:8.1f} M decisions  {point['points']:+.3f} ± "
        f"{point['points_doubt']:.3f} points a round  {point['matches']:.1%} ± {point['matches_doubt']:.1%} of matches"
    )


def _host(array: Any, xp: Any) -> Any:
    return array if xp is np else xp.asnumpy(array)


def _on_host(net: Net, xp: Any) -> Net:
    return Net(_host(net.scale, xp), [_host(one, xp) for one in net.weights], [_host(one, xp) for one in net.biases])
