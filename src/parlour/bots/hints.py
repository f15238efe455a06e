"""Hints: a sentence that says what a strong player would do, and why."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from parlour.bots.basic import find_basic, has_basic
from parlour.bots.search import Budget, Search, Weighed, can_search
from parlour.bots.worth import find_worth
from parlour.engine.rng import generator
from parlour.engine.rule import MISSING
from parlour.engine.sets import each
from parlour.game.game import Game, State
from parlour.game.texts import Text, say
from parlour.match.fair import new_key

HINT_MILLISECONDS = 500
SURE = 3.0  # A difference of at least this many standard errors isn't just chance.


@dataclass(frozen=True)
class Advice:
    """The weighed actions, the best first; the seat's goal; and a sentence of advice."""

    weighed: list[Weighed]
    goal: Text
    sentence: Text


def hint_for(game: Game) -> Callable[[State, int], Text]:
    """Make a function that returns a sentence of advice, given a hidden state and a seat."""
    advise = adviser(game, Budget(milliseconds=HINT_MILLISECONDS, threads=os.cpu_count() or 1))
    return lambda state, seat: advise(state, seat).sentence


def adviser(game: Game, budget: Budget) -> Callable[[State, int], Advice]:
    """Make a function that returns advice, given a hidden state and a seat."""
    rng = generator(new_key())

    def advise(state: State, seat: int) -> Advice:
        legal = list(each(game.legal(state, seat)))
        if len(legal) > 1 and not can_search(game):
            return thumb_advice(game, state, seat, int(find_basic(game)(state, seat, rng)))
        weighed = Search(game, budget).weigh(state, seat, rng) if len(legal) > 1 else [Weighed(legal[0])]
        return advice(game, state, seat, weighed)

    return advise


def advice(game: Game, state: State, seat: int, weighed: list[Weighed]) -> Advice:
    """Make advice from the weighed actions."""
    goal = find_worth(game).goal_of(state)
    if len(weighed) > 1:
        return Advice(weighed, goal, explained(game, state, seat, weighed, goal))
    only = say("Only one move is possible: {action}.", action=label(game, state, seat, weighed[0].action))
    return Advice(weighed, goal, only)


def label(game: Game, state: State, seat: int, action: int) -> Text:
    """Return an action's label as the table shows it to the seat."""
    return next(one.label for one in game.view(state, seat).actions if one.id == action)


def is_close(one: Weighed) -> bool:
    """Say whether an action is about as good as the best action, so that the difference may be chance."""
    return one.behind <= SURE * one.doubt


def thumb_advice(game: Game, state: State, seat: int, action: int) -> Advice:
    """Give advice by the rules of thumb, in case the search is unavailable, not ready, or out of time."""
    name = label(game, state, seat, action)
    if not has_basic(game):
        unknown = "This game has no rules of thumb, and I cannot think ahead now. You could choose: {action}."
        sentence = say(unknown, action=name)
    elif MISSING:
        sentence = say("The rule of thumb says: {action}. Thinking ahead needs Numba, which is missing.", action=name)
    elif can_search(game):
        sentence = say("The rule of thumb says: {action}. There was no time to think ahead.", action=name)
    else:
        sentence = say("The rule of thumb says: {action}. Thinking ahead is being prepared.", action=name)
    return Advice([Weighed(action)], find_worth(game).goal_of(state), reasoned(game, state, seat, action, sentence))


def explained(game: Game, state: State, seat: int, weighed: list[Weighed], goal: Text) -> Text:
    """Name the best action and its reason, and compare it with the second best."""
    best, second = weighed[0], weighed[1]
    choice = say("I would choose: {best}.", best=label(game, state, seat, best.action))
    next_best = label(game, state, seat, second.action)
    if is_close(second):
        compared = say("About as good: {second}.", second=next_best)
    elif (chance := round(100 * best.goal)) > (other := round(100 * second.goal)):
        compared = say("The chance to {goal} is {chance}%; with the next best choice, {second}, it is {other}%.",
                       goal=goal, chance=chance, second=next_best, other=other)  # fmt: skip
    else:
        compared = say("In the long run it is better than the next best choice, {second}.", second=next_best)
    return say("{choice} {compared} {worlds} possible deals were tried.",
               choice=reasoned(game, state, seat, best.action, choice), compared=compared,
               worlds=best.worlds)  # fmt: skip


def reasoned(game: Game, state: State, seat: int, action: int, sentence: Text) -> Text:
    """Append the reason for the action if the game's advice.py has a function `why_choose` that gives one."""
    find = getattr(game.part("advice"), "why_choose", None)
    reason: Text | None = find(state, seat, action) if find else None
    return sentence if reason is None else say("{advice} {reason}", advice=sentence, reason=reason)
