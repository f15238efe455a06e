"""Accept WebSockets: with a lean connection if the transport can be taken over, otherwise with a plain connection."""

from collections.abc import Callable

from parlour.web.wire._plain import PlainConnection
from parlour.web.wire.asgi import Receive, Scope, Send
from parlour.web.wire.connection import Connection, Connections, Listener
from parlour.web.wire.requests import named

EXTENSION = "parlour.connection"  # the ASGI extension that lets a client's transport be taken over


async def accept(
    scope: Scope, receive: Receive, send: Send, connections: Connections, meet: Callable[[Connection], Listener]
) -> None:
    """Accept a WebSocket; `meet` creates the listener for its connection."""
    await receive()  # the first message is the request to connect
    await send({"type": "websocket.accept"})
    meet = named(meet, scope)
    hand_over = scope.get("extensions", {}).get(EXTENSION)
    if hand_over is not None:
        hand_over(meet, connections.group)
    else:
        connection = PlainConnection(receive, send)
        connection.start(meet(connection))
        await connection.run()
