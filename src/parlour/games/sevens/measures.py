"""Measures of both Oh 7 ? and Kod-7: promises kept, the basket, sums, repeated promises, the first leader."""

from collections.abc import Callable

import numpy as np

from parlour.games.sevens.rules import DUMMY, PLAYS, VALUES
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import USUALLY, Claim
from parlour.lab.measures.common import above_others
from parlour.lab.sample import Floats, Numbers, Sample

# fields at the end of a round that go into the rows of rounds
COLUMNS = ("bids", "won", "cards", "attempt", "trump", "gains", "made")
HIGH, LOW = 3, 1  # promises of HIGH or more are bold, those of LOW or less are careful


def made(sample: Sample) -> Numbers:
    """Return whether each seat kept its promise, by round."""
    return sample.field("bids") == sample.field("won")


def promises(sample: Sample) -> Numbers:
    """Return the tricks promised, by round and seat."""
    return sample.field("bids").astype(np.int64)


def missed(sample: Sample) -> Numbers:
    """Return by how many tricks each seat failed."""
    return np.abs(promises(sample) - sample.field("won"))


def counted(sample: Sample, top: Numbers, bottom: Numbers) -> tuple[Floats, Floats]:
    """Sum up values by round and seat for each match."""
    return sample.by_match(top * bottom), sample.by_match(bottom)


def by_promise(sample: Sample, top: Numbers) -> Values:
    """Group a value of each round and seat by the tricks promised."""
    bids = promises(sample)
    return {bid: counted(sample, top, bids == bid) for bid in range(VALUES) if (bids == bid).any()}


def by_kind(sample: Sample) -> Values:
    """Return promises kept by the suit of the card: its name without its number."""
    names = np.array([name.lstrip("0123456789") for name in sample.game.deck.names])
    kinds = names[sample.field("cards")]
    return {kind: counted(sample, made(sample), kinds == kind) for kind in sorted(set(names)) if (kinds == kind).any()}


def failed(sample: Sample) -> Floats:
    """Return the rounds in which at least one seat failed."""
    return sample.by_match(~made(sample).all(axis=1))


def total(sample: Sample) -> Numbers:
    """Return the sum of the promises of a round, the Dummy's included."""
    return promises(sample).sum(axis=1) + (sample.field("dummy_tricks") if sample.players == DUMMY else 0)


def sums(sample: Sample) -> Values:
    """Count rounds by the sum of the promises."""
    found = total(sample)
    return {number: (sample.by_match(found == number), sample.rounds_played) for number in range(PLAYS + 1)}


def of_leader(sample: Sample) -> Values:
    """Return what the first leader gains above the others."""
    return above_others(sample, sample.first_in("play"))


def leader_made(sample: Sample) -> Values:
    """Return the promises kept by the first leader."""
    leader = sample.first_in("play")
    kept = np.take_along_axis(made(sample), np.maximum(leader, 0)[:, None], axis=1)[:, 0]
    return {"": (sample.by_match(kept * (leader >= 0)), sample.by_match(leader >= 0))}


def above_mean(sample: Sample) -> Numbers:
    """Return the gain of each seat above the mean of the table."""
    return sample.gains - sample.gains.mean(axis=1, keepdims=True)


def from_basket(sample: Sample) -> Values:
    """Return the points of kept promises that came out of the basket."""
    kept, basket = made(sample), missed(sample).sum(axis=1, keepdims=True)
    return {"": (sample.by_match(kept * basket), sample.by_match(kept * sample.gains))}


def dummy_exact(sample: Sample) -> Values:
    """Return whether the Dummy wins exactly what it wants."""
    if sample.players != DUMMY:
        return {}
    won = sample.round_states["won"][:, DUMMY] == sample.field("dummy_tricks")
    return {"": (sample.by_match(won), sample.rounds_played)}


def extra_rounds(sample: Sample) -> Floats:
    """Return the matches that went on after the minimum number of rounds."""
    return (sample.rounds_played > sample.final_states["min_rounds"]).astype(float)


def rounds(sample: Sample) -> Floats:
    """Return how many rounds each match had."""
    return sample.rounds_played


def _seats(sample: Sample) -> Floats:
    return sample.rounds_played * sample.players


PROMISES = (
    Measure("promises kept", "game", "How often a promise of tricks is kept exactly.",
            plain(lambda sample: sample.by_match(made(sample)), _seats), share=True, highlight=True),
    Measure("kept by promise", "game", "How often it is kept, by the number of tricks promised.",
            lambda sample: by_promise(sample, made(sample)), share=True, by="tricks promised"),
    Measure("kept by kind of card", "game", "How often it is kept, by the suit of the card that was shown (*: a star).",
            by_kind, share=True, by="suit"),
    Measure("promise", "game", "Promises by the number of tricks promised.",
            lambda sample: {bid: (sample.by_match(promises(sample) == bid), _seats(sample)) for bid in range(VALUES)},
            share=True, by="tricks promised", parts=True),
    Measure("gain by promise", "game", "What a promise gains above the mean of the table.",
            lambda sample: by_promise(sample, above_mean(sample)), by="tricks promised", unit="points",
            around_zero=True),
    Measure("gain of bold promises", "game", "What promises of 3 or more tricks gain above the mean of the table.",
            lambda sample: {"": counted(sample, above_mean(sample), promises(sample) >= HIGH)}, unit="points",
            around_zero=True),
    Measure("gain of careful promises", "game", "What promises of 0 or 1 gain above the mean of the table.",
            lambda sample: {"": counted(sample, above_mean(sample), promises(sample) <= LOW)}, unit="points",
            around_zero=True),
    Measure("basket", "game", "Points lost in a round, which all who kept their promise receive.",
            plain(lambda sample: sample.by_match(missed(sample)), rounds), unit="points"),
    Measure("basket lost", "game", "Rounds in which nobody keeps the promise, and the basket is nobody's.",
            plain(lambda sample: sample.by_match(~made(sample).any(axis=1)), rounds), share=True),
    Measure("points from the basket", "game", "How much of the points for kept promises comes out of the basket.",
            from_basket, share=True),
    Measure("somebody fails", "game", "Rounds in which at least one promise is not kept.",
            plain(failed, rounds), share=True),
    Measure("sum of promises", "game", "Rounds by the sum of all promises.", sums, share=True, by="sum",
            parts=True),
    Measure("promised too much", "game", "Rounds in which more tricks are promised than there are.",
            plain(lambda sample: sample.by_match(total(sample) > sample.field("hand_size")), rounds), share=True),
)  # fmt: skip


def repeated(dealt_again: Callable[[Sample], Numbers]) -> tuple[Measure, ...]:
    """Measure how often promises are repeated; `dealt_again` counts redeals of each round after the last attempt."""

    def attempts_above(number: int) -> Callable[[Sample], Floats]:
        return lambda sample: sample.by_match((sample.field("attempt") > number) | (dealt_again(sample) > 0))

    return (
        Measure("promised again", "game", "Rounds in which the promises came to the refused sum at least once.",
                plain(attempts_above(1), rounds), share=True),
        Measure("third attempts", "game", "Rounds in which a third attempt was needed.",
                plain(attempts_above(2), rounds), share=True),
    )  # fmt: skip


TABLE = (
    Measure("the Dummy wins what it wants", "game", "Rounds in which the Dummy wins exactly the tricks it promised.",
            dummy_exact, share=True),
    Measure("gain of the first leader", "fairness",
            "What the first leader of a round gains in it above the mean of the others.", of_leader, unit="points",
            around_zero=True),
    Measure("first leader keeps the promise", "fairness", "How often the first leader's promise is kept.",
            leader_made, share=True),
    Measure("extra rounds", "length", "Matches that go on after the minimum number of rounds.",
            plain(extra_rounds), share=True),
    Measure("7 to 9 rounds", "length", "Matches that take 7 to 9 rounds.",
            plain(lambda sample: ((sample.rounds_played >= 7) & (sample.rounds_played <= 9)).astype(float)),
            share=True),
)  # fmt: skip

SEVEN_TO_NINE = Claim(
    "seven to nine rounds", "The game usually takes 7 to 9 rounds.", "7 to 9 rounds", above=USUALLY,
    reading="more than half of all matches",
)  # fmt: skip
BELOW_ZERO = Claim(
    "negative scores", "It is totally possible to have a negative score.", "ever below zero", possible=True,
    reading="it happens",
)  # fmt: skip
PLAYING_WELL = (
    Claim("take risks", "To score a maximum of points, you will have to … take risks …", "gain of bold promises",
          above=0.0, reading="promises of 3 or more gain more than the mean of the table"),
    Claim("make the others fail", "… but also try to make your opponent fail their own bets.",
          "points from the basket", above=1 / 3, reading="more than a third of the points come out of the basket"),
)  # fmt: skip
ADAPTING = (
    Claim("adapt", "Will you have the necessary card, or will you need to adapt?", "promised again", possible=True,
          reading="sums of 7 do happen, and other cards have to do"),
    Claim("the Dummy", "The Dummy tries to win exactly 2 tricks.", "the Dummy wins what it wants", above=USUALLY,
          reading="it succeeds in more than half of all rounds", players=(2,)),
)  # fmt: skip
