"""The protocol classes that uvicorn uses: ours if they work as expected, otherwise uvicorn's own.

The environment variable PARLOUR_CONNECTIONS (lean or plain) overrides this for WebSockets; tests use it to try both.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from functools import partial
from typing import Literal

import uvicorn
import websockets

from parlour.errors import ParlourError
from parlour.web.wire.deadlines import Places

VARIABLE = "PARLOUR_CONNECTIONS"
KINDS = ("lean", "plain")
log = logging.getLogger("parlour.web")


def http_protocol(places: Places) -> "Callable[..., asyncio.Protocol] | Literal['auto']":
    """Choose the class for HTTP: uvicorn's class with our deadlines or, if that fails a rehearsal, without them."""
    try:
        from parlour.web.wire._timed_requests import TimedRequests, not_as_expected  # depends on uvicorn's internals
    except (ImportError, AttributeError) as error:
        reason: str | None = str(error)
    else:
        reason = not_as_expected()
        if reason is None:
            return partial(TimedRequests, places=places)
    log.warning("uvicorn %s is not as expected (%s): slow requests have no deadline", uvicorn.__version__, reason)
    return "auto"


def websocket_protocol() -> "type[asyncio.Protocol] | Literal['auto']":
    """Choose the class for WebSockets: our handshake or, if that fails a rehearsal, uvicorn's own choice."""
    kind = os.environ.get(VARIABLE) or KINDS[0]
    if kind not in KINDS:
        raise ParlourError(f"{VARIABLE} is {kind!r}; expected {' or '.join(KINDS)}")
    if kind == "plain":
        return "auto"
    try:
        # This import depends on internals of uvicorn and websockets.
        from parlour.web.wire._handshake import Handshake, not_as_expected
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
