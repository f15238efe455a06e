"""The entry point of a bundle: the command line; without arguments, as after a double click, it opens the table."""

import os
import sys

from parlour.cli import main

LIBRARIES = "LD_LIBRARY_PATH"  # the bundle sets it for itself; a browser that it starts needs the system's


def restore_libraries() -> None:
    """Let programs started from here use the system's libraries; our own workers set theirs again."""
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    if before is not None:
        os.environ[LIBRARIES] = before
    else:
        os.environ.pop(LIBRARIES, None)


def keep_window() -> None:
    """Keep the window of a double click open until its message is read."""
    if len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty():
        input("Press Enter to close this window.")


restore_libraries()
try:
    main()
except SystemExit as end:
    if end.code not in (None, 0):
        keep_window()
    raise
