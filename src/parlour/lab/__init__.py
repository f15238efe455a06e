"""The laboratory plays many matches of a game and measures what happens in them.

    from parlour.lab import study
    found = study("./mygame.py", matches=2000, vary={"target": [50, 100]})  # or the name of a game
    found.figures      # a Polars frame; so are found.differences and found.claims
    found.rounds       # lazy frames: found.matches, found.rounds, found.decisions

The modules in this folder import only each other; `measures/` imports them, `studies/` imports both, and `reports/`
imports all three.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.lab.studies.results import Study


def study(
    game: str,
    players: int | None = None,
    bots: Sequence[str] = ("basic",),
    matches: int = 1000,
    options: Mapping[str, object] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 0,
    skill: int = 0,
    rollouts: int = 0,
    claims: bool = False,
    out: Path | str | None = None,
    force: bool = False,
    engine: str = "threads",
    threads: int | None = None,
    address: str | None = None,
) -> "Study":
    """Play a study and return it; without `out`, its files are temporary and are deleted with the returned object."""
    from parlour.lab.studies.design import design
    from parlour.lab.studies.results import run_study

    planned = design(
        game, players, bots, matches, options, vary, seed, skill=skill, rollouts=rollouts, claims=claims
    )  # fmt: skip
    where = Path(out) if out is not None else None
    return run_study(planned, where, force=force, engine=engine, threads=threads, address=address)
