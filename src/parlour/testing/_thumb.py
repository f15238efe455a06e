"""Properties of a game's rules of thumb, `choose`, if it has them: nothing checks a bot that plays by them."""

from parlour.bots.basic import find_basic, has_basic
from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.game.game import State
from parlour.match.fair import bots_seed, seeded_key
from parlour.testing._position import Position
from parlour.testing._positions import named
from parlour.testing.broken import Broken

WORLDS = 2  # in which a seat that can't tell them apart must choose the same


def rules_of_thumb_choose_a_legal_action(position: Position) -> None:
    """Check that `choose` chooses a legal action, in every position and for every seat that may act."""
    if not has_basic(position.game):
        return
    for seat in position.match.actors:
        action, legal = _chosen(position, position.state, seat), position.match.legal(seat)
        if action not in legal:
            raise Broken(f"choose gives action {action}; expected one of the legal actions {legal}", position, seat)


def rules_of_thumb_know_only_what_the_seat_knows(position: Position) -> None:
    """Check that `choose` chooses the same in the whole state, in the hidden one and in a redealt one."""
    if not has_basic(position.game):
        return
    for seat in position.match.actors:
        with named(position, seat):
            others = [("the hidden state", position.game.hidden(position.state, seat))]
            others += [("a redealt state", position.world(seat, number)) for number in range(WORLDS)]
        action = _chosen(position, position.state, seat)
        for called, state in others:
            other = _chosen(position, state, seat)
            if other != action:
                raise Broken(
                    f"choose gives action {action} in the whole state but action {other} in {called}: it depends on "
                    f"something that the seat may not know ({list(each(position.game.legal(state, seat)))} are legal)",
                    position, seat, action,
                )  # fmt: skip


def _chosen(position: Position, state: State, seat: int) -> int:
    """Let the rules of thumb choose, with the same generator in every state; they must not change it."""
    looked = position.game.copy(state)
    with named(position, seat):
        action = int(find_basic(position.game)(looked, seat, generator(bots_seed(seeded_key(position.seed, 2)))))
    if looked.tobytes() != state.tobytes():
        raise Broken("choose changes the state; expected that it only reads it", position, seat)
    return action
