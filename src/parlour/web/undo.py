"""Whether an action has revealed a secret, asked of the contract alone: no game needs a rule for undo.

An action is harmless if nobody has learned anything: in every world that an onlooker held possible before it, the seat
has some action after which the onlooker sees the same table. All worlds are drawn from what the acting seat knows, so
that the answer tells that seat nothing about the others' cards.
"""

from parlour.cards import each
from parlour.game import SPECTATOR, Game, State
from parlour.rng import Rng, generator
from parlour.view import View

WORLDS = 4  # worlds drawn for the acting seat, and in each of them one for every onlooker
SEED = bytes(range(1, 33))  # always the same worlds: the answer depends on what the seat knows alone


def reveals(game: Game, hidden: State, seat: int, action: int) -> bool:
    """Whether the action, done in what the seat saw, has shown anybody something that was hidden."""
    rng = generator(SEED)
    onlookers = range(SPECTATOR, int(hidden.players))
    for _ in range(WORLDS):
        world = _dealt(game, hidden, seat, rng)
        if any(_learns(game, world, onlooker, seat, action, rng) for onlooker in onlookers):
            return True
    return _shows_cards(game, world, seat, action)


def _learns(game: Game, world: State, onlooker: int, seat: int, action: int, rng: Rng) -> bool:
    """Whether another world that the onlooker held possible cannot look like this after the action."""
    other = _dealt(game, game.hidden(world, onlooker), onlooker, rng)
    wanted = _seen_after(game, world, onlooker, seat, action)
    choices = [action] if seat == onlooker else sorted(each(game.legal(other, seat)), key=lambda one: one != action)
    return not any(_seen_after(game, other, onlooker, seat, choice) == wanted for choice in choices)


def _dealt(game: Game, hidden: State, seat: int, rng: Rng) -> State:
    """One world that fits what the seat knows."""
    world = game.copy(hidden)
    game.redeal(world, seat, rng)
    return world


def _seen_after(game: Game, world: State, onlooker: int, seat: int, action: int) -> bytes:
    """All that the onlooker knows after the action, as bytes."""
    after = game.copy(world)
    game.apply(after, seat, action)
    game.hide(after, onlooker)
    return after.tobytes()


def _shows_cards(game: Game, world: State, seat: int, action: int) -> bool:
    """Whether more cards lie open for everybody; a card that was likely there may escape the worlds drawn."""
    before = _open_cards(game.view(game.hidden(world, SPECTATOR), SPECTATOR))
    after = game.copy(world)
    game.apply(after, seat, action)
    return not _open_cards(game.view(game.hidden(after, SPECTATOR), SPECTATOR)) <= before


def _open_cards(view: View) -> set[str]:
    """Every card that a view shows."""
    cards = {play.card for play in (*view.centre.trick, *view.centre.last_trick)}
    for seat in view.seats:
        cards.update(seat.hand, seat.bid_cards)
    for pile in view.centre.piles:
        cards.update(pile.open)
    return cards
