"""Why the Dummy played a card: the rules say what it wanted, and the cards it chose from were face up."""

from parlour.engine.sets import each
from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Choice
from parlour.games.sevens.rules import CANNOT_LOSE, CANNOT_WIN, DUMMY, LOSE, NO_SUIT, WIN_HIGH, WIN_LOW, dummy_aim, put

PLACES = 3  # cards in a trick of two players and the Dummy
NO_CHOICE = -1  # it didn't play last
KEPT_AIMS = 4096  # all viewers ask for the same ones
_aims: dict[tuple[int, ...], int] = {}


def last_aim(state: State) -> int:
    """Return what the Dummy wanted in the last trick if it played last; else NO_CHOICE."""
    start = int(state.trick_start) - PLACES
    if state.players > DUMMY or start < 0 or state.played_seats[start + PLACES - 1] != DUMMY:
        return NO_CHOICE
    opened, won = chosen_from(state), int(state.won[DUMMY]) - (state.leader == DUMMY)
    first, second = int(state.played_cards[start]), int(state.played_cards[start + 1])
    depends_on = first, second, opened, int(state.trump), int(state.dummy_tricks) - won
    aim = _aims.get(depends_on)
    if aim is None:
        if len(_aims) >= KEPT_AIMS:
            _aims.clear()
        aim = _aims[depends_on] = _aim_then(state, start, opened, won)
    return aim


def _aim_then(state: State, start: int, opened: int, won: int) -> int:
    """Return what the rules say for the table before the Dummy played: two cards in the trick, and its open ones."""
    then = state.record.copy()
    then.open, then.won[DUMMY] = opened, won
    then.trick, then.lead, then.trick_start, then.played = 0, NO_SUIT, start, start
    for play in range(start, start + PLACES - 1):
        put(then, int(state.played_seats[play]), int(state.played_cards[play]))
    return int(dummy_aim(then))


def chosen_from(state: State) -> int:
    """Return the face-up cards from which the Dummy played last to the last trick."""
    return int(state.open) | 1 << int(state.played_cards[state.trick_start - 1])


def choice(deck: Deck, card: int, opened: int, aim: int) -> Choice:
    """Return how the Dummy chose this card."""
    return Choice(DUMMY, deck.shown(opened), why(aim, deck.name(card)))


def why(aim: int, name: str) -> Text:
    """Say why the Dummy plays the card."""
    who, card = Who(DUMMY), Card(name)
    if aim == WIN_LOW:
        return say("{who} plays {card}, the lowest card that wins: it wants this trick and more.", who=who, card=card)
    if aim == WIN_HIGH:
        return say("{who} plays {card}, the highest card that wins: it wants one more trick.", who=who, card=card)
    if aim == CANNOT_WIN:
        return say("{who} plays {card}, the lowest card it may: it wants to win, but cannot.", who=who, card=card)
    if aim == LOSE:
        return say("{who} plays {card}, the highest card that loses: it wants no more tricks.", who=who, card=card)
    assert aim == CANNOT_LOSE
    return say("{who} plays {card}, the highest card it may: it wants to lose, but cannot.", who=who, card=card)


def tell_choice(deck: Deck, before: State, state: State, card: int) -> list[Text]:
    """Say which third card the Dummy turns up, and which of the three it plays."""
    (turned,) = each(chosen_from(state) & ~int(before.open))
    first, second = (Card(name) for name in deck.shown(int(before.open)))
    return [
        say("{who} turns up {card} beside {first} and {second}.", who=Who(DUMMY), card=Card(deck.name(turned)),
            first=first, second=second),
        why(last_aim(state), deck.name(card)),
    ]  # fmt: skip
