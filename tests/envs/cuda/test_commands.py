"""Tests of the option `--device cuda`: the report is the same as on the CPU, and mistakes give a one-line message."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from parlour.bots.nets.files import Trained, header_for, save
from parlour.bots.nets.net import POLICY, new_net
from parlour.engine.rule import PLAIN
from parlour.envs.encoding import find_encoding
from parlour.games import find_game

pytestmark = [pytest.mark.processes, pytest.mark.every(4)]

BAD_INPUT = 2
GAME, PLAYERS = "thirtyone", 3

compiled_only = pytest.mark.skipif(PLAIN, reason="a GPU needs compiled rules")


def run(*arguments: object, simulated: bool = True, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command as in a terminal, with CUDA's simulator or without a GPU."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1" if simulated else "0", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(
        [sys.executable, "-m", "parlour.cli", *map(str, arguments)], capture_output=True, text=True, env=environment,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done


def complaint(*arguments: object, simulated: bool = True) -> str:
    """Run a command that is refused; return its one-line message."""
    done = run(*arguments, simulated=simulated, status=BAD_INPUT)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save an untrained net with random weights, so that it prefers some actions."""
    game = find_game(GAME)
    made = new_net(find_encoding(game).size(PLAYERS), game.actions, 16, 1, 3)
    made.weights[POLICY][:] = np.random.default_rng(1).normal(size=made.weights[POLICY].shape)
    path = tmp_path_factory.mktemp("nets") / "net.npz"
    save(path, Trained(made, header_for(game, PLAYERS, {})))
    return path


@compiled_only
@pytest.mark.parametrize(
    "bots",
    [
        "basic,easy,random",
        "net:{net},basic,net:{net}",
        pytest.param("random", marks=pytest.mark.extensive),
        pytest.param("net:{net}", marks=pytest.mark.extensive),
    ],
)
def test_a_simulation_on_a_gpu_prints_the_same_report_as_on_the_cpu(bots: str, net: Path) -> None:
    asked = ["simulate", GAME, "--players", PLAYERS, "--games", 3, "--seed", 7, "--max-rounds", 2]
    asked += ["--bots", bots.format(net=net)]
    assert run(*asked, "--device", "cuda").stdout == run(*asked).stdout


@pytest.mark.parametrize("command", [["simulate", GAME], ["bench", "engine", GAME]], ids=lambda command: command[0])
def test_a_command_for_the_gpu_without_a_gpu_says_in_one_line_what_is_missing(command: list[str]) -> None:
    printed = complaint(*command, "--device", "cuda", simulated=False)
    assert "compiled rules" in printed if PLAIN else "pip install 'parlour[cuda]'" in printed


@pytest.mark.parametrize("command", [["simulate", GAME], ["bench", "engine", GAME]], ids=lambda command: command[0])
def test_a_command_with_an_unknown_device_is_refused(command: list[str]) -> None:
    printed = complaint(*command, "--device", "tpu")
    assert printed == "parlour: device cannot be 'tpu'; expected cpu or cuda\n"


@compiled_only
def test_search_bots_and_writing_records_are_refused_on_a_gpu(tmp_path: Path) -> None:
    printed = complaint("simulate", GAME, "--bots", "search", "--device", "cuda")
    assert "the bot 'search' cannot play on the device cuda; expected one of basic, medium, easy, random" in printed
    printed = complaint("simulate", GAME, "--records", tmp_path / "records.jsonl", "--device", "cuda")
    assert "records cannot be written on the device cuda; expected the device cpu" in printed
    assert not list(tmp_path.iterdir())
