"""Measures for both Oh 7 ? and Kod-7: promises kept, the basket, sums, repeated promises, the first leader."""

from collections.abc import Callable

import numpy as np

from parlour.games.sevens.rules import DUMMY, PLAYS, VALUES
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import USUALLY, Claim, strategy
from parlour.lab.measures.common import above_others
from parlour.lab.sample import Floats, Numbers, Sample

# fields of the state at the end of each round that the table `rounds` of a study contains
COLUMNS = ("bids", "won", "cards", "attempt", "trump", "gains", "made")
HIGH, LOW = 3, 1  # bold promises are at least HIGH tricks, careful promises at most LOW


def made(sample: Sample) -> Numbers:
    """Return whether the promise was kept, by round and seat."""
    return sample.field("bids") == sample.field("won")


def promises(sample: Sample) -> Numbers:
    """Return the number of tricks promised, by round and seat."""
    return sample.field("bids").astype(np.int64)


def missed(sample: Sample) -> Numbers:
    """Return by how many tricks each promise was missed, by round and seat."""
    return np.abs(promises(sample) - sample.field("won"))


def counted(sample: Sample, top: Numbers, bottom: Numbers) -> tuple[Floats, Floats]:
    """Return each match's sum of `top` where `bottom` is true, and the number of entries summed."""
    return sample.by_match(top * bottom), sample.by_match(bottom)


def by_promise(sample: Sample, top: Numbers) -> Values:
    """Group values, given by round and seat, by the number of tricks promised."""
    bids = promises(sample)
    return {bid: counted(sample, top, bids == bid) for bid in range(VALUES) if (bids == bid).any()}


def by_kind(sample: Sample) -> Values:
    """Return promises kept, grouped by the suit of the card shown."""
    names = np.array([name.lstrip("0123456789") for name in sample.game.deck.names])
    kinds = names[sample.field("cards")]
    return {kind: counted(sample, made(sample), kinds == kind) for kind in sorted(set(names)) if (kinds == kind).any()}


def failed(sample: Sample) -> Floats:
    """Return how many rounds of each match had a broken promise."""
    return sample.by_match(~made(sample).all(axis=1))


def total(sample: Sample) -> Numbers:
    """Return the sum of all promises in each round, including the Dummy's."""
    return promises(sample).sum(axis=1) + (sample.field("dummy_tricks") if sample.players == DUMMY else 0)


def sums(sample: Sample) -> Values:
    """Count the rounds with each sum of promises."""
    found = total(sample)
    return {number: (sample.by_match(found == number), sample.rounds_played) for number in range(PLAYS + 1)}


def of_leader(sample: Sample) -> Values:
    """Return how many more points the first leader gains than the other players do on average."""
    return above_others(sample, sample.first_in("play"))


def leader_made(sample: Sample) -> Values:
    """Return how many promises the first leader kept."""
    leader = sample.first_in("play")
    kept = np.take_along_axis(made(sample), np.maximum(leader, 0)[:, None], axis=1)[:, 0]
    return {"": (sample.by_match(kept * (leader >= 0)), sample.by_match(leader >= 0))}


def above_mean(sample: Sample) -> Numbers:
    """Return each seat's gain above the table's average, by round."""
    return sample.gains - sample.gains.mean(axis=1, keepdims=True)


def from_basket(sample: Sample) -> Values:
    """Return the points that came from the basket, and all points for kept promises."""
    kept, basket = made(sample), missed(sample).sum(axis=1, keepdims=True)
    return {"": (sample.by_match(kept * basket), sample.by_match(kept * sample.gains))}


def dummy_exact(sample: Sample) -> Values:
    """Return how often the Dummy wins exactly as many tricks as it promised."""
    if sample.players != DUMMY:
        return {}
    won = sample.round_states["won"][:, DUMMY] == sample.field("dummy_tricks")
    return {"": (sample.by_match(won), sample.rounds_played)}


def extra_rounds(sample: Sample) -> Floats:
    """Return, for each match, whether it took more than the minimum number of rounds."""
    return (sample.rounds_played > sample.final_states["min_rounds"]).astype(float)


def rounds(sample: Sample) -> Floats:
    """Return the number of rounds of each match."""
    return sample.rounds_played


def _seats(sample: Sample) -> Floats:
    return sample.rounds_played * sample.players


PROMISES = (
    Measure("promises kept", "game", "How often a promise of tricks is kept exactly.",
            plain(lambda sample: sample.by_match(made(sample)), _seats), share=True, highlight=True),
    Measure("kept by promise", "game", "How often a promise is kept, by the number of tricks promised.",
            lambda sample: by_promise(sample, made(sample)), share=True, by="tricks promised"),
    Measure("kept by kind of card", "game", "How often a promise is kept, by the suit of its card (* for a star).",
            by_kind, share=True, by="suit"),
    Measure("promise", "game", "How often each number of tricks is promised.",
            lambda sample: {bid: (sample.by_match(promises(sample) == bid), _seats(sample)) for bid in range(VALUES)},
            share=True, by="tricks promised", parts=True),
    Measure("gain by promise", "game", "Points that a promise gains above the table's average.",
            lambda sample: by_promise(sample, above_mean(sample)), by="tricks promised", unit="points",
            around_zero=True),
    Measure("gain from bold promises", "game",
            "Points that promises of 3 or more tricks gain above the table's average.",
            lambda sample: {"": counted(sample, above_mean(sample), promises(sample) >= HIGH)}, unit="points",
            around_zero=True),
    Measure("gain of careful promises", "game", "Points that promises of 0 or 1 gain above the table's average.",
            lambda sample: {"": counted(sample, above_mean(sample), promises(sample) <= LOW)}, unit="points",
            around_zero=True),
    Measure("basket", "game", "Points in a round's basket: what all broken promises cost, and each kept promise earns.",
            plain(lambda sample: sample.by_match(missed(sample)), rounds), unit="points"),
    Measure("basket lost", "game", "Rounds in which no promise is kept, so nobody gets the basket.",
            plain(lambda sample: sample.by_match(~made(sample).any(axis=1)), rounds), share=True),
    Measure("points from the basket", "game", "Share of the points for kept promises that comes from the basket.",
            from_basket, share=True),
    Measure("somebody fails", "game", "Rounds in which at least one promise is not kept.",
            plain(failed, rounds), share=True),
    Measure("sum of promises", "game", "How often a round's promises have each sum.", sums, share=True, by="sum",
            parts=True),
    Measure("promised too much", "game", "Rounds in which the promises add up to more tricks than there are.",
            plain(lambda sample: sample.by_match(total(sample) > sample.field("hand_size")), rounds), share=True),
)  # fmt: skip


def repeated(dealt_again: Callable[[Sample], Numbers]) -> tuple[Measure, ...]:
    """Measure how often promises are repeated; `dealt_again` returns how often each round was dealt again."""

    def attempts_above(number: int) -> Callable[[Sample], Floats]:
        return lambda sample: sample.by_match((sample.field("attempt") > number) | (dealt_again(sample) > 0))

    return (
        Measure("promised again", "game", "Rounds in which the promises added up to the refused sum at least once.",
                plain(attempts_above(1), rounds), share=True),
        Measure("third attempts", "game", "Rounds in which a third attempt was needed.",
                plain(attempts_above(2), rounds), share=True),
    )  # fmt: skip


TABLE = (
    Measure("the Dummy wins what it wants", "game", "Rounds in which the Dummy wins as many tricks as it promised.",
            dummy_exact, share=True),
    Measure("gain of the first leader", "fairness",
            "Points that a round's first leader gains above the other players' average.", of_leader, unit="points",
            around_zero=True),
    Measure("first leader keeps the promise", "fairness", "How often the first leader's promise is kept.",
            leader_made, share=True),
    Measure("extra rounds", "length", "Matches that take more than the minimum number of rounds.",
            plain(extra_rounds), share=True),
    Measure("7 to 9 rounds", "length", "Matches that take 7 to 9 rounds.",
            plain(lambda sample: ((sample.rounds_played >= 7) & (sample.rounds_played <= 9)).astype(float)),
            share=True),
)  # fmt: skip

SEVEN_TO_NINE = Claim(
    "seven to nine rounds", "The game usually takes 7 to 9 rounds.", "7 to 9 rounds", above=USUALLY,
    reading="in more than half of all matches",
)  # fmt: skip
BELOW_ZERO = Claim(
    "negative scores", "It is totally possible to have a negative score.", "ever below zero", possible=True,
    reading="it happens",
)  # fmt: skip


def playing_well(phase: str) -> tuple[Claim, ...]:
    """Return the claims about playing well; players make their promises in the phase with this name."""
    return (
        strategy("take risks", "To score a maximum of points, you will have to … take risks …", f"{phase}>={HIGH}",
                 "a player who never promises 3 or more tricks wins fewer matches"),
        Claim("make the others fail", "… but also try to make your opponent fail their own bets.",
              "points from the basket", above=1 / 3, reading="more than a third of the gains come from the basket"),
    )  # fmt: skip


ADAPTING = (
    Claim("adapt", "Will you have the necessary card, or will you need to adapt?", "promised again", possible=True,
          reading="sums of 7 do happen, so players have to choose other cards"),
    Claim("the Dummy", "The Dummy tries to win exactly 2 tricks.", "the Dummy wins what it wants", above=USUALLY,
          reading="the Dummy succeeds in more than half of all rounds", players=(2,)),
)  # fmt: skip
