"""Rehearsals: at startup, the server serves one client over a pair of sockets to see if uvicorn works as expected.

Some of our classes derive from uvicorn's classes, which may change in any release. A rehearsal notices such changes
before the first real client comes, so that the server can do without those classes.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from parlour.web.wire.asgi import App, Receive, Scope, Send

SECONDS = 10.0  # a rehearsal that takes longer has failed
Play = Callable[[asyncio.StreamReader, asyncio.StreamWriter, ServerState], Awaitable[None]]


class UnexpectedError(Exception):
    """Raised when something in a rehearsal is not as expected."""


def failure(protocol: Callable[..., asyncio.Protocol], app: App, play: Play, ws: Any = "none") -> str | None:
    """Serve an application with this protocol to a client that `play` controls; return what goes wrong, or None."""
    logger = logging.getLogger("uvicorn.error")  # the log should not mention the rehearsal's client
    before, logger.disabled = logger.disabled, True
    try:
        asyncio.run(_rehearse(protocol, app, play, ws))
    except AttributeError as error:
        return f"no {error.name}" if error.name else str(error)
    except Exception as error:  # after any error, the server does without this protocol class
        return str(error) if isinstance(error, UnexpectedError) else f"{type(error).__name__}: {error}"
    finally:
        logger.disabled = before
    return None


async def _rehearse(protocol: Callable[..., asyncio.Protocol], app: App, play: Play, ws: Any) -> None:
    loop = asyncio.get_running_loop()
    failed: asyncio.Future[None] = loop.create_future()

    def fail(error: BaseException) -> None:
        if not failed.done():
            failed.set_exception(error)

    async def watched(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except Exception as error:  # otherwise uvicorn would only log the error
            fail(error)

    loop.set_exception_handler(lambda _, context: fail(context.get("exception") or UnexpectedError(context["message"])))
    config = uvicorn.Config(
        watched, ws=ws, lifespan="off", log_config=None, access_log=False, ws_per_message_deflate=False
    )
    config.load()
    ours, theirs = socket.socketpair()
    state = ServerState()
    transport, _ = await loop.connect_accepted_socket(
        lambda: protocol(config=config, server_state=state, app_state={}), ours
    )
    reader, writer = await asyncio.open_connection(sock=theirs)
    playing = asyncio.ensure_future(play(reader, writer, state))
    try:
        done, _ = await asyncio.wait([failed, playing], timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            raise UnexpectedError(f"no answer within {SECONDS:.0f} seconds")
        for one in (failed, playing):  # the application's error comes first, because it explains what the client got
            if one in done:
                one.result()
    finally:
        playing.cancel()
        failed.cancel()
        writer.close()
        transport.abort()
