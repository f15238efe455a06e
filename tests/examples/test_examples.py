"""The example programs run, and do what they claim."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from tests.pages import ROOT
from tests.samples import alone, some_game


def _example(name: str) -> Any:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_program_with_random_agents_plays_matches(capsys: pytest.CaptureFixture[str]) -> None:
    wins = _example("random_agents").main(some_game(fits=alone).name, matches=5)
    assert sum(wins.values()) >= 5
    assert "5 matches" in capsys.readouterr().out
