"""Moments to announce in Oh 7 ? and Kod-7: promises turned up, the Interrobang played, the end of a round."""

from parlour.engine.sets import each
from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Mark, Moment
from parlour.games.kit.story import together
from parlour.games.sevens.promises import asterisk
from parlour.games.sevens.rules import INTERROBANG


def moments_of(state: State, phase: str, refused: bool, deck: Deck) -> tuple[Moment, ...]:
    """Return the moments to announce; `refused` says whether the sum of the cards just shown is refused."""
    if not state.played:
        turned = _refusal if refused else _promises
        return (turned(state, phase, deck),) if state.bids[0] >= 0 else ()
    rare = _interrobang(state, deck)
    ended = phase in ("deal", "over") and state.tricks == state.hand_size
    return (*rare, _result(state)) if ended else rare


def why_refused(phase: str, total: int) -> Text:
    """Say what follows a refused sum: another attempt, or another deal."""
    if phase == "deal":
        return say("The sum is {sum} once more: the round is dealt again.", sum=total)
    return say("The sum is {sum}: everybody chooses another card.", sum=total)


def _refusal(state: State, phase: str, deck: Deck) -> Moment:
    """Announce a refused sum: the cards are turned up, but don't count as promises."""
    cards = tuple(deck.name(state.cards[seat]) for seat in range(state.players))
    marks = tuple(Mark(seat, say("{card} refused", card=Card(card))) for seat, card in enumerate(cards))
    text = why_refused(phase, int(state.forbidden_sum))
    return Moment("reveal", say("{sum} is refused", sum=int(state.forbidden_sum)), text, marks, cards)


def _promises(state: State, phase: str, deck: Deck) -> Moment:
    """Announce the promises; this stays the current moment until the first card is played."""
    players = range(state.players)
    total = sum(state.bids[seat] for seat in players) + (state.dummy_tricks if state.players == 2 else 0)
    text = say("Together the players promise {sum} tricks out of {tricks}.", sum=total, tricks=int(state.hand_size))
    cards = tuple(deck.name(state.cards[seat]) for seat in players)
    marks = tuple(
        Mark(seat, say("promises {bid}", bid=f"{int(state.bids[seat])}{asterisk(state.cards[seat])}"))
        for seat in players
    )
    return Moment("reveal", say("{sum} of {tricks}", sum=total, tricks=int(state.hand_size)), text, marks, cards)


def _interrobang(state: State, deck: Deck) -> tuple[Moment, ...]:
    """Announce the Interrobang if it was played in this trick or the trick before it."""
    places = max(int(state.players), 3)
    for play in range(max(0, state.trick_start - places), state.played):
        if state.played_cards[play] == INTERROBANG:
            seat, name = int(state.played_seats[play]), deck.name(INTERROBANG)
            text = say("{who} plays {card}: only the exception suit beats it.", who=Who(seat), card=Card(name))
            return (Moment("surprise", say("Interrobang"), text, (Mark(seat, say("Interrobang")),), (name,)),)
    return ()


def _result(state: State) -> Moment:
    """Announce the end of a round, with what each player gained or lost."""
    marks = tuple(
        Mark(seat, say("{gain}", gain=f"{int(state.gains[seat]):+d}"),
             "good" if int(state.kept) >> seat & 1 else "bad")
        for seat in range(state.players)
    )  # fmt: skip
    return Moment("result", say("Round {round}", round=int(state.rounds)), _keepers(list(each(state.kept))), marks)


def _keepers(seats: list[int]) -> Text:
    """Name the players who kept their promises."""
    if not seats:
        return say("Nobody kept their promise.")
    if len(seats) == 1:
        return say("Only {who} kept the promise.", who=Who(seats[0]))
    return say("{some} kept their promises.", some=together(seats))
