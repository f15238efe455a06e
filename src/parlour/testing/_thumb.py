"""Properties of `choose`, a game's rules of thumb; compiled loops don't check its choices."""

from parlour.bots.basic import find_basic, has_basic
from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.game.game import State
from parlour.match.fair import bots_seed, seeded_key
from parlour.testing._position import Position
from parlour.testing._positions import named
from parlour.testing.broken import Broken

WORLDS = 2  # How many redealt states must give the same choice.


def rules_of_thumb_choose_a_legal_action(position: Position) -> None:
    """Check that `choose` returns a legal action for every seat that may act."""
    if not has_basic(position.game):
        return
    for seat in position.match.actors:
        action, legal = _chosen(position, position.state, seat), position.match.legal(seat)
        if action not in legal:
            raise Broken(f"choose gives action {action}; expected one of the legal actions {legal}", position, seat)


def rules_of_thumb_know_only_what_the_seat_knows(position: Position) -> None:
    """Check that `choose` returns the same action in the true state, after `hide`, and after `redeal`."""
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
    """Let `choose` choose with the same random numbers each time, and check that it doesn't change the state."""
    looked = position.game.copy(state)
    with named(position, seat):
        action = int(find_basic(position.game)(looked, seat, generator(bots_seed(seeded_key(position.seed, 2)))))
    if looked.tobytes() != state.tobytes():
        raise Broken("choose changes the state; expected that it only reads it", position, seat)
    return action
