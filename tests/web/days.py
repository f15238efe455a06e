"""Servers whose clocks show a chosen time, and people who play today's deal on them."""

import struct
import sys
import tempfile
import time
from datetime import UTC, date, datetime
from typing import Any

from parlour.web.wire.tokens import new_token
from tests.web.servers import Server

DAY = date(2026, 11, 16)
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp()
PROGRAM = """
import mmap, struct, sys, time
with open(sys.argv.pop(1), "rb") as file:
    ahead = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)
real = time.time
time.time = lambda: real() + struct.unpack("d", ahead)[0]
from parlour import cli
cli.main()
"""


class DayServer(Server):
    """A server whose clock starts at noon on 16 November 2026, or `hours` later, and can be set to other times."""

    def __init__(self, database: str, hours: float = 0.0, *, plain: bool = True, tables: int = 200) -> None:
        """Start the server with limits that fast tests don't reach; `tables` is the table limit per address."""
        self.clock = tempfile.NamedTemporaryFile(buffering=0)  # noqa: SIM115 - closed by close
        self.turn_clock(hours)
        super().__init__(database, "--rate", "10000", "--tables", str(tables), plain=plain)

    def _start(self, program: list[str], *rest: Any, **more: Any) -> None:
        super()._start([sys.executable, "-c", PROGRAM, self.clock.name], *rest, **more)

    def turn_clock(self, hours: float) -> None:
        """Set the clock of the running server to this many hours after noon."""
        self.clock.seek(0)
        self.clock.write(struct.pack("d", NOON + 3600 * hours - time.time()))

    def close(self) -> None:
        super().close()
        self.clock.close()


class Player:
    """A person with a device of their own."""

    def __init__(self, server: Server, name: str = "Ann", secret: str | None = None) -> None:
        self.server, self.name, self.secret = server, name, secret or new_token()

    def at(self, server: Server) -> "Player":
        """Return a client for the same person on another server."""
        return Player(server, self.name, self.secret)

    def begin(self, game: str) -> dict[str, Any]:
        """Begin or continue the person's try; return the server's answer, which names the table."""
        answer = self.server.post(f"/today/{game}", self.secret, {"name": self.name})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(self, begun: dict[str, Any], choice: int = -1) -> bool:
        """Choose an action if it is the player's turn; return whether the match is over."""
        path, token = f"/tables/{begun['table']}", begun["token"]
        look = self.server.get(f"{path}/view", token)
        if look["table"]["over"]:
            return True
        actions = look["view"]["actions"]
        if actions:
            move = {"id": f"m{look['number']}", "number": look["number"], "action": actions[choice]["id"]}
            answer = self.server.post(f"{path}/move", token, move)
            assert answer.status_code in (200, 409), answer.text
        return False

    def play(self, game: str, choice: int = -1) -> dict[str, Any]:
        """Play the deal to its end; always choose the action at this index, by default the last action."""
        begun = self.begin(game)
        while not self.act(begun, choice):
            pass
        return begun

    def today(self) -> Any:
        """Return the list of today's games as the person sees it."""
        return self.server.get("/today", self.secret)

    def own(self, game: str) -> Any:
        """Return a game's entry in today's list as the person sees it, with their try."""
        return next(one for one in self.today()["games"] if one["game"] == game)

    def refused(self, path: str, data: Any = None, token: str | None = None) -> str:
        """Send a request that the server must refuse; return the kind of refusal; an empty `token` isn't sent."""
        asked = self.server.http.get if data is None else self.server.http.post
        headers = {"Authorization": f"Bearer {token or self.secret}"} if token != "" else {}
        more = {} if data is None else {"json": data}
        answer = asked(f"/api{path}", headers=headers, **more)
        assert answer.status_code >= 400, answer.text
        kind: str = answer.json()["refused"]
        return kind
