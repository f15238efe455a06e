"""The processes that `parlour dev` starts: one serves the game, others try out changes."""

import os
import socket
import subprocess
import sys
import threading
from base64 import b64encode
from queue import SimpleQueue
from typing import TypeAlias

from parlour.club.compilation import own_command
from parlour.web.dev._channel import Order, Report, encode, read_report

END_SECONDS = 3.0  # time that a process has to close before it is killed
Said: TypeAlias = "SimpleQueue[tuple[Process, Report | None]]"  # None means that the process has ended


class Process:
    """A process that tries out or serves a game; all processes put their reports into one queue."""

    def __init__(self, said: Said, command: str, listening: socket.socket | None = None) -> None:
        """Start the process, which loads everything except a game; it may inherit a listening socket."""
        handles = (listening.fileno(),) if listening else ()
        # With cached bytecode, a quick second save could go unnoticed.
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(
            [*own_command(), command, *map(str, handles)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment, pass_fds=() if sys.platform == "win32" else handles,
            start_new_session=True,  # on ^C, `parlour dev` ends its processes itself
        )  # fmt: skip
        if sys.platform == "win32" and listening:
            self._write(b64encode(listening.share(self._process.pid)))
        threading.Thread(target=self._listen, args=(said,), daemon=True).start()

    def _listen(self, said: Said) -> None:
        if self._process.stdout is None:
            raise RuntimeError("the process was started without a channel")
        for line in self._process.stdout:
            said.put((self, read_report(line)))
        said.put((self, None))

    def order(self, order: Order) -> None:
        """Send an order to the process; if the process has ended, the queue reports that."""
        self._write(encode(order))

    def _write(self, line: bytes) -> None:
        try:
            if self._process.stdin is not None and not self._process.stdin.closed:
                self._process.stdin.write(line + b"\n")
                self._process.stdin.flush()
        except BrokenPipeError:
            return

    def end(self, seconds: float = END_SECONDS) -> int:
        """Close the channel and wait for the process to end; return its exit status."""
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
