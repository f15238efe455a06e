"""Accepting WebSockets: with lean connections where uvicorn works as expected, else with plain ones.

The environment variable PARLOUR_CONNECTIONS (lean or plain) decides otherwise; tests use it to run on both.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Literal

import uvicorn
import websockets

from parlour.errors import ParlourError
from parlour.web.wire._plain import PlainConnection
from parlour.web.wire.asgi import Receive, Scope, Send
from parlour.web.wire.connection import Connection, Connections, Listener

EXTENSION = "parlour.connection"  # of the ASGI scope: the client's transport can be handed over
VARIABLE = "PARLOUR_CONNECTIONS"
KINDS = ("lean", "plain")
log = logging.getLogger("parlour.web")


def websocket_protocol() -> "type[asyncio.Protocol] | Literal['auto']":
    """What uvicorn shall use for WebSockets: our handshake, or its own choice."""
    kind = os.environ.get(VARIABLE) or KINDS[0]
    if kind not in KINDS:
        raise ParlourError(f"{VARIABLE} is {kind!r}; expected {' or '.join(KINDS)}")
    if kind == "plain":
        return "auto"
    try:
        from parlour.web.wire._handshake import Handshake, not_as_expected  # needs internals of uvicorn and websockets
    except (ImportError, AttributeError) as error:
        reason: str | None = str(error)
    else:
        reason = not_as_expected()
        if reason is None:
            return Handshake
    log.warning(
        "uvicorn %s with websockets %s is not as expected (%s): every client takes more memory",
        uvicorn.__version__, websockets.__version__, reason,  # type: ignore[attr-defined] # typed as if it had none
    )  # fmt: skip
    return "auto"


async def accept(
    scope: Scope, receive: Receive, send: Send, connections: Connections, meet: Callable[[Connection], Listener]
) -> None:
    """Accept a WebSocket; `meet` makes the listener for its connection."""
    await receive()  # the request to connect
    await send({"type": "websocket.accept"})
    hand_over = scope.get("extensions", {}).get(EXTENSION)
    if hand_over is not None:
        hand_over(meet, connections.group)
    else:
        connection = PlainConnection(receive, send)
        connection.start(meet(connection))
        await connection.run()
