"""Properties of `hide` and `redeal`: no seat sees a secret, and redealt cards fit what a seat knows."""

from collections import Counter
from collections.abc import Iterator

from parlour.engine.sets import each
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.fields import Field, Kind
from parlour.game.game import SPECTATOR, State
from parlour.game.states import entries
from parlour.testing._position import Position, redealer
from parlour.testing._positions import named, walked
from parlour.testing.broken import Broken, described

WORLDS = 3  # How many times the unknown cards are redealt for each viewer.
MANY_WORLDS = 12
MANY_CARDS = 4  # With this many unknown cards, redeal must give different results.
PLAYED_ON = 60  # How many moves are played after a redeal.
LONGEST = 2 * PLAYED_ON  # The maximum number of moves and deals after a redeal.
SEEN_OFTEN = 12  # A secret that is visible this often, and never hidden, is a leak.
FIRST_CHANCES = 4  # How many deals before the first move are checked.


def differing(position: Position, one: State, other: State) -> str:
    """Name the fields in which two states differ, such as `hands[1], aside`."""
    names = []
    for field in position.game.fields:
        pairs = zip(entries(field, one), entries(field, other), strict=True)
        names += [_entry(field, where) for (where, left), (_, right) in pairs if left != right]
    return ", ".join(names) or "the padding"


def _entry(field: Field, where: tuple[int, ...]) -> str:
    return field.name + "".join(f"[{index}]" for index in where)


def hiding_twice_is_hiding_once(position: Position) -> None:
    """Check that hiding a hidden state again doesn't change it."""
    game = position.game
    for viewer in position.viewers:
        with named(position, viewer):
            once = game.hidden(position.state, viewer)
            twice = game.hidden(once, viewer)
        if twice.tobytes() != once.tobytes():
            raise Broken(f"hiding twice changes {differing(position, once, twice)}", position, viewer)


def hide_keeps_legal_actions(position: Position) -> None:
    """Check that a seat's legal actions don't depend on what it can't see."""
    game = position.game
    for seat in range(position.players):
        with named(position, seat):
            true, hidden = game.legal(position.state, seat), game.legal(game.hidden(position.state, seat), seat)
            world = game.legal(position.world(seat, 5), seat)
        for legal, when in ((hidden, "after hide"), (world, "after redeal")):
            if legal != true:
                raise Broken(
                    f"{when} the seat has the legal actions {list(each(legal))}, not {list(each(true))}: "
                    "they depend on something that it may not know",
                    position, seat,
                )  # fmt: skip


def own_fields_are_hidden(position: Position) -> None:
    """Check that cards in a field that only the seat itself observes aren't always visible to others."""
    game, seen, hidden = position.game, Counter[str](), set[str]()
    secret = [field for field in game.fields if field.observed == "own" and field.kind in (Kind.CARD_SET, Kind.CARD)]
    last = position
    for last in walked(game, position.players, position.seed, SEEN_OFTEN * 4):
        for viewer in last.viewers:
            shown = game.hidden(last.state, viewer)
            for field in secret:
                for (where, truth), (_, value) in zip(entries(field, last.state), entries(field, shown), strict=True):
                    if where[0] == viewer or truth in (0 if field.kind == Kind.CARD_SET else NO_CARD,):
                        continue
                    name = f"{_entry(field, where)} visible to {_called(viewer)}"
                    seen[name] += value == truth
                    hidden |= {name} if value != truth else set()
    leaks = [name for name, times in seen.items() if times >= SEEN_OFTEN and name not in hidden]
    if leaks:
        raise Broken(f"hide always leaves {leaks[0]}; expected that only its own seat sees it", last)


def redeal_fits(position: Position) -> None:
    """Check that states which differ only in what a viewer can't see are the same after `hide`, with the same view."""
    game = position.game
    for viewer in position.viewers:
        hidden = game.hidden(position.state, viewer)
        for number in range(WORLDS):
            with named(position, viewer):
                again = game.hidden(position.world(viewer, number), viewer)
            if again.tobytes() != hidden.tobytes():
                raise Broken(
                    f"hide, redeal and hide again changes {differing(position, hidden, again)}: either hide leaves "
                    "something that the viewer may not know, or redeal deals what does not fit",
                    position, viewer,
                )  # fmt: skip
            with named(position, viewer):
                same = game.view(again, viewer) == game.view(hidden, viewer)
            if not same:
                raise Broken("the view of the same hidden state is not always the same", position, viewer)


def redeal_is_complete(position: Position) -> None:
    """Check that after a redeal all cards exist, the same seats are to act, and these seats have legal actions."""
    game, cards = position.game, Counter(position.game.every_card(position.state))
    for viewer in position.viewers:
        for number in range(WORLDS):
            with named(position, viewer):
                world = position.world(viewer, number)
                found, acting = Counter(game.every_card(world)), game.actors(world)
            if left := [_entry(field, where) for field, where in _hidden_cards(position, world)]:
                raise Broken(f"redeal leaves {left[0]} hidden; expected a card", position, viewer)
            if found != cards:
                names = [game.deck.name(card % len(game.deck.names)) for card in (cards - found) + (found - cards)]
                raise Broken(f"after redeal there are cards missing or too many: {' '.join(names)}", position, viewer)
            if acting != game.actors(position.state):
                raise Broken(
                    f"after redeal the seats {list(each(acting))} may act, not {position.match.actors}",
                    position, viewer,
                )  # fmt: skip
            if idle := [seat for seat in each(acting) if not game.legal(world, seat)]:
                raise Broken(f"after redeal seat {idle[0]} may act but has no legal action", position, viewer)


def _hidden_cards(position: Position, state: State) -> Iterator[tuple[Field, tuple[int, ...]]]:
    """Find the entries of a state that contain a face-down card whose identity is hidden."""
    for field in position.game.fields:
        if field.kind == Kind.CARD:
            yield from ((field, where) for where, value in entries(field, state) if value == HIDDEN)


def redeal_can_be_played_on(position: Position) -> None:
    """Check that the match can be played on after a redeal."""
    game = position.game
    for viewer in position.viewers:
        state, rng = position.world(viewer, 6), position.random(f"on {viewer}")
        dealer, cards = redealer(position.seed, viewer, 7), Counter(game.every_card(position.state))
        for moves in range(LONGEST):
            try:
                seats = list(each(game.actors(state)))
                if seats and moves >= PLAYED_ON:
                    break
                if seats:
                    seat = rng.choice(seats)
                    game.apply(state, seat, rng.choice(list(each(game.legal(state, seat)))))
                elif game.over(state):
                    break
                else:
                    game.deal(state, dealer)
            except Exception as error:
                raise Broken(
                    f"after redeal the match cannot be played on; move {moves}: {described(error, game)}",
                    position, viewer,
                ) from error  # fmt: skip
        problems = game.problems(state)
        if not problems and game.actors(state) and Counter(game.every_card(state)) != cards:
            problems = ["cards are lost or appear twice"]
        if problems:
            raise Broken(f"after redeal and {moves} more moves {problems[0]}", position, viewer)


def redealt_worlds_differ(position: Position) -> None:
    """Check that `redeal` doesn't always deal the hidden cards in the same way."""
    game = position.game
    for viewer in position.viewers:
        hidden = game.hidden(position.state, viewer)
        unknown = len(game.every_card(position.state)) - len(game.every_card(hidden))
        if unknown < MANY_CARDS:
            continue
        with named(position, viewer):
            first = position.world(viewer).tobytes()
            others = (position.world(viewer, number).tobytes() for number in range(1, MANY_WORLDS))
            same = all(world == first for world in others)
        if same:
            raise Broken(
                f"redeal deals the {unknown} cards that the viewer does not know in the same way every time",
                position, viewer,
            )  # fmt: skip


def choices_made_at_once_stay_secret(position: Position) -> None:
    """Check that neither the table nor the story reveals a seat's choice while other seats are still choosing."""
    game, match = position.game, position.match
    if len(match.actors) < 2:
        return
    for seat in match.actors:
        after = {action: game.copy(position.state) for action in match.legal(seat)}
        for action, state in after.items():
            with named(position, seat, action):
                game.apply(state, seat, action)
        (first, state), *others = after.items()
        story = game.tell(position.state, state, seat, first)
        for action, other in others:
            for viewer in position.viewers:
                if viewer == seat:
                    continue
                seen, also = game.hidden(state, viewer), game.hidden(other, viewer)
                if seen.tobytes() != also.tobytes():
                    raise Broken(
                        f"seat {seat} chooses at the same time as others, but {differing(position, seen, also)} "
                        f"reveals its choice to {_called(viewer)}",
                        position, seat, action,
                    )  # fmt: skip
            if game.tell(position.state, other, seat, action) != story:
                raise Broken("the story tells a choice while other seats are still choosing", position, seat, action)


def _called(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"


def stories_of_deals_keep_secrets(position: Position) -> None:
    """Check that two deals which look the same to a spectator are described by the same words."""
    game, state = position.game, position.game.new_state(position.players)
    for number in range(FIRST_CHANCES):
        if game.actors(state) or game.over(state):
            return
        before = game.copy(state)
        with named(position, SPECTATOR):
            game.deal(state, redealer(position.seed, SPECTATOR, number))
            seen, story = game.hidden(state, SPECTATOR), game.tell(before, state, SPECTATOR, 0)
            for other in range(WORLDS):
                world = game.hidden(state, SPECTATOR)
                game.redeal(world, SPECTATOR, redealer(position.seed, SPECTATOR, 10 + other))
                if game.hidden(world, SPECTATOR).tobytes() != seen.tobytes():
                    continue  # The property `redeal_fits` reports this case.
                other_story = game.tell(before, world, SPECTATOR, 0)
                if other_story != story:
                    raise Broken(
                        f"the story of a deal tells what a spectator cannot see: {' '.join(map(str, story))!r}, and of "
                        f"another deal that looks the same {' '.join(map(str, other_story))!r}",
                        position,
                    )
