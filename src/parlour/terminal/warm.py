"""`parlour warm`: compile everything that a table needs before anybody plays."""

from parlour.club.compilation import STAGES, Compilation, Swap
from parlour.engine.rule import LASTING, MISSING, NOT_KEPT_BECAUSE, PLAIN
from parlour.errors import ParlourError
from parlour.games import GAMES
from parlour.terminal.progress import progress


def warm_games() -> None:
    """Compile all stages of every game on all cores; name games that cannot be compiled."""
    if PLAIN:
        print(MISSING or "nothing to compile: this is plain mode")
        return
    if NOT_KEPT_BECAUSE:
        raise ParlourError(f"compiled rules cannot be cached: {NOT_KEPT_BECAUSE}")
    if not LASTING:
        raise ParlourError("compiled rules cannot be cached; expected a writable cache folder (PARLOUR_CACHE)")
    with progress("compiled: rules and search of every game", len(GAMES) * len(STAGES)) as step:

        def finished(change: Swap) -> None:
            change()
            step()

        compilation = Compilation(swap=finished)
        compilation.start()
        try:
            compilation.wait()
        finally:
            compilation.stop()
    for (name, stage), complaint in compilation.failed.items():
        raise ParlourError(f"{name} ({stage}) could not be compiled: {complaint}")
    print(f"compiled: {', '.join(GAMES)}")
