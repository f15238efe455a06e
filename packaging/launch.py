"""The entry of a bundle: the command line; without arguments, as after a double click, it opens the table."""

import sys

from parlour.cli import main


def keep_window() -> None:
    """Let a message be read before the window of a double click closes."""
    if len(sys.argv) == 1 and sys.stdin is not None and sys.stdin.isatty():
        input("Press Enter to close this window.")


try:
    main()
except SystemExit as end:
    if end.code not in (None, 0):
        keep_window()
    raise
