"""The value of a position in Active 13: a seat's chance to win the match, computed from the scores and all cards.

The chance comes from a logistic model, fitted to 1,750,000 rounds. These come from matches between rule-of-thumb
bots whose cards differed, because each bot had first upgraded and binned at random for some time. A card's worth
changes over the match: at first all plain cards below the jack are worth about the same, because nobody keeps them for
long; the nearer the end, the more every rank counts.
"""

import math

import numpy as np

from parlour.bots.worth import WHOLE_MATCH, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import has, lowest, rest
from parlour.game.game import State
from parlour.game.texts import say
from parlour.games.active13.redeal import draw_cards_of

REACH = 5  # A player can win five points in a good round.
FARTHEST = 40  # The model was fitted for up to 40 points to go; longer distances count as 40.

# The model's coefficients for being ahead in points and for having the lead in the next round. In their names, `ROOT`
# is the square root of the points to go.
AHEAD_BY_ROOT = 2.839
AHEAD_BY_TO_GO = -1.027
AHEAD = -0.344
LEAD = 0.052
LEAD_BY_ROOT = -0.177

# What each active card adds, from the 2 to the ace: a constant, plus a coefficient times the root of the points to go.
PLAIN = (-1.325, -1.261, -1.224, -1.140, -1.131, -1.133, -0.990, -1.007, -0.931, -0.793, -0.670, -0.370, -0.043)
HEARTS = (0.171, 0.056, 0.333, 0.448, 0.557, 0.742, 0.843, 1.079, 1.256, 1.440, 1.635, 1.689, 1.768)
PLAIN_BY_ROOT = (0.143, 0.134, 0.128, 0.115, 0.108, 0.111, 0.086, 0.092, 0.079, 0.060, 0.045, 0.015, -0.012)
HEARTS_BY_ROOT = (0.003, 0.045, -0.014, -0.029, -0.045, -0.072, -0.080, -0.115, -0.135, -0.153, -0.169, -0.167, -0.170)
CARD = np.array(PLAIN + HEARTS + PLAIN + PLAIN)  # Hearts are the second of the four suits.
CARD_BY_ROOT = np.array(PLAIN_BY_ROOT + HEARTS_BY_ROOT + PLAIN_BY_ROOT + PLAIN_BY_ROOT)


@rule
def chance_to_win(state: State, seat: int) -> float:
    """Return a seat's chance of winning the match, judged at the end of a round."""
    if state.victors != 0:
        return 1.0 if has(int(state.victors), seat) else 0.0
    to_go = min(max(int(state.target) - max(int(state.scores[0]), int(state.scores[1])), 1), FARTHEST) + 1.0
    promise = _points_worth(state, seat, to_go) + _lead_worth(state, seat, to_go)
    promise += _cards_worth(state, seat, math.sqrt(to_go)) - _cards_worth(state, 1 - seat, math.sqrt(to_go))
    return 1.0 / (1.0 + math.exp(-promise))


@rule
def _points_worth(state: State, seat: int, to_go: float) -> float:
    """Return what being ahead in points adds to a seat's prospects; it adds more, the nearer the end is."""
    ahead = int(state.scores[seat]) - int(state.scores[1 - seat])
    return ahead * (AHEAD_BY_ROOT / math.sqrt(to_go) + AHEAD_BY_TO_GO / to_go + AHEAD)


@rule
def _lead_worth(state: State, seat: int, to_go: float) -> float:
    """Return what leading the next round adds to a seat's prospects, or what not leading it takes away."""
    lead = LEAD + LEAD_BY_ROOT / math.sqrt(to_go)
    return lead if state.leader == seat else -lead


@rule
def _cards_worth(state: State, seat: int, root: float) -> float:
    """Return what a seat's active cards add to its prospects: those in hand, on the table and in both active piles."""
    cards = int(state.hands[seat]) | int(state.discard[seat]) | int(state.played[seat]) | draw_cards_of(state, seat)
    worth = 0.0
    while cards:
        worth += CARD[lowest(cards)] + CARD_BY_ROOT[lowest(cards)] * root
        cards = rest(cards)
    return worth


@rule
def horizon(state: State) -> int:
    """Look ahead to the end of the match if it is near, and otherwise to the end of this round."""
    near = max(int(state.scores[0]), int(state.scores[1])) + REACH >= state.target
    return WHOLE_MATCH if near else 1


@rule
def goal(before: State, state: State, seat: int) -> bool:
    """Say whether the seat won more tricks than its opponent this round or, near the end, whether it won the match."""
    if horizon(before) > 1:
        return has(int(state.victors), seat)
    own = int(state.scores[seat]) - int(before.scores[seat])
    return own > int(state.scores[1 - seat]) - int(before.scores[1 - seat])


WORTH = Worth(horizon, chance_to_win, goal, say("win the most tricks of the round"), learns=False)
