"""Claims of the sources about play: a sentence, the figure that decides it, and the bounds that confirm it."""

from dataclasses import dataclass

from parlour.lab._ratios import Interval
from parlour.lab.measures.measure import Key

CONFIRMED, REFUTED, OPEN = "confirmed", "refuted", "open"

# Sources say how often in words; this is what we take them to mean.
USUALLY = 0.5
VERY_PROBABLY = 0.9
RARELY = 0.1


@dataclass(frozen=True)
class Claim:
    """A sentence of a source, and the figure that must be above (or below) a bound for it to be true."""

    name: str
    says: str  # the sentence, as in the source
    measure: str
    key: Key = ""
    above: float | None = None  # the figure must be more than this
    below: float | None = None  # or less than this
    always: bool = False  # the figure must be 1: a single counterexample refutes it
    possible: bool = False  # one case is enough
    reading: str = ""  # how we interpret the sentence
    players: tuple[int, ...] = ()  # only for these numbers of players; empty: for all


def verdict(claim: Claim, found: Interval) -> str:
    """Decide whether play confirms the claim: open if the interval contains the bound, or without an interval."""
    if claim.always and found.value < 1:
        return REFUTED
    if not found.known:
        return OPEN
    if claim.always:
        return CONFIRMED
    if claim.possible:
        return CONFIRMED if found.value > 0 else OPEN
    return _against_bounds(claim, found)


def _against_bounds(claim: Claim, found: Interval) -> str:
    bounds = [bound for bound in (claim.above, claim.below) if bound is not None]
    if any(found.low <= bound <= found.high for bound in bounds):
        return OPEN
    high_enough = claim.above is None or found.low > claim.above
    low_enough = claim.below is None or found.high < claim.below
    return CONFIRMED if high_enough and low_enough else REFUTED
