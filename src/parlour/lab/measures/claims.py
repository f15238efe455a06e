"""Claims that a game's sources make about play, and the figures and bounds that confirm or refute them."""

from dataclasses import dataclass

from parlour.lab._ratios import Interval
from parlour.lab.measures.measure import Key

CONFIRMED, REFUTED, OPEN = "confirmed", "refuted", "open"

# The share of cases that we take a source to mean by "usually" or "rarely".
USUALLY = 0.5
VERY_PROBABLY = 0.9
RARELY = 0.1

WITHOUT = "wins lost without it"  # The measure of claims about strategies; its key is the name of the claim.


@dataclass(frozen=True)
class Claim:
    """A sentence from a source, and the figure that must be above (or below) a bound for the sentence to be true."""

    name: str
    says: str  # The sentence, quoted from the source.
    measure: str
    key: Key = ""
    above: float | None = None  # The claim is true only if the figure is greater than this bound.
    below: float | None = None  # The claim is true only if the figure is less than this bound.
    always: bool = False  # Whether a single counterexample refutes the claim, because the figure must be 1.
    possible: bool = False  # Whether a single case confirms the claim.
    reading: str = ""  # How we interpret the sentence.
    players: tuple[int, ...] = ()  # The claim holds for these numbers of players; if empty, for all.
    forbid: str = ""  # A condition on actions; the claim is judged by what a player loses who may not take them.


def strategy(name: str, says: str, forbid: str, reading: str, players: tuple[int, ...] = ()) -> Claim:
    """Make a claim that a strategy pays: a player wins fewer matches if the actions of the strategy are forbidden.

    Players who chose the strategy can't be compared with players who didn't, because they had other cards.
    """
    return Claim(name, says, WITHOUT, name, above=0.0, reading=reading, players=players, forbid=forbid)


def verdict(claim: Claim, found: Interval) -> str:
    """Decide whether a figure confirms the claim; it stays open if the interval is missing or contains a bound."""
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
