"""The processes of `parlour dev`: which files they watch, where they listen, what they compile, and that they end."""

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.dev.workshop import ROOT, SOURCE, Dev, line_of
from tests.web.servers import Server

pytestmark = pytest.mark.processes

ASK_AGAIN_SECONDS = 0.5
LOOPBACK = "0100007F"  # How Linux writes 127.0.0.1 in /proc/net/tcp.
RULE = "if card > best"


def complaint(*arguments: object) -> str:
    """Run a `parlour dev` that refuses to start, and return its message."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PARLOUR_PLAIN": "1"}
    command = [sys.executable, "-m", "parlour.cli", "dev", *map(str, arguments), "--no-browser", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("parlour: ").rstrip("\n")


def children(process: int) -> set[int]:
    """List the descendants of a process."""
    found = set()
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (task / "children").read_text(encoding="ascii").split()):
            found |= {child, *children(child)}
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Copy the game that the tests change; return the copy."""
    return Path(shutil.copy(SOURCE, tmp_path / "callers.py"))


@pytest.mark.parametrize(
    ("path", "more", "reason"),
    [
        ("nowhere.py", (), "there is no game at 'nowhere.py'; expected a Python file, or a folder with __init__.py"),
        ("notes.txt", (), "there is no game at 'notes.txt'; expected a Python file, or a folder with __init__.py"),
        ("callers.py", ("--players", 9), "Callers cannot be played by 9; expected 2 to 4 players"),
        ("callers.py", ("--option", "speed=3"), "there is no option 'speed'; expected one of length"),
        ("callers.py", ("--option", "length"), "option 'length' has no value; expected name=value"),
    ],
)
def test_parlour_dev_refuses_bad_arguments_at_startup(
    file: Path, monkeypatch: pytest.MonkeyPatch, path: str, more: tuple[object, ...], reason: str
) -> None:
    monkeypatch.chdir(file.parent)
    (file.parent / "notes.txt").write_text("no game")
    assert complaint(path, *more).startswith(reason)


def test_parlour_dev_opens_a_table_with_the_requested_players_and_options(file: Path) -> None:
    dev = Dev(file, "--players", "4", "--option", "length=3")
    table = dev.http.get(f"/api/tables/{dev.news()['table']}").json()
    assert (table["players"], table["options"]) == (4, {"length": 3})
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot", "bot"]
    assert dev.close() == 0


def test_parlour_dev_listens_only_on_the_loopback_address(file: Path) -> None:
    dev = Dev(file)
    port = f"{int(dev.url.rpartition(':')[2]):04X}"
    lines = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()]
    listening = {line[1] for line in lines if line[1].endswith(f":{port}") and line[3] == "0A"}
    assert listening == {f"{LOOPBACK}:{port}"}
    dev.close()


def test_a_module_that_the_game_imports_is_watched_and_its_errors_are_reported(file: Path) -> None:
    numbers = file.with_name("callers_numbers.py")
    numbers.write_text("HANDS = 3\n")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("import numpy as np\n", "import numpy as np\nfrom callers_numbers import HANDS\n", 1))
    dev = Dev(file)
    known = dev.news()
    numbers.write_text("HANDS = = 3\n")
    (problem,) = dev.news(known["stamp"])["problems"]
    assert (problem["file"], problem["line"], problem["text"]) == (str(numbers), 1, "HANDS = = 3")
    numbers.write_text("HANDS = 4\n")
    dev.next_build(known["build"])
    assert dev.news()["problems"] == []
    assert dev.news()["table"] == known["table"]
    dev.close()


def test_the_rules_page_of_a_game_in_a_folder_is_watched(tmp_path: Path) -> None:
    home = tmp_path / "callers"
    home.mkdir()
    shutil.copy(SOURCE, home / "__init__.py")
    (home / "rules.md").write_text("# Callers\n\nFirst words.\n")
    dev = Dev(home)
    build = dev.news()["build"]
    assert "First words." in dev.http.get("/api/games/callers/rules").text
    (home / "rules.md").write_text("# Callers\n\nOther words.\n")
    dev.next_build(build)
    assert "Other words." in dev.http.get("/api/games/callers/rules").text
    dev.close()


def test_text_that_a_game_prints_goes_to_the_terminal(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8") + '\nprint("hello from the game")\n')
    dev = Dev(file)
    assert dev.news()["table"]
    assert "hello from the game" in dev.logged()
    dev.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_parlour_dev_leaves_no_process_behind_however_it_ends(file: Path, how: signal.Signals) -> None:
    dev = Dev(file)
    started = [os.pidfd_open(child) for child in children(dev.process.pid)]
    assert started
    dev.process.send_signal(how)
    assert dev.process.wait(30) == (-how if how is signal.SIGKILL else 0)
    for child in started:
        wait_for(child)
    dev.close_files()


def wait_for(descriptor: int) -> None:
    """Wait until a process has ended."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    assert poll.poll(30_000), "the process is still running"
    os.close(descriptor)


@pytest.mark.slow
@pytest.mark.extensive
def measuring(dev: Dev) -> int:
    """Find the process that measures the game; 0 if there is none."""
    for process in children(dev.process.pid):
        if b"dev-figures" in Path(f"/proc/{process}/cmdline").read_bytes():
            return process
    return 0


def test_the_process_that_measures_has_the_lowest_priority_and_can_be_killed_until_the_next_save(file: Path) -> None:
    dev = Dev(file)
    known = dev.news()
    while known["measured"] is None:
        known = dev.news(known["stamp"])
    process = measuring(dev)
    assert os.getpriority(os.PRIO_PROCESS, process) == 19
    os.kill(process, signal.SIGKILL)
    dev.save('say("Choose a card.")', 'say("Answer the call.")')
    build = dev.next_build(known["build"])
    known = dev.news()
    assert known["build"] == build
    while known["measured"] is None:
        known = dev.news(known["stamp"])
    assert measuring(dev) not in (0, process)
    assert dev.close() == 0


def test_a_changed_sentence_compiles_nothing_and_a_changed_rule_compiles_only_what_depends_on_it(
    file: Path, tmp_path: Path
) -> None:
    """Test with a whole game and its search; tests/engine/test_kept_code.py is a shorter test with three rules."""
    cache = tmp_path / "cache"
    cache.mkdir()
    dev = Dev(file, cache=cache)
    ready(dev)
    before = kept(cache)
    assert any("callers" in name for name in before)
    assert not any(".games.oh7." in name for name in before)  # Only the game under development is compiled.
    build = dev.news()["build"]
    dev.save('say("Choose a card.")', 'say("Answer the call.")')
    build = dev.next_build(build)
    ready(dev)
    assert kept(cache) == before
    dev.save(RULE, "if card >= best")
    dev.next_build(build)
    ready(dev)
    fresh = {name.partition("-")[0].rpartition(".")[2] for name in kept(cache) - before}
    assert "apply" in fresh
    assert not {"legal", "hide", "redeal", "deal", "actors"} & fresh
    assert line_of(file, "if card >= best")
    dev.close()


def kept(cache: Path) -> set[str]:
    """List the compiled code on disk."""
    return {file.name for file in cache.rglob("*.nbc")}


def ready(dev: Dev) -> None:
    """Wait until the rules and the search are compiled."""
    while True:
        status = dev.http.get("/api/status").json()
        if status["games"]["callers"] == "ready":
            return
        assert dev.process.poll() is None
        assert status["progress"] < 1, dev.logged()
        time.sleep(ASK_AGAIN_SECONDS)  # The test polls, because no event reports the end of compilation.


@pytest.mark.parametrize("path", ["/dev/news", "/dev/state/abc", "/dev/dev.js", "/dev/dev.css"])
def test_an_ordinary_server_does_not_serve_the_pages_of_parlour_dev(server: Server, path: str) -> None:
    assert server.http.get(path).status_code == 404
    assert server.http.post("/dev/anew").status_code == 404
    assert "/dev/" not in server.http.get("/").text
