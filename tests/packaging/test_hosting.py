"""Tests of the unit files, the backup script and the proxies' configurations in `packaging/`, with the real programs.

docs/host.md shows these files. The nginx test plays through nginx as a browser does: over TLS, under a public name.
"""

import re
import shlex
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from parlour.cli import app
from tests.pages import blocks, page
from tests.samples import some_game
from tests.web.servers import ROOT, START_SECONDS, Client, Server
from tools.needs import found

SYSTEMD, PROXIES = ROOT / "packaging" / "systemd", ROOT / "packaging" / "proxies"
UNITS = ("parlour@.service", "parlour-backup.service", "parlour-backup.timer")
NAME = "cards.example.org"
PORT = 7313
INSTALLED = "/opt/parlour/bin/parlour"
OWN = Path(sys.executable).parent / "parlour"  # the program in the environment that runs the tests
WORST_EXPOSURE = "15"  # in tenths, on systemd's scale from 0 (best) to 10
LANGUAGES = ("ini", "sh", "nginx", "text")
PLAYER = "127.0.0.2"  # an address of this machine, from which the player comes


# --- docs/host.md


def test_docs_host_shows_every_unit_script_and_configuration_as_it_is_in_packaging() -> None:
    shown = [block for language in LANGUAGES for block in blocks("docs/host.md", language)]
    files = [path.read_text(encoding="utf-8") for folder in (SYSTEMD, PROXIES) for path in folder.iterdir()]
    assert sorted(shown) == sorted(files)


def test_docs_host_installs_every_file_where_its_first_comment_says() -> None:
    commands = page("docs/host.md")
    for folder in (SYSTEMD, PROXIES):
        for path in folder.iterdir():
            place = re.findall(r"^# (/\S+?)(?=[:\s])", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
            installed = re.findall(
                rf"^install .*{re.escape(f'{folder.name}/{path.name}')} (?:.* )?(\S+)$", commands, re.M
            )
            assert [target if Path(target).name == Path(place).name else f"{target}{Path(place).name}"
                    for target in installed] == [place], path.name  # fmt: skip


# --- systemd


def program(name: str) -> str:
    """Return the path of a program; fail if it isn't installed."""
    path = found(name)
    assert path is not None, f"this test needs {name}; `make needs` installs it or says how"
    return path


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Copy the units into a folder, for the Parlour and the backup script of this checkout."""
    for name in UNITS:
        text = (SYSTEMD / name).read_text(encoding="utf-8").replace(INSTALLED, str(OWN))
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.processes
@pytest.mark.every(1)
def test_systemd_accepts_the_units_without_a_warning(units: Path) -> None:
    command = [program("systemd-analyze"), "verify", *(str(units / name) for name in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.processes
def test_systemd_warns_about_a_setting_that_it_does_not_know(units: Path) -> None:
    unit = units / UNITS[0]
    unit.write_text(unit.read_text(encoding="utf-8").replace("Restart=", "Restrat="), encoding="utf-8")
    done = subprocess.run(
        [program("systemd-analyze"), "verify", str(unit)], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert "Restrat" in done.stderr


@pytest.mark.processes
@pytest.mark.every(1)
def test_systemd_finds_the_server_well_confined(units: Path) -> None:
    offline = ["security", "--offline=true", f"--threshold={WORST_EXPOSURE}", "--no-pager"]
    done = subprocess.run(
        [program("systemd-analyze"), *offline, str(units / UNITS[0])], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def settings() -> dict[str, str]:
    """Read the units' settings as systemd does."""
    lines = (SYSTEMD / "parlour.default").read_text(encoding="utf-8").splitlines()
    return {name: "".join(shlex.split(value)) for name, _, value in (line.partition("=") for line in lines) if value}


def started_by_systemd(port: int, values: dict[str, str]) -> list[str]:
    """Return the arguments with which the unit starts the server on this port."""
    unit = (SYSTEMD / UNITS[0]).read_text(encoding="utf-8").replace("\\\n", " ").replace("%i", str(port))
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, flags=re.MULTILINE)
    for name, value in values.items():
        line = line.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return shlex.split(line)


def test_the_unit_gives_the_server_only_options_that_it_has() -> None:
    installed, name, *options = started_by_systemd(PORT, settings())
    known = {option for parameter in app.commands[name].params for option in parameter.opts}
    assert installed == INSTALLED
    assert {option for option in options if option.startswith("--")} <= known
    assert not [option for option in options if "$" in option]
    assert options[options.index("--origin") + 1] == f"https://{NAME}"


@pytest.mark.processes
def test_the_units_command_starts_a_server_with_metrics_on_the_port_with_a_one_in_front(tmp_path: Path) -> None:
    port = two_free_ports()
    values = {**settings(), "DATABASE": f"sqlite:///{tmp_path / 'tables.sqlite'}"}
    command = [str(OWN), *started_by_systemd(port, values)[1:]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(f"Parlour is open at http://localhost:{port}/")
            assert "parlour_info" in httpx.get(f"http://127.0.0.1:1{port}/metrics", timeout=START_SECONDS).text
        finally:
            process.terminate()
    assert process.returncode == 0


def two_free_ports() -> int:
    """Find a port below 10000 that is free, and free with a 1 in front, too."""

    def is_free(port: int) -> bool:
        with closing(socket.socket()) as tried:
            return tried.connect_ex(("127.0.0.1", port)) != 0

    return next(port for port in range(9999, 1023, -1) if is_free(port) and is_free(10_000 + port))


# --- backups


Backups = Callable[[int], subprocess.CompletedProcess[str]]


@pytest.fixture
def back_up(tmp_path: Path) -> Backups:
    """Return a function that runs the backup script, and keeps this number of backups in the folder `backups`."""
    script, folder = tmp_path / "parlour-backup", tmp_path / "backups"
    text = (SYSTEMD / "parlour-backup").read_text(encoding="utf-8").replace(INSTALLED, str(OWN))
    script.write_text(text, encoding="utf-8")
    folder.mkdir()
    environment = {"PATH": "/usr/bin:/bin", "DATABASE": f"sqlite:///{tmp_path / 'tables.sqlite'}"}

    def run(count: int) -> subprocess.CompletedProcess[str]:
        command = ["/bin/sh", str(script), str(folder), str(count)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    return run


OLD = ["2026-01-01-033000.backup", "2026-01-02-033000.backup", "2026-01-03-033000.backup"]


@pytest.mark.processes
def test_the_backup_script_keeps_the_last_backups_and_leaves_other_files_alone(
    tmp_path: Path, back_up: Backups
) -> None:
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    for name in [*OLD, "notes.txt"]:
        (tmp_path / "backups" / name).touch()
    done = back_up(2)
    server.close()
    kept = sorted(path.name for path in (tmp_path / "backups").iterdir())
    assert done.returncode == 0, done.stderr
    assert len(kept) == 3
    assert kept[0] == OLD[-1]
    assert kept[2] == "notes.txt"
    assert (tmp_path / "backups" / kept[1]).stat().st_size > 0


@pytest.mark.processes
def test_a_backup_that_fails_removes_no_older_backup(tmp_path: Path, back_up: Backups) -> None:
    for name in OLD:
        (tmp_path / "backups" / name).touch()
    assert back_up(1).returncode == 2
    assert sorted(path.name for path in (tmp_path / "backups").iterdir()) == OLD


# --- proxies


def test_every_proxy_passes_requests_to_the_port_of_the_unit() -> None:
    for name in ("nginx.conf", "Caddyfile", "haproxy.cfg"):
        assert re.findall(rf"127\.0\.0\.1:{PORT}\b", (PROXIES / name).read_text(encoding="utf-8")), name


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Run a server as the unit does, with an access log."""
    settings = ("--origin", f"https://{NAME}", "--proxy", "127.0.0.1", "--access-log")
    with closing(Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", *settings)) as serving:
        yield serving


@pytest.fixture
def trusted(tmp_path: Path) -> ssl.SSLContext:
    """Make a certificate for the public name; return what a client needs in order to trust it."""
    certificate = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
        "-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem"),
    ]  # fmt: skip
    subprocess.run([program("openssl"), *certificate], check=True, capture_output=True)
    return ssl.create_default_context(cafile=str(tmp_path / "fullchain.pem"))


@pytest.fixture
def nginx(tmp_path: Path, server: Server, trusted: ssl.SSLContext) -> Iterator[int]:
    """Run nginx with our configuration in front of the server; return its port for TLS."""
    with closing(socket.create_server(("127.0.0.1", 0))) as reserved:
        port = reserved.getsockname()[1]
    site = (PROXIES / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace(f"/etc/letsencrypt/live/{NAME}", str(tmp_path)).replace(f":{PORT};", f":{server.port};")
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    site = site.replace("listen 80;", f"listen unix:{tmp_path}/plain;").replace(
        "listen 443", f"listen 127.0.0.1:{port}"
    )
    (tmp_path / "site.conf").write_text(site, encoding="utf-8")
    folders = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {tmp_path}/{kind}; " for kind in folders)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\n"
        f"http {{ {temporary} include {tmp_path}/site.conf; }}\n",
        encoding="utf-8",
    )
    command = [program("nginx"), "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "errors")]
    started = subprocess.run(command, capture_output=True, text=True, check=False)  # returns as soon as it listens
    assert started.returncode == 0, started.stderr
    yield port
    subprocess.run([*command, "-s", "stop"], check=True)
    assert "[error]" not in (tmp_path / "errors").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Public:
    """The server as people reach it: through the proxy, under its public name."""

    port: int
    trusted: ssl.SSLContext
    url = f"https://{NAME}"

    def http(self) -> httpx.Client:
        """Return a client that sends requests as the server's own page does."""
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=PLAYER)
        headers = {"Host": NAME, "Origin": self.url}
        return httpx.Client(transport=transport, base_url=f"https://127.0.0.1:{self.port}", headers=headers)

    def play(self, table: str, token: str) -> Client:
        """Connect to a table as the server's own page does."""
        reached = socket.create_connection(("127.0.0.1", self.port), source_address=(PLAYER, 0))
        return Client(self, table, token, sock=reached, ssl=self.trusted, origin=self.url)


@pytest.mark.processes
@pytest.mark.every(1)
def test_people_play_through_nginx_under_the_public_name_and_the_server_knows_their_addresses(
    server: Server, nginx: int, trusted: ssl.SSLContext
) -> None:
    public = Public(nginx, trusted)
    with public.http() as http:
        wanted = {"game": some_game(4).name, "name": "Ann"}
        opened = http.post("/api/tables", json=wanted, extensions={"sni_hostname": NAME}).json()
    with public.play(opened["table"], opened["token"]) as ann:
        while not ann.view or not ann.view["actions"]:
            ann.next()
        ann.move("one")
    requests = [line for line in server.logged().splitlines() if "/api/tables" in line]
    assert any(f"/{opened['table']}/socket" in line for line in requests)
    assert [line for line in requests if PLAYER not in line] == []
