"""Playing the batches of a study on threads of this process or on a Ray cluster; both give the same files."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from parlour.bots.basic import has_basic
from parlour.bots.rollout import weigher
from parlour.engine.threads import cores, in_order
from parlour.errors import ParlourError
from parlour.lab._replay import replayer
from parlour.lab._watch import watcher
from parlour.lab.studies._batch import play_batch
from parlour.lab.studies._kingmaking import finisher
from parlour.lab.studies._rollouts import roller
from parlour.lab.studies.design import Design

if TYPE_CHECKING:
    from parlour.lab.studies.folder import Folder

ENGINES = ("threads", "ray")
Played = tuple[int, dict[str, bytes]]  # The number of a batch, and its files by table.


def run_missing(
    folder: "Folder",
    design: Design,
    *,
    engine: str = "threads",
    threads: int | None = None,
    address: str | None = None,
    step: Callable[[int], None] = lambda matches: None,
) -> None:
    """Play all batches that aren't in the folder yet; call `step` with each batch's number of matches."""
    missing = folder.missing(design)
    left = len(missing)
    for number, files in _played(design, missing, engine, threads, address):
        folder.check_room(sum(map(len, files.values())), left)
        folder.write(number, files)
        left -= 1
        step(len(design.batches[number]))


def _played(
    design: Design, missing: list[int], engine: str, threads: int | None, address: str | None
) -> Iterator[Played]:
    if engine not in ENGINES:
        raise ParlourError(f"there is no engine {engine!r}; expected {' or '.join(ENGINES)}")
    if address and engine != "ray":
        raise ParlourError(f"address {address!r} needs --engine ray")
    if not missing:
        return iter(())
    if engine == "ray":
        from parlour.lab.studies._cluster import on_cluster

        return on_cluster(design, missing, address)
    return on_threads(design, missing, threads)


def prepare(design: Design) -> None:
    """Compile the loops before the threads start, which would otherwise all compile them at the same time."""
    watcher(design.found)
    if design.rollouts:
        roller(design.found)
        replayer(design.found)
        finisher(design.found)
    if has_basic(design.found) or any(variant.searches(design.found) for variant in design.variants):
        weigher(design.found)


def on_threads(design: Design, missing: list[int], threads: int | None = None) -> Iterator[Played]:
    """Play the batches on threads of this process and yield them in order."""
    prepare(design)
    workers = threads or cores()
    yield from zip(missing, in_order(partial(play_batch, design, threads=workers), missing, workers), strict=True)
