"""The entry of a bundle: the command line; without arguments, as after a double click, it opens the table."""

import os
import sys

from parlour.cli import main

LIBRARIES = "LD_LIBRARY_PATH"  # the bundle sets it for itself; a browser that it starts needs the system's own


def restore_libraries() -> None:
    """Give programs that are started from here the libraries of the system; a worker of our own sets its own again."""
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    if before is not None:
        os.environ[LIBRARIES] = before
    else:
        os.environ.pop(LIBRARIES, None)


def keep_window() -> None:
    """Let a message be read before the window of a double click closes."""
    if len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty():
        input("Press Enter to close this window.")


restore_libraries()
try:
    main()
except SystemExit as end:
    if end.code not in (None, 0):
        keep_window()
    raise
