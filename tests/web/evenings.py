"""People who play duplicate evenings with real clients, and code that recomputes rankings from the records."""

import asyncio
import hashlib
import hmac
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from parlour.game.game import Game
from parlour.match.fair import commitment, new_key
from parlour.match.record import verify
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.clients import House, Person
from tests.web.days import Player

PAIRS = some_game(4, lambda game: game.teams == 2).name
PAUSE = 0.05  # Seconds between two requests for the same view.
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")


class AtBoard(Person):
    """A client at a table of an evening; salts are revealed to the evening, not to the table."""

    async def _reveal(self, socket: Any, message: dict[str, Any]) -> None:
        """Do nothing, because a table of an evening doesn't ask for salts."""


@dataclass
class Guest:
    """A person who joins an evening and goes to their table in every round."""

    house: House
    evening: str
    name: str
    place: int | None = None
    secret: str = field(default_factory=new_token)
    token: str = field(default_factory=new_token)
    salt: bytes = field(default_factory=new_key)
    played: list[str] = field(default_factory=list)  # The tables at which this person has played.
    revealed: bool = False  # Whether the server has confirmed that it received the salt.

    async def join(self) -> None:
        wish = {
            "name": self.name, "token": self.token, "salt_commitment": commitment(self.salt), "place": self.place,
        }  # fmt: skip
        seat = await self.house.ask("POST", f"/evenings/{self.evening}/join", self.secret, wish)
        assert seat["token"] == self.token, seat

    async def look(self) -> Any:
        return await self.house.ask("GET", f"/evenings/{self.evening}", self.secret)

    async def play(self) -> None:
        """Play until the evening is over."""
        while (view := await self.look())["state"] != "over":
            own = next(one for one in view["entries"] if one["entry"] == view["own"])
            check_nothing_is_told_early(view)
            if view["state"] == "revealing" and not own["salt_revealed"]:
                await self._reveal()
            if view["next"] and view["next"]["table"] not in self.played:
                table = view["next"]["table"]
                self.played.append(table)
                await AtBoard(self.house, table, view["next"]["seat"], self.token, self.salt).play()
            else:
                await asyncio.sleep(0.1)

    async def _reveal(self) -> None:
        path = f"/evenings/{self.evening}/salt"
        answer = await self.house.ask("POST", path, self.secret, {"salt": self.salt.hex()})
        self.revealed = not (
            answer and answer.get("refused") == "late"
        )  # A refusal as "late" means that the evening has begun without this salt.
        assert not self.revealed or "refused" not in (answer or {}), answer


async def keep_meeting(house: House, game: Game) -> None:
    """Play one evening after another with people and bots until `house` stops; check each evening at its end."""
    while not house.stopping:
        host = Guest(house, "", NAMES[0])
        wanted = {"game": game.name, "name": host.name, "boards": 2, "seconds": 1800}
        name = (await house.ask("POST", "/evenings", host.secret, wanted))["evening"]
        host.evening = name
        guests = [
            host,
            *(Guest(house, name, one) for one in NAMES[1 : game.default_players + 1]),
        ]  # These people and bots fill at least two tables.
        for guest in guests:
            await guest.join()
        await house.ask("POST", f"/evenings/{name}/start", host.secret)
        await asyncio.gather(*(guest.play() for guest in guests))
        view = await host.look()
        lines = [line for board in view["closed"] for line in board["lines"]]
        tables = sorted({line["table"] for line in lines})
        check_evening(view, game, guests, [await house.ask("GET", f"/tables/{table}/record") for table in tables])
        house.ledger.finished += tables
        house.ledger.evenings += 1


def check_evening(view: Any, game: Game, guests: list[Guest], records: list[Any]) -> None:
    """Check that every board was played at every table with the right key, and that no stored salt was lost."""
    assert len(view["closed"]) == view["boards"]
    played = Counter(record["board"]["number"] for record in records)
    assert sorted(played) == list(range(1, view["boards"] + 1))
    assert min(played.values()) == max(played.values()) >= 2
    for record in records:
        verify(record)
        assert record["fair"]["key"] == key_of_board(view, record["board"]["number"])
    scores = sorted(line["score"] for board in view["closed"] for line in board["lines"])
    assert scores == sorted(score for record in records for score in record["result"][game.scoring.name])
    for guest in guests:
        own = next(one for one in view["entries"] if one["salt_commitment"] == commitment(guest.salt))
        assert own["salt"] == guest.salt.hex() or not guest.revealed, "a stored salt is lost"
        assert len(guest.played) == len(set(guest.played)) == view["boards"]


class Visitor(Player):
    """A person who joins evenings over HTTP."""

    def open(self, game: str = PAIRS, boards: int = 1, **more: Any) -> str:
        wanted = {"game": game, "name": self.name, "boards": boards, **more}
        answer = self.server.post("/evenings", self.secret, wanted)
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["evening"]
        return name

    def join(self, evening: str, **more: Any) -> dict[str, Any]:
        answer = self.server.post(f"/evenings/{evening}/join", self.secret, {"name": self.name, **more})
        assert answer.status_code == 200, answer.text
        seat: dict[str, Any] = answer.json()
        return seat

    def start(self, evening: str) -> None:
        answer = self.server.post(f"/evenings/{evening}/start", self.secret)
        assert answer.status_code == 200, answer.text

    def look(self, evening: str) -> Any:
        return self.server.get(f"/evenings/{evening}", self.secret)

    def looks_until_over(self, evening: str) -> Any:
        """Return the evening's final view once it is over."""
        while (view := self.look(evening))["state"] != "over":
            time.sleep(PAUSE)
        return view

    def play_out(self, own: dict[str, Any]) -> None:
        """Play at a table until it is over."""
        while not self.act(own):
            pass

    def running(
        self, game: str = PAIRS, boards: int = 1, *others: "Visitor", **more: Any
    ) -> tuple[str, dict[str, Any]]:
        """Open and start an evening; return its name, and the visitor's table and token."""
        evening = self.open(game, boards, **more)
        token = self.join(evening)["token"]
        for other in others:
            other.join(evening)
        self.start(evening)
        return evening, {**self.look(evening)["next"], "token": token}


def check_nothing_is_told_early(view: dict[str, Any]) -> None:
    """Check that a running evening shows the results of closed boards only, and neither its key nor salts."""
    assert [one["board"] for one in view["closed"]] == list(range(1, max(1, view["round"])))
    assert view["key"] is None
    assert all(one["salt"] is None for one in view["entries"])


def key_of_board(view: dict[str, Any], number: int) -> str:
    """Compute the key of a board from what the evening publishes when it's over."""
    assert hashlib.sha256(bytes.fromhex(view["key"])).hexdigest() == view["commitment"]
    people = sorted((one for one in view["entries"] if not one["bot"]), key=lambda one: one["entry"])
    for one in people:
        if one["salt"] is not None:
            assert hashlib.sha256(bytes.fromhex(one["salt"])).hexdigest() == one["salt_commitment"]
    text = " ".join([f"board {number}", *(one["salt"] or "-" for one in people)])
    return hmac.new(bytes.fromhex(view["key"]), text.encode(), hashlib.sha256).hexdigest()


def ranking_of(records: list[dict[str, Any]], scoring: str) -> dict[frozenset[str], tuple[int, int]]:
    """Compute each pair's points and match points from the records of all tables; a pair is a set of names."""
    points: dict[frozenset[str], int] = {}
    match_points: dict[frozenset[str], int] = {}
    for record in records:
        for side in (0, 1):
            pair = frozenset(record["seats"][side::2])
            own = record["result"][scoring][side]
            points[pair] = points.get(pair, 0) + own
            for other in records:
                if other is not record and other["board"]["number"] == record["board"]["number"]:
                    elsewhere = other["result"][scoring][side]
                    gained = 2 if own > elsewhere else 1 if own == elsewhere else 0
                    match_points[pair] = match_points.get(pair, 0) + gained
    return {pair: (points[pair], match_points[pair]) for pair in points}
