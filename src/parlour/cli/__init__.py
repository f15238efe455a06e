"""The command line, `parlour`. Commands import the rules of games, and with them Numba, only if needed."""

import os
import sys
from typing import NoReturn

import click

from parlour.cli import _hosting as hosting
from parlour.cli import _making as making
from parlour.cli import _measuring as measuring
from parlour.cli import _playing as playing
from parlour.cli._arguments import LOOPBACK, complain
from parlour.errors import ParlourError
from parlour.terminal.help import Group, in_language

BAD_INPUT = 2
INTERRUPTED = 130
DEBUG = "PARLOUR_DEBUG"  # If this environment variable is set, a mistake in a game shows its whole traceback.


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from parlour import __version__

        print(f"parlour {__version__}")
        context.exit()


@click.group(cls=Group, invoke_without_command=True, context_settings={"show_default": True})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def app(context: click.Context) -> None:
    """Card games for people and bots: play, simulate, record, verify.

    Without a command, open the table in the browser.
    """
    if context.invoked_subcommand is None:
        _open_table()


COMMANDS = (  # The help lists the commands in this order.
    playing.games, playing.rules, playing.play, playing.today, playing.serve, playing.backup, playing.restore,
    hosting.admin, playing.history, making.new, making.dev, making.dev_server, making.dev_figures, measuring.simulate,
    playing.verify, playing.replay, measuring.arena, measuring.study, measuring.tune, measuring.train,
    measuring.compare, making.check, making.trace,
    making.warm, making.compile_stage, measuring.bench,
)  # fmt: skip
for command in COMMANDS:
    app.add_command(command)


def _open_table() -> None:
    """Open a table in the browser, on the Parlour server that is already running or on a new server."""
    from parlour.web.address import AlreadyServed, default_database, find_running

    running = find_running(default_database())
    if running is None:
        from parlour.web.serve import serve as serve_tables

        try:
            serve_tables(LOOPBACK, None, None, browser=True)
        except AlreadyServed as other:  # Another Parlour was started at the same time.
            running = other.running
    if running is not None:
        import webbrowser

        print(f"Parlour is already open at {running.address}  (Ctrl-C in its terminal closes it)")
        webbrowser.open(running.address)


def main() -> NoReturn:
    """Run the command line; for bad input or a mistake in an outside game, print one line and exit with status 2."""
    status = 0
    try:
        status = in_language(app, sys.argv[1:], os.environ).main(prog_name="parlour", standalone_mode=False)
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except Exception as error:
        mistake = _mistake_in_a_game(error)
        if not isinstance(error, ParlourError) if mistake is None else os.environ.get(DEBUG):
            raise
        complain(mistake or error)
        status = BAD_INPUT
    sys.exit(status)


def _mistake_in_a_game(error: Exception) -> str | None:
    """Return where an outside game caused the error and why; None if no outside game did."""
    if "parlour.games" not in sys.modules:  # No game has been loaded, so no game caused the error.
        return None
    from parlour.games import problem_behind

    problem = problem_behind(error)
    return None if problem is None else f"{problem.one_line} ({DEBUG}=1 shows the whole traceback)"
