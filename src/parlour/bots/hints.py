"""What a strong player would do, and why, in a sentence."""

import os
from collections.abc import Callable

from parlour.bots.search import Budget, Search, Weighed
from parlour.cards import each
from parlour.fair import new_key
from parlour.game import Game, State
from parlour.rng import generator
from parlour.texts import Text, say

HINT_MILLISECONDS = 500
SURE = 3.0  # standard errors between the best two at which the advice is sure


def hint_for(game: Game) -> Callable[[State, int], Text]:
    """Advice for a game: from a hidden state and the seat."""
    search = Search(game, Budget(milliseconds=HINT_MILLISECONDS, threads=os.cpu_count() or 1))
    rng = generator(new_key())

    def advise(state: State, seat: int) -> Text:
        legal = list(each(game.legal(state, seat)))
        if len(legal) == 1:
            return say("There is no choice: {action}.", action=game.action_name(state, seat, legal[0]))
        return explained(game, state, seat, search.weigh(state, seat, rng))

    return advise


def explained(game: Game, state: State, seat: int, weighed: list[Weighed]) -> Text:
    """The best action, how far the next one is behind, and how sure that is."""
    best, second = weighed[0], weighed[1]
    behind = best.value - second.value
    error = (best.error**2 + second.error**2) ** 0.5
    sure = say("surely") if behind > SURE * error else say("a close choice")
    return say(
        "I would choose {best}: worth {value} ± {error}, and {behind} more than {second} ({sure}, "
        "{worlds} possible deals tried).",
        best=game.action_name(state, seat, best.action), value=f"{best.value:+.2f}", error=f"{2 * best.error:.2f}",
        second=game.action_name(state, seat, second.action), behind=f"{behind:.2f}", sure=sure, worlds=best.worlds,
    )  # fmt: skip
