"""Tests that everything that the `Containerfile` copies, installs and runs exists, and that nothing runs as root."""

import json
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from contextlib import closing
from fnmatch import fnmatch
from pathlib import Path

import pytest

from parlour.cli import app
from tests.pages import page
from tests.web.servers import ROOT, Server

LINES = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text(encoding="utf-8")).splitlines()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LIVE = "/api/live"
IGNORED = (ROOT / ".containerignore").read_text(encoding="utf-8").split("\n")


def values(instruction: str) -> list[str]:
    """List the arguments of every line in the Containerfile that has this instruction."""
    return [line.partition(" ")[2].strip() for line in LINES if line.startswith(f"{instruction} ")]


def copied() -> list[str]:
    """List the files and folders that the Containerfile copies from the project."""
    lines = [shlex.split(value) for value in values("COPY")]
    return [name for words in lines if not words[0].startswith("--from") for name in words[:-1]]


def test_files_that_the_containerfile_copies_exist_and_are_not_ignored() -> None:
    assert copied()
    for name in copied():
        assert (ROOT / name).exists(), name
        assert f"!{name}" in IGNORED, f"{name} is excluded by .containerignore"


def test_the_container_build_copies_every_file_that_the_package_is_built_from() -> None:
    project = PYPROJECT["project"]
    needed = {"pyproject.toml", project["readme"], *project["license-files"], "src", "constraints.txt"}
    assert needed <= set(copied())


def test_containerignore_excludes_nothing_that_the_package_needs() -> None:
    patterns = [line.removeprefix("**/") for line in IGNORED if line.startswith("**/")]
    kept = [path for path in Path(ROOT / "src").rglob("*") if "__pycache__" not in path.parts and path.suffix != ".pyc"]
    assert not [path for path in kept if any(fnmatch(path.name, pattern) for pattern in patterns)]


def test_the_extras_that_the_container_installs_exist() -> None:
    (extras,) = re.findall(r"'\.\[(.*?)\]'", " ".join(LINES))
    assert set(extras.split(",")) <= set(PYPROJECT["project"]["optional-dependencies"])


def test_the_command_that_the_container_runs_and_its_options_exist() -> None:
    (entry,), (arguments,) = values("ENTRYPOINT"), values("CMD")
    assert json.loads(entry) == list(PYPROJECT["project"]["scripts"])
    name, *options = json.loads(arguments)
    command = app.commands[name]
    known = {option for parameter in command.params for option in parameter.opts}
    assert [option for option in options if option.startswith("--")]
    assert {option for option in options if option.startswith("--")} <= known


def test_the_container_exposes_the_servers_port_and_its_health_check_uses_the_same_port() -> None:
    (port,), (arguments,), (health,) = values("EXPOSE"), values("CMD"), values("HEALTHCHECK")
    options = json.loads(arguments)
    assert options[options.index("--port") + 1] == port
    assert f":{port}{LIVE}" in health
    assert f"http://127.0.0.1:{port}{LIVE}" in page("docs/operating.md")


@pytest.mark.processes
def test_the_health_check_succeeds_while_the_server_answers_and_fails_otherwise(tmp_path: Path) -> None:
    (health,) = values("HEALTHCHECK")
    command = [sys.executable, *json.loads(health.partition("CMD ")[2])[1:-1]]
    program = json.loads(health.partition("CMD ")[2])[-1]

    def status(port: int) -> int:
        asked = [*command, program.replace("7313", str(port)).replace("timeout=4", "timeout=0.5")]
        return subprocess.run(asked, capture_output=True, check=False).returncode

    with closing(Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")) as server:
        assert status(server.port) == 0
        server.process.send_signal(signal.SIGSTOP)
        assert status(server.port) != 0
        server.process.send_signal(signal.SIGCONT)


def test_the_base_image_is_named_by_its_digest() -> None:
    (base,) = [value.removeprefix("BASE=") for value in values("ARG")]
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)
    assert [value.split()[0] for value in values("FROM")] == ["$BASE", "$BASE"]


def test_the_container_stores_tables_on_its_volume_and_runs_nothing_as_root() -> None:
    (volume,), (arguments,), (user,) = values("VOLUME"), values("CMD"), values("USER")
    assert json.loads(arguments)[-1].startswith(f"sqlite:///{volume}/")
    number, _, group = user.partition(":")
    assert (number.isdecimal(), group.isdecimal(), "0" in (number, group)) == (True, True, False)
    made = f"useradd --system --uid {number} --gid {group} --home-dir {volume} parlour"
    assert any(f"groupadd --system --gid {group} parlour" in value and made in value for value in values("RUN"))
    assert LINES.index(f"USER {user}") < next(n for n, line in enumerate(LINES) if line.startswith("ENTRYPOINT"))
