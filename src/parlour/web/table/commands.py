"""The commands that a seat may send over HTTP or over the socket, and what they do."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, NamedTuple

from msgspec import Struct

from parlour.web.refusals import TableRefusal
from parlour.web.table import lobby
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, Requester, Subscriber
from parlour.web.table.messages import AskHint, Claim, Leave, Move, Return, Reveal, Say, StandIn, Start, Undo
from parlour.web.table.protocol import Hint, Stored
from parlour.web.wire.values import Done


class Asker(NamedTuple):
    """The table and seat from which a command comes."""

    house: House
    live: LiveTable
    seat: int
    # The socket to notify when an event is stored; None for a request over HTTP.
    subscriber: Subscriber | None = None

    def requester(self, client: str) -> Requester | None:
        """Return the client to notify when the event is stored; None for a request over HTTP."""
        return None if self.subscriber is None else Requester(self.subscriber, client)


Command = Callable[[Asker, Any], Awaitable[Struct]]


def _limited(carry_out: Command) -> Command:
    """Limit how often a seat sends this command and others of its kind, because everybody at the table hears of it."""

    @wraps(carry_out)
    async def limited(by: Asker, said: Struct) -> Struct:
        by.live.count_command(by.seat)
        return await carry_out(by, said)

    return limited


async def _move(by: Asker, said: Move) -> Stored:
    """Perform an action for your seat; the request is safe to repeat with the same id."""
    action = said.do if said.action is None else said.action
    if action is None or (said.action is not None and said.do is not None):
        raise TableRefusal("bad_request", "Expected either action (an action's id) or do (an action's name).")
    requester = by.requester(said.id)
    return Stored(await by.house.move(by.live, by.seat, said.id, said.number, action, requester, said.wait), said.id)


async def _undo(by: Asker, said: Undo) -> Stored:
    """Take back your last action, unless something has happened since or somebody has learned from it."""
    return Stored(await by.house.undo(by.live, by.seat, said.id, said.number, by.requester(said.id)), said.id)


@_limited
async def _reveal(by: Asker, said: Reveal) -> Done:
    """Reveal the salt to which your seat is committed, once all seats are taken; the request is safe to repeat."""
    await lobby.reveal(by.house, by.live, by.seat, said.salt, said.next_commitment)
    return Done()


@_limited
async def _phrase(by: Asker, said: Say) -> Done:
    """Send one of the quick phrases to everybody at the table."""
    by.house.say(by.live, by.seat, said.phrase)
    return Done()


@_limited
async def _stand_in(by: Asker, said: StandIn) -> Done:
    """Vote for a bot to play for an absent person; the host's vote or more than half of those present decide."""
    await by.house.stand_in(by.live, by.seat, said.seat)
    return Done()


async def _hint(by: Asker, _: AskHint) -> Hint:
    """Return a hint: what a strong player would do with what your seat knows."""
    return await by.house.hint(by.live, by.seat)


@_limited
async def _claim(by: Asker, _: Claim) -> Done:
    """Let a bot play the rest of the round for your seat, if nothing can change how the round ends."""
    by.house.claim(by.live, by.seat)
    return Done()


@_limited
async def _leave(by: Asker, _: Leave) -> Done:
    """Let a bot play for your seat from now on."""
    await by.house.driver.set_away(by.live, by.seat, True)
    return Done()


@_limited
async def _come_back(by: Asker, _: Return) -> Done:
    """Take your seat back from the bot that plays for it."""
    await by.house.driver.set_away(by.live, by.seat, False)
    return Done()


@_limited
async def _start(by: Asker, _: Start) -> Done:
    """Start the match now; free seats get bots."""
    await by.house.start(by.live)
    return Done()


COMMANDS: dict[type[Struct], Command] = {
    Move: _move, Undo: _undo, Reveal: _reveal, Say: _phrase, StandIn: _stand_in, AskHint: _hint, Claim: _claim,
    Leave: _leave, Return: _come_back, Start: _start,
}  # fmt: skip
