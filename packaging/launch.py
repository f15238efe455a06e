"""The entry point of a bundle: the command line; without arguments, as after a double click, it opens the table."""

import os
import sys

from parlour.cli import main

LIBRARIES = "LD_LIBRARY_PATH"  # the bundle points this variable to its own libraries, but a browser needs the system's


def restore_libraries() -> None:
    """Let programs started by the bundle use the system's libraries; our workers switch back to the bundle's."""
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    if before is not None:
        os.environ[LIBRARIES] = before
    else:
        os.environ.pop(LIBRARIES, None)


def keep_window() -> None:
    """If the program was started by a double click, keep its window open until the message has been read."""
    if len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty():
        input("Press Enter to close this window.")


restore_libraries()
try:
    main()
except SystemExit as end:
    if end.code not in (None, 0):
        keep_window()
    raise
