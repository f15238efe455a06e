"""Test the wheel in a fresh environment without our pinned versions: `make test-newest` and `make test-lowest`.

PARLOUR_PACKAGES chooses which versions of other packages are installed: `newest`, the newest versions in the registry,
or `lowest`, exactly the lowest versions that pyproject.toml allows. pytest collects this module only when it is named,
because it needs the registry. Without `-m ""`, only a short version of these tests runs, as in `make test` once a day.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.games import GAMES
from tests.packaging.programs import Program, ProgramServer
from tests.samples import some_game, with_bots
from tests.web.postgresql import postgresql
from tests.web.servers import ROOT

PACKAGES = os.environ.get("PARLOUR_PACKAGES", "newest")
PYTHON = os.environ.get("PARLOUR_PYTHON", sys.executable)  # path of the Python with which the wheel is tested
EXTRAS = ("envs", "lab", "postgresql")  # extras that only the long version of this test installs
FLOOR = re.compile(r"(?P<name>[\w.-]+)(?:\[[\w,-]+\])?>=(?P<floor>[\w.]+)\s*(?:;|$)")
PIP = ("-m", "pip", "--disable-pip-version-check")
# Commands inherit only these variables, so that they don't depend on the user's home folder or settings.
INHERITED = ("PATH", "LANG", "SYSTEMROOT", "TMPDIR")
UNEXPECTED = "not as expected"  # words of Parlour's warning that a private part of a package has changed
GAME = some_game(4, with_bots)

pytestmark = [pytest.mark.processes, pytest.mark.every(1)]
long = pytest.mark.extensive


def floors() -> dict[str, str]:
    """Find the lowest version that pyproject.toml allows for each package required by the wheel or by EXTRAS."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    found = {one: FLOOR.match(one) for one in asked}
    without = [one for one, match in found.items() if match is None]
    assert not without, f"expected exactly a lowest version for: {without}"
    return {match["name"]: match["floor"] for match in found.values() if match is not None}


def versions(python: Path) -> dict[str, str]:
    """List the versions of the installed packages by their normalised names."""
    listed = subprocess.run([python, *PIP, "freeze", "--all"], check=True, capture_output=True, text=True).stdout
    pairs = (line.split("==") for line in listed.splitlines() if "==" in line)
    return {name.lower().replace("_", "-"): version for name, version in pairs}


def same(installed: str, floor: str) -> bool:
    """Say whether an installed version equals the lowest allowed version, apart from zeros at the end."""
    return re.sub(r"(\.0)+$", "", installed) == re.sub(r"(\.0)+$", "", floor)


@pytest.fixture(scope="session")
def environment(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment with the wheel and the packages that pip finds for it; print the packages' versions."""
    folder = tmp_path_factory.mktemp("fresh")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([PYTHON, "-m", "venv", str(folder / "environment")], check=True)
    python = folder / "environment" / "bin" / "python"
    wanted, limits = str(wheel), []
    if PACKAGES == "lowest" or not request.config.option.markexpr:
        wanted += f"[{','.join(EXTRAS)}]"
    if PACKAGES == "lowest":
        (folder / "floors.txt").write_text("".join(f"{name}=={floor}\n" for name, floor in floors().items()))
        limits = ["-c", str(folder / "floors.txt")]
    command = [str(python), *PIP, "install", "--quiet", "--only-binary", ":all:", *limits, wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n{PACKAGES}:", ", ".join(f"{name} {version}" for name, version in versions(python).items()))
    return folder / "environment"


@pytest.fixture(scope="session")
def installed(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return the installed command with an empty home folder."""
    home = tmp_path_factory.mktemp("home")
    variables = {name: value for name, value in os.environ.items() if name in INHERITED}
    return Program([str(environment / "bin" / "parlour")], {**variables, "HOME": str(home), "COLUMNS": "200"}, home)


@pytest.fixture(scope="session")
def python(environment: Path, installed: Program) -> Program:
    """Return the Python of the environment with the installed package."""
    return Program([str(environment / "bin" / "python")], installed.environment, installed.folder)


@pytest.fixture(scope="module")
def server(installed: Program) -> Iterator[ProgramServer]:
    """Run a server of the installed package."""
    with installed.serve() as serving:
        yield serving


def clean(done: subprocess.CompletedProcess[str]) -> str:
    """Check that a command succeeded without warnings; return its output."""
    assert UNEXPECTED not in done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.skipif(PACKAGES != "lowest", reason="only for the lowest versions")
def test_the_installed_packages_have_exactly_the_lowest_allowed_versions(environment: Path) -> None:
    found = versions(environment / "bin" / "python")
    assert {name: found[name] for name, floor in floors().items() if not same(found[name], floor)} == {}


def test_every_command_of_the_installed_package_has_help(installed: Program) -> None:
    overview = clean(installed.run("--help"))
    commands = re.findall(r"^[\s│]*([a-z]+)  ", overview.partition("Commands")[2], flags=re.MULTILINE)
    assert {"play", "simulate", "verify", "serve", "check", "train"} <= set(commands)
    for command in commands:
        assert "--language" in clean(installed.run(command, "--help")), command


def test_the_installed_package_lists_the_games_and_shows_their_rules(installed: Program) -> None:
    listed = clean(installed.run("games"))
    assert [name for name in GAMES if name not in listed] == []
    assert GAME.title in clean(installed.run("rules", GAME.name))


def test_a_hand_is_played_in_the_terminal_with_the_installed_package(installed: Program) -> None:
    output = clean(installed.run("play", GAME.name, "--bots", "easy", "--seed", 1, stdin="1\n1\n1\nq\ny\n"))
    assert "Your turn" in output


def test_the_installed_package_simulates_matches_with_compiled_rules_and_verifies_their_records(
    installed: Program,
) -> None:
    folder = installed.folder
    output = clean(installed.run("simulate", GAME.name, "--games", 50, "--seed", 1, "--records", folder / "some.jsonl"))
    assert "50 matches" in output
    assert clean(installed.run("verify", folder / "some.jsonl")) == "verified: 50 records\n"
    assert list((folder / ".cache" / "parlour" / "compiled").glob("*/*.nbc")), "the cache folder has no compiled code"
    assert clean(installed.run("simulate", GAME.name, "--games", 50, "--seed", 1)) == re.sub(r"\n.*jsonl.*", "", output)


def test_the_installed_server_serves_the_page_and_plays_a_match_with_bots(server: ProgramServer) -> None:
    for path in ("/", "/static/app.js", "/texts/fr.json"):
        assert server.http.get(path).status_code == 200, path
    server.play(GAME)
    assert UNEXPECTED not in server.logged()


@long
def test_the_installed_package_checks_a_new_game(installed: Program) -> None:
    installed.run("new", "mygame")
    assert "properties hold" in clean(installed.run("check", "./mygame.py", "--seconds", 20))


@long
@pytest.mark.timeout(1000)
def test_the_installed_package_trains_a_neural_network(installed: Program) -> None:
    clean(installed.run("train", GAME.name, "--minutes", 1, "--device", "cpu", seconds=900))
    assert list(installed.folder.glob("train-*/*.npz"))


@long
def test_the_installed_package_plays_strong_bots_in_the_arena(installed: Program) -> None:
    assert "search" in clean(
        installed.run("arena", GAME.name, "--bots", "search,basic", "--deals", 2, "--budget-worlds", 4)
    )


@long
def test_the_installed_package_runs_a_study_of_a_game(installed: Program) -> None:
    clean(installed.run("study", GAME.name, "--matches", 200, "--skill", 20, "--rollouts", 5, "--out", "study"))
    assert (installed.folder / "study" / "report.html").is_file()


ENVIRONMENTS = """
import sys
from gymnasium.vector import VectorEnv
from pettingzoo.test import api_test
from parlour.envs import pettingzoo
from parlour.envs.vector import ParlourVectorEnv

api_test(pettingzoo.env(sys.argv[1]), num_cycles=200)
many = ParlourVectorEnv(sys.argv[1], matches=64)
assert isinstance(many, VectorEnv)
observations, info = many.reset(seed=1)
for _ in range(100):
    observations, rewards, terminations, truncations, info = many.step(info["action_mask"].argmax(1))
"""


@long
def test_the_installed_environments_pass_the_checks_of_their_libraries(python: Program) -> None:
    (python.folder / "environments.py").write_text(ENVIRONMENTS, encoding="utf-8")
    clean(python.run("environments.py", GAME.name))


@long
def test_an_installed_server_keeps_its_tables_in_postgresql(installed: Program) -> None:
    with postgresql() as database, installed.serve(database.url) as server:
        server.play(GAME)
        assert UNEXPECTED not in server.logged()
