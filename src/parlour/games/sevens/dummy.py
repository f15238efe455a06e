"""Say why the Dummy played a card. The rules determine the Dummy's choice, and its cards lie face up."""

from parlour.engine.sets import each
from parlour.game.cards import Deck
from parlour.game.game import State
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Choice
from parlour.games.sevens.rules import CANNOT_LOSE, CANNOT_WIN, DUMMY, LOSE, NO_SUIT, WIN_HIGH, WIN_LOW, dummy_aim, put

PLACES = 3  # cards in a trick: the two players' and the Dummy's
NO_CHOICE = -1  # the Dummy didn't play last
KEPT_AIMS = 4096  # size of the cache, which all viewers share
_aims: dict[tuple[int, ...], int] = {}


def last_aim(state: State) -> int:
    """Return the Dummy's aim in the last trick, or NO_CHOICE if the Dummy didn't play last."""
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
    """Return the Dummy's aim, from the table just before it played: two cards in the trick, and its open cards."""
    then = state.record.copy()
    then.open, then.won[DUMMY] = opened, won
    then.trick, then.lead, then.trick_start, then.played = 0, NO_SUIT, start, start
    for play in range(start, start + PLACES - 1):
        put(then, int(state.played_seats[play]), int(state.played_cards[play]))
    return int(dummy_aim(then))


def chosen_from(state: State) -> int:
    """Return the three face-up cards from which the Dummy chose its card for the last trick."""
    return int(state.open) | 1 << int(state.played_cards[state.trick_start - 1])


def choice(deck: Deck, card: int, opened: int, aim: int) -> Choice:
    """Return the Dummy's choice: the cards it chose from, and the reason."""
    return Choice(DUMMY, deck.shown(opened), why(aim, deck.name(card)))


def why(aim: int, name: str) -> Text:
    """Say why the Dummy plays this card."""
    who, card = Who(DUMMY), Card(name)
    if aim == WIN_LOW:
        return say("{who} plays {card}, the lowest card that wins: it wants this trick and more.", who=who, card=card)
    if aim == WIN_HIGH:
        return say("{who} plays {card}, the highest card that wins: it wants one more trick.", who=who, card=card)
    if aim == CANNOT_WIN:
        return say("{who} plays {card}, the lowest card it may play: it wants to win, but cannot.", who=who, card=card)
    if aim == LOSE:
        return say("{who} plays {card}, the highest card that loses: it wants no more tricks.", who=who, card=card)
    assert aim == CANNOT_LOSE
    return say("{who} plays {card}, the highest card it may play: it wants to lose, but cannot.", who=who, card=card)


def tell_choice(deck: Deck, before: State, state: State, card: int) -> list[Text]:
    """Say which third card the Dummy turns up, and which of its three face-up cards it plays."""
    (turned,) = each(chosen_from(state) & ~int(before.open))
    first, second = (Card(name) for name in deck.shown(int(before.open)))
    return [
        say("{who} turns up {card} beside {first} and {second}.", who=Who(DUMMY), card=Card(deck.name(turned)),
            first=first, second=second),
        why(last_aim(state), deck.name(card)),
    ]  # fmt: skip
