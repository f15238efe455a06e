"""Check that seeded matches in CUDA's simulator and on the CPU have identical outcomes."""

import sys

import numpy as np

from parlour.bots.basic import compiled_bots, find_basic
from parlour.bots.levels import SLIPS
from parlour.envs.cuda.rules import SIMULATED
from parlour.envs.cuda.simulation import play_chunk, play_totals, totals_of
from parlour.envs.cuda.warp import WARP
from parlour.game.game import Game
from parlour.games import load_game
from parlour.match.seeds import seeded_words
from parlour.match.totals import Sum, Totals
from parlour.match.walk import Outcomes, find_random, play_matches

SEED, FIRST, MATCHES, LIMIT = 5, 99, 2, 2  # Match numbers 99 and 100 have two and three digits.
MORE = WARP + 2  # With this many matches, two threads play a second match.


def compare(game: Game, players: int, bots: list[str], matches: int = MATCHES, limit: int = LIMIT) -> None:
    """Play the same matches in the simulator, where all threads wait for each other, and on the CPU."""
    start, slips = game.new_state(players), [SLIPS[name] for name in bots]
    chosen = find_random(game) if set(bots) == {"random"} else find_basic(game)
    asked = game, chosen, slips, start, SEED, FIRST, matches, limit, WARP
    finals, found = play_chunk(*asked)
    keys = seeded_words(SEED, range(FIRST, FIRST + matches))
    states, expected = play_matches(game, chosen, slips, start, keys, limit)
    assert finals.tobytes() == states.tobytes(), (players, bots)
    for name in ("winners", "rounds", "decisions", "over"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name
    assert play_totals(*asked) == added(expected, players)


def added(played: Outcomes, players: int) -> Totals:
    """Add up outcomes in Python."""
    rounds, decisions = (Sum(sum(values), sum(one * one for one in values))
                         for values in (played.rounds.tolist(), played.decisions.tolist()))  # fmt: skip
    winners = [played.winners.tolist().count(seats) for seats in range(1 << players)]
    return Totals(len(played.over), sum(played.over.tolist()), rounds, decisions, winners)


def check_large_sums() -> None:
    """Check that sums of squares with more than 64 bits are exact."""
    outcomes = np.array([(number % 4, 10**9 - number, 3 * 10**9 + number, number % 2) for number in range(300)])
    assert totals_of(outcomes, 2) == added(Outcomes(*outcomes.T), 2)


def main(game: Game) -> None:
    """Compare matches with the minimum and maximum numbers of players, of random bots and of all compiled bots."""
    assert SIMULATED
    check_large_sums()
    compare(game, game.players[0], ["random"] * game.players[0], MORE, 1)
    for players in sorted({game.players[0], game.players[-1]}):
        compare(game, players, ["random"] * players)
        known = list(compiled_bots(game))
        compare(game, players, [known[seat % len(known)] for seat in range(players)])


main(load_game(sys.argv[1]))
