"""Training a net: practice, regular measurements, a file to resume from, and the resulting net."""

import json
import math
import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour import __version__
from parlour.bots.basic import has_basic
from parlour.bots.nets.files import Trained, header_for, save
from parlour.bots.nets.net import Net, copied, moved, new_net
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.learn._practice import SPARRING, Aim, Measured, Practice, measure
from parlour.learn._trials import ActionTrials

CHECKPOINT = "checkpoint.npz"
CURVE = "curve.jsonl"
REPORT = "report.md"
WHOLE_MATCH, ROUND = Aim(0.3, 1.0, 1.0, 0.97), Aim(1.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Size:
    """The size of a training: tables, steps, and the net."""

    tables: int
    steps: int
    width: int  # The width of the net's layers.
    batch: int
    measuring: int  # How many steps a measurement takes.


CPU = Size(256, 128, 128, 512, 240)
CUDA = Size(8192, 112, 512, 8192, 240)
BLOCKS = 2
PAUSE = 10.0  # The least number of seconds between two measurements.
RATE, LEAST_RATE, TRIAL_RATE = 5e-4, 2e-5, 2e-4
BRANCHES = 8  # The number of branches per match, in which actions are tried.
ENTROPY, LEAST_ENTROPY = 0.02, 0.001


@dataclass
class Training:
    """The training of a net for one game and one number of players."""

    game: Game
    players: int
    seconds: float
    folder: Path
    device: str  # The device: "cpu" or "cuda".
    size: Size
    seed: int = 0
    command: str = ""  # The command that started the training.
    watching: float = 0.0  # The first fraction of the practice, in which the net imitates the rules of thumb.
    study: float = 0.0  # The last fraction of the time, in which all actions of a position are tried.
    step: Callable[[float], object] = lambda seconds: None  # Called with the seconds trained since its last call.

    def run(self, tell: Callable[[str], None]) -> Path:
        """Train until the time is up; return the path of the net's file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        xp, make = arrays_on(self.device), matches_on(self.device)
        matches = make(self.game, self.players, self.size.tables, self.seed)
        others = make(self.game, self.players, min(self.size.tables, 16384), self.seed + 1)
        net = moved(new_net(matches.size, matches.actions, self.size.width, BLOCKS, self.seed), xp)
        sparring = SPARRING if has_basic(self.game) else 0.0
        practice = Practice(net, matches, self.size.steps, aim_of(self.game), xp, self.seed, sparring)
        self.begin(net)
        spent = self._resume(practice, xp)
        self.step(spent)
        practice.warm_up()
        self._measured(practice.average, others, practice, 0.0, xp)  # Compile the code before the clock starts.
        self._practise(practice, others, spent, tell, xp)
        if self.study:
            branches = make(self.game, self.players, BRANCHES * self.size.tables, self.seed + 2)
            self._try_actions(practice, branches, others, spent, tell, xp)
        made = {
            "command": self.command, "version": __version__, "commit": commit(), "seed": self.seed,
            "device": self.device, "seconds": self.seconds, "size": asdict(self.size),
            "decisions": practice.decisions, "curve": self._curve(),
        }  # fmt: skip
        path = self.folder / f"{self.players}.npz"
        (self.folder / REPORT).write_text(report(self.game, self.players, made), encoding="utf-8")
        save(path, Trained(_on_host(self.best, xp), header_for(self.game, self.players, made)))
        return path

    def begin(self, net: Net) -> None:
        """Start with this net as the best net, because no net has been measured yet."""
        self.best, self.most = copied(net), -math.inf

    def _practise(self, practice: Practice, others: Any, spent: float, tell: Callable[[str], None], xp: Any) -> None:
        """Train by self-play for the first part of the time."""
        end = (1 - self.study) * self.seconds

        def work(passed: float) -> None:
            part = 1 - passed / end  # The fraction of the time that is left.
            practice.watching = passed < self.watching * end
            practice.play()
            practice.learn(max(LEAST_RATE, RATE * part), LEAST_ENTROPY + ENTROPY * part, self.size.batch)

        self._spend(spent, end, work, lambda passed: self._note(practice, others, passed, tell, xp))

    def _try_actions(
        self, practice: Practice, branches: Any, others: Any, spent: float, tell: Callable[[str], None], xp: Any
    ) -> None:
        """Train by trying all actions of positions for the rest of the time, from the strongest net so far."""
        begin, end = (1 - self.study) * self.seconds, self.seconds
        if spent < begin:
            practice.net.numbers[...] = self.best.numbers
            practice.average.numbers[...] = self.best.numbers
        tell("from now on, all actions of a position are tried with the same cards")
        trials = ActionTrials(practice, branches)
        trials.lesson(0.0, 0.0)  # Compile everything.

        def work(passed: float) -> None:
            part = (end - passed) / (end - begin)
            trials.lesson(max(LEAST_RATE, TRIAL_RATE * part), LEAST_ENTROPY * part)

        self._spend(max(spent, begin), end, work, lambda passed: self._note(practice, others, passed, tell, xp))

    def _spend(self, begin: float, end: float, work: Callable[[float], None], note: Callable[[float], None]) -> None:
        """Call `work` until the time `end`; call `note` from time to time and at the end."""
        start, shown, pause = time.monotonic() - begin, begin, max(PAUSE, self.seconds / 30)
        stepped = begin
        while (passed := time.monotonic() - start) < end:
            work(passed)
            passed = min(time.monotonic() - start, end)
            self.step(passed - stepped)
            stepped = passed
            if passed - shown > pause or passed == end:
                shown = passed
                note(passed)

    def _note(self, practice: Practice, others: Any, seconds: float, tell: Callable[[str], None], xp: Any) -> None:
        """Measure the net, report the result, and write the files for resuming."""
        point = self._measured(practice.average, others, practice, seconds, xp)
        tell(line_of(point))
        self.compare(practice, point)
        self._keep(practice, seconds, point, xp)

    def compare(self, practice: Practice, point: dict[str, Any]) -> None:
        """Keep the net if it's the strongest so far, because more practice doesn't always make it better."""
        if (value := point["matches" if practice.aim.match else "points"]) >= self.most:
            self.most = value
            self.best.numbers[...] = practice.average.numbers
            self.best.scale = practice.average.scale

    def _curve(self) -> list[dict[str, Any]]:
        """Read all measurements so far, including those before an interruption."""
        path = self.folder / CURVE
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []

    def _measured(self, net: Net, others: Any, practice: Practice, seconds: float, xp: Any) -> dict[str, Any]:
        found: Measured = measure(net, others, self.size.measuring, xp)
        return {"seconds": round(seconds), "decisions": practice.decisions, **asdict(found)}

    def _keep(self, practice: Practice, seconds: float, point: dict[str, Any], xp: Any) -> None:
        """Write the file for resuming, and add the measurement to the curve."""
        arrays = {
            "net": practice.net.numbers, "average": practice.average.numbers, "mean": practice.adam.mean,
            "square": practice.adam.square, "best": self.best.numbers,
        }  # fmt: skip
        numbers = np.array([seconds, practice.decisions, practice.unit, practice.adam.number, self.most])
        held = {name: _host(one, xp) for name, one in arrays.items()}
        part = self.folder / f"{CHECKPOINT}.part"
        with part.open("wb") as file:
            np.savez(file, numbers=numbers, scale=_host(practice.net.scale, xp), **held)
        part.replace(self.folder / CHECKPOINT)
        with (self.folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")

    def _resume(self, practice: Practice, xp: Any) -> float:
        """Resume an interrupted training; return how many seconds it had trained."""
        path = self.folder / CHECKPOINT
        if not path.is_file():
            return 0.0
        with np.load(path, allow_pickle=False) as found:
            for name, numbers in (
                ("net", practice.net.numbers), ("average", practice.average.numbers), ("mean", practice.adam.mean),
                ("square", practice.adam.square), ("best", self.best.numbers),
            ):  # fmt: skip
                if found[name].shape != numbers.shape:
                    raise ParlourError(
                        f"{path} holds a net of another shape; expected one of the same size, or a new folder"
                    )
                numbers[...] = xp.asarray(found[name])
            practice.net.scale = practice.average.scale = self.best.scale = xp.asarray(found["scale"])
            seconds, decisions, unit, steps, self.most = found["numbers"].tolist()
        practice.decisions, practice.unit, practice.adam.number = int(decisions), float(unit), int(steps)
        return float(seconds)


def commit() -> str:
    """Return the Git commit of the sources, or "" if they aren't in a Git repository."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def aim_of(game: Game) -> Aim:
    """Choose what to learn: to win matches if rounds affect later rounds or cost lives, otherwise to gain points."""
    return WHOLE_MATCH if game.carries_over or game.scoring.lives else ROUND


def arrays_on(device: str) -> Any:
    """Return the array library for the device."""
    if device == "cpu":
        return np
    os.environ.setdefault("CUPY_TF32", "1")  # Matrix products are several times as fast with less precision.
    from parlour.envs.cuda.rules import arrays

    return arrays()


def matches_on(device: str) -> Any:
    """Return the class of matches for the device."""
    if device == "cpu":
        from parlour.learn._matches import Matches
    else:
        from parlour.learn._cuda_matches import Matches  # type: ignore[assignment]
    return Matches


def line_of(point: dict[str, Any]) -> str:
    """Format a measurement as a line of text."""
    return (
        f"{point['seconds']:6} s  {point['decisions'] / 1e6:8.1f} M decisions  {points_of(point)}  {matches_of(point)}"
    )


def points_of(point: dict[str, Any]) -> str:
    """Format the points per round with their interval."""
    return _interval(point["points"], point["points_doubt"], "+.3f", ".3f") + " points a round"


def matches_of(point: dict[str, Any]) -> str:
    """Format the share of matches won with its interval."""
    return _interval(point["matches"], point["matches_doubt"], ".1%", ".1%") + " of matches"


def _interval(value: float, doubt: float, form: str, doubt_form: str) -> str:
    return "no" if np.isinf(doubt) else f"{value:{form}} ± {doubt:{doubt_form}}"


def report(game: Game, players: int, made: dict[str, Any]) -> str:
    """Write a page on how a net was made and how its strength grew."""
    others = "rule-of-thumb bots" if has_basic(game) else "random bots"
    size = made["size"]
    lines = [
        f"# A net for {game.title}, {players} players",
        "",
        f"`{made['command']}`, Parlour {made['version']}" + (f", commit {made['commit']}" if made["commit"] else ""),
        "",
        f"Self-play on {made['device']}: {made['decisions'] / 1e6:.1f} million decisions at {size['tables']} tables, a "
        f"net of width {size['width']} with {BLOCKS} blocks, seed {made['seed']}.",
        *([made["note"]] if "note" in made else []),
        f"One net plays against {others}; points are counted above the table's average, with 95 % intervals:",
        "",
        "| seconds | million decisions | points a round | matches |",
        "|---|---|---|---|",
    ]
    for point in made["curve"]:
        points, matches = (
            points_of(point).removesuffix(" points a round"),
            matches_of(point).removesuffix(" of matches"),
        )
        lines.append(f"| {point['seconds']} | {point['decisions'] / 1e6:.1f} | {points} | {matches} |")
    return "\n".join(lines) + "\n"


def _host(array: Any, xp: Any) -> Any:
    return array if xp is np else xp.asnumpy(array)


def _on_host(net: Net, xp: Any) -> Net:
    return Net(_host(net.scale, xp), [_host(one, xp) for one in net.weights], [_host(one, xp) for one in net.biases])
