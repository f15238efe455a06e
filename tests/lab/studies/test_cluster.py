"""A study on a Ray cluster writes the same files as a study on threads, even if a machine is lost halfway."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ParlourError
from parlour.lab.studies._cluster import on_cluster
from parlour.lab.studies._engine import run_missing
from parlour.lab.studies.design import Design, design
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.results import run_study
from tests.samples import some_game, with_bots

pytestmark = [
    pytest.mark.every(3),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray's own code causes these warnings.
]

GAME = some_game(fits=with_bots)


def planned() -> Design:
    made = design(GAME.name, matches=240, skill=0, rollouts=0, options=GAME.short_options, seed=4)
    return Design(**{**vars(made), "batch": 10})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a Ray cluster whose head node runs no tasks."""
    monkeypatch.setenv("RAY_DEDUP_LOGS", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")]))
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    yield made
    import ray

    ray.shutdown()
    made.shutdown()


@pytest.mark.processes
def test_a_study_writes_the_same_files_even_if_the_cluster_loses_a_machine(cluster: Any, tmp_path: Path) -> None:
    import ray

    nodes = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    folder, steps = Folder(tmp_path / "ray"), []
    folder.begin(planned())

    def lose_one(matches: int) -> None:
        steps.append(matches)
        if len(steps) == 3:
            cluster.remove_node(nodes[0], allow_graceful=False)

    run_missing(folder, planned(), engine="ray", step=lose_one)
    assert sum(steps) == 240
    assert not nodes[0].any_processes_alive()
    run_study(planned(), tmp_path / "threads")
    assert files(tmp_path / "ray") == files(tmp_path / "threads")


def test_a_cluster_that_cannot_be_reached_is_reported_in_one_line() -> None:
    with pytest.raises(ParlourError, match="there is no Ray cluster at 'localhost:1'"):
        next(iter(on_cluster(planned(), [0], "localhost:1")))
