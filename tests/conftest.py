"""Shared by all tests: the Hypothesis profile, and a data folder and a language that are not the user's."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from parlour.languages import TESTING

settings.register_profile(
    "parlour", max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlour")
os.environ |= {"LC_ALL": "C.UTF-8", TESTING: "1"}  # English, and a language for tests; programs inherit it


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Matches of the terminal, tries and secrets are kept in a temporary folder, also by programs that tests start."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
