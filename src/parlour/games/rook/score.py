"""Break down a team's score for a hand of Rook into lines: counters, tricks, points for cards, and the bid."""

from parlour.game.game import State
from parlour.game.texts import Text, say
from parlour.game.view import Share
from parlour.games.rook.rules import cards_team
from parlour.games.rook.state import HAND, MADE, NOBODY, SET, TEAMS


def shares_of(state: State, team: int) -> tuple[Share, ...]:
    """Return the lines for a team's score in the hand just played; return none once the next hand is dealt."""
    if state.turn != NOBODY or state.outcome not in (MADE, SET):
        return ()
    tricks = int(state.won[team]) + int(state.won[team + TEAMS])
    cards = int(state.cards_bonus) if cards_team(state.record) == team else 0
    points = int(state.points[team])
    return (
        Share(say("Cards that count"), say("{points}", points=points - cards)),
        Share(say("Tricks"), say("{tricks} of {all}", tricks=tricks, all=HAND)),
        Share(say("For cards"), say("{points}", points=cards)),
        Share(say("Taken"), say("{points}", points=points)),
        Share(say("Bid"), _bid(state, team)),
    )


def _bid(state: State, team: int) -> Text:
    """Say for the bidders how much they bid and whether they made it; for the other team, return a dash."""
    if team != state.bidder % TEAMS:
        return say("–")
    return (
        say("{bid}, made", bid=int(state.bid)) if state.outcome == MADE else say("{bid}, not made", bid=int(state.bid))
    )
