"""Studies that grow: how many matches they play is decided while they run, by time or by precision.

A batch depends only on the design and its number, not on how many matches the study has. So a study that has grown to a
number of matches has the same files as a study that was planned with this number.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.lab.studies._engine import run_missing
from parlour.lab.studies.design import Design, grown
from parlour.lab.studies.folder import Folder

ALMOST = 0.99  # Work that isn't finished never shows as more than this part.


class Course:
    """The progress of work whose amount is only estimated: it never goes back, and is complete only at the end."""

    def __init__(self, show: Callable[[float], None]) -> None:
        """Report progress to `show`, as a part of the whole work from 0 to 1."""
        self.show, self.part = show, 0.0

    def reach(self, part: float) -> None:
        """Report that this part of the work is done, unless more was reported before."""
        part = min(part, ALMOST)
        if part > self.part:
            self.part = part
            self.show(part)

    def finish(self) -> None:
        """Report that all work is done."""
        self.part = 1.0
        self.show(1.0)


class TimeIsUpError(Exception):
    """The time for a study is up."""


def whole_batches(design: Design, matches: float) -> int:
    """Round a number of matches up, so that all batches are complete and stay when the study grows."""
    return design.batch * max(1, math.ceil(matches / design.batch))


@dataclass
class Growing:
    """A study in a folder that grows while it's played."""

    folder: Folder
    design: Design
    how: dict[str, Any]  # Where the matches are played: the engine, the threads, and the address of a cluster.
    force: bool = False
    begun: bool = False
    clock: Callable[[], float] = time.monotonic

    def adopt(self) -> int:
        """Go on with what the folder has of this study; return how many matches that is."""
        found = self.folder.same_but_larger(self.design)
        if found is None or self.force:
            return 0
        self.begun, self.design = True, found
        return found.matches

    def play(
        self, matches: int, deadline: float = math.inf, step: Callable[[int], None] = lambda matches: None
    ) -> None:
        """Play on to this number of matches; stop after a batch, with fewer matches, if the deadline has passed."""
        larger = grown(self.design, matches)
        if self.begun:
            self.folder.resize(self.design, larger)
        else:
            self.folder.begin(larger, force=self.force)
        self.begun, self.design = True, larger

        def note(played: int) -> None:
            step(played)
            if self.clock() > deadline:
                raise TimeIsUpError

        try:
            run_missing(self.folder, larger, step=note, **self.how)
        except TimeIsUpError:
            missing = self.folder.missing(larger)
            if missing:
                self.design = grown(larger, larger.batches[missing[0]].start)
                self.folder.resize(larger, self.design)
