"""Playing the batches of a study on a Ray cluster; the files are the same as with threads, even if a worker is lost."""

import logging
import socket
from collections.abc import Iterator
from typing import Any

from parlour.errors import ParlourError
from parlour.games import load_game, reference_of
from parlour.lab.studies._batch import play_batch
from parlour.lab.studies.design import Design

PATIENCE_SECONDS = 5
WAITING_PER_CORE = 2  # Two submitted batches per core keep all cores busy and use little memory.


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise ParlourError(
            "the engine ray needs Ray; expected it to be installed: pip install 'parlour[ray]'"
        ) from None
    return ray


def on_cluster(
    design: Design, missing: list[int], address: str | None = None
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """Play the batches and yield them in order; Ray plays a batch again if its worker or machine is lost."""
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        _connect(ray, address)
    try:
        play = ray.remote(num_cpus=1, max_retries=-1)(_play)
        reference = reference_of(design.game)
        room = WAITING_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[tuple[int, Any]] = []
        for number in missing:
            waiting.append((number, play.remote(design, number, reference)))
            if len(waiting) >= room:
                yield _first(ray, waiting)
        while waiting:
            yield _first(ray, waiting)
    finally:
        if started:
            ray.shutdown()


def _play(design: Design, number: int, reference: str) -> dict[str, bytes]:
    """Play a batch in a worker; your own game is loaded from its path, so every machine needs the file."""
    load_game(reference)
    return play_batch(design, number)


def _connect(ray: Any, address: str | None) -> None:
    """Join the cluster at the address, or start a cluster on this machine."""
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        first = str(error).strip().splitlines()[:1]
        raise ParlourError(f"there is no Ray cluster at {address!r}: {' '.join(first)}") from None


def _knock(address: str | None) -> None:
    """Check that something answers at host:port; Ray itself would wait for minutes."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE_SECONDS).close()


def _first(ray: Any, waiting: list[tuple[int, Any]]) -> tuple[int, dict[str, bytes]]:
    number, task = waiting.pop(0)
    files: dict[str, bytes] = ray.get(task)
    return number, files
