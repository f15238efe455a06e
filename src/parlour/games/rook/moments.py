"""Moments that the table announces in Rook: a player makes the highest possible bid, or a hand ends."""

from parlour.game.game import State
from parlour.game.texts import Text, Who, say
from parlour.game.view import Mark, Moment
from parlour.games.rook.state import ASIDE, MADE, NOBODY, REVOKED, SEATS, TEAMS, THROWN_IN


def moments_of(state: State) -> tuple[Moment, ...]:
    """Return what to announce now: the highest possible bid, or the result of a hand."""
    if state.turn == NOBODY:
        return (_result(state),) if state.rounds else ()
    return (_highest_bid(state),) if state.phase == ASIDE and state.bid == state.max_bid else ()


def _highest_bid(state: State) -> Moment:
    """Announce the highest possible bid."""
    bid, seat = int(state.bid), int(state.bidder)
    text = say("{who} bids {bid}: there is no higher bid.", who=Who(seat), bid=bid)
    return Moment("surprise", say("{bid}!", bid=bid), text, (Mark(seat, say("bid {bid}", bid=bid)),))


def _result(state: State) -> Moment:
    """Announce the result of the hand."""
    if state.outcome == THROWN_IN:
        return Moment("result", say("Thrown in"), say("All have passed: the hand is thrown in."))
    marks = tuple(_mark(state, seat) for seat in range(SEATS))
    if state.outcome == REVOKED:
        return Moment("failure", say("A revoke"), _award(state), marks)
    if state.outcome == MADE:
        return Moment("success", say("Made"), _contract(state), marks)
    return Moment("failure", say("Not made"), _contract(state), marks)


def _mark(state: State, seat: int) -> Mark:
    """Return a mark beside the seat that shows its team's gain in the hand."""
    gain = int(state.gains[seat % TEAMS])
    return Mark(seat, say("{gain}", gain=f"{gain:+d}"), "bad" if gain < 0 else "good" if gain else "")


def _contract(state: State) -> Text:
    """Say what the bidders bid, and how many points they took."""
    team = int(state.bidder) % TEAMS
    return say("{who} and {partner} bid {bid} and took {points}.", who=Who(team), partner=Who(team + TEAMS),
               bid=int(state.bid), points=int(state.points[team]))  # fmt: skip


def _award(state: State) -> Text:
    """Say how many points the other team receives for a revoke."""
    team = 0 if state.gains[0] else 1
    return say("{who} and {partner} receive {award} points.", who=Who(team), partner=Who(team + TEAMS),
               award=int(state.gains[team]))  # fmt: skip
