"""Run `parlour` with short time limits for absent people and for the database, for tests of both.

The times keep their order, and a server that is slow because its machine is busy only waits longer.
"""

from parlour.web.store import outage
from parlour.web.table import _absence as absence
from parlour.web.table import _reports as reports

PROGRAM = "tests.web.hurried"
AWAY_SECONDS = 6.0


def main() -> None:
    """Shorten the limits in this process only, before other modules copy them, and run the command line."""
    outage.ANSWER_SECONDS = 3.0
    reports.PRESENT_SECONDS, reports.LATE_SECONDS, reports.KNOWN_SECONDS, reports.SEEN_SECONDS = 0.5, 1.0, 2.0, 5.0
    absence.AWAY_SECONDS = AWAY_SECONDS

    from parlour.cli import main as run

    run()


if __name__ == "__main__":
    main()
