"""Properties of `hide` and `redeal`: nobody is shown a secret, and every world that is dealt again fits."""

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

WORLDS = 3  # dealt again for each onlooker, where one may not be enough
MANY_WORLDS = 12
MANY_CARDS = 4  # so many unknown cards are not always dealt the same way
PLAYED_ON = 60  # moves in a world that was dealt again
LONGEST = 2 * PLAYED_ON  # with the deals in between
SEEN_OFTEN = 12  # positions in which a secret is seen, and none in which it is not: it is none
FIRST_CHANCES = 4  # before anybody acts


def differing(position: Position, one: State, other: State) -> str:
    """The fields in which two states differ, in words: `hands[1], aside`."""
    names = []
    for field in position.game.fields:
        pairs = zip(entries(field, one), entries(field, other), strict=True)
        names += [_entry(field, where) for (where, left), (_, right) in pairs if left != right]
    return ", ".join(names) or "the padding"


def _entry(field: Field, where: tuple[int, ...]) -> str:
    return field.name + "".join(f"[{index}]" for index in where)


def hiding_twice_is_hiding_once(position: Position) -> None:
    """What is hidden already is not changed by hiding it again."""
    game = position.game
    for onlooker in position.onlookers:
        with named(position, onlooker):
            once = game.hidden(position.state, onlooker)
            twice = game.hidden(once, onlooker)
        if twice.tobytes() != once.tobytes():
            raise Broken(f"hiding twice changes {differing(position, once, twice)}", position, onlooker)


def hide_leaves_the_own_choices(position: Position) -> None:
    """A seat has the same legal actions in what it may know: they do not depend on others' secrets."""
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
    """The cards of a field that only its own seat observes are not always there to be seen by the others."""
    game, seen, hidden = position.game, Counter[str](), set[str]()
    secret = [field for field in game.fields if field.observed == "own" and field.kind in (Kind.CARD_SET, Kind.CARD)]
    last = position
    for last in walked(game, position.players, position.seed, SEEN_OFTEN * 4):
        for onlooker in last.onlookers:
            shown = game.hidden(last.state, onlooker)
            for field in secret:
                for (where, truth), (_, value) in zip(entries(field, last.state), entries(field, shown), strict=True):
                    if where[0] == onlooker or truth in (0 if field.kind == Kind.CARD_SET else NO_CARD,):
                        continue
                    name = f"{_entry(field, where)} to {_called(onlooker)}"
                    seen[name] += value == truth
                    hidden |= {name} if value != truth else set()
    leaks = [name for name, times in seen.items() if times >= SEEN_OFTEN and name not in hidden]
    if leaks:
        raise Broken(f"hide leaves {leaks[0]} all the time; expected that only the own seat sees it", last)


def redeal_fits(position: Position) -> None:
    """States that differ only in what an onlooker may not know are the same after hide, and so are their views."""
    game = position.game
    for onlooker in position.onlookers:
        hidden = game.hidden(position.state, onlooker)
        for number in range(WORLDS):
            with named(position, onlooker):
                again = game.hidden(position.world(onlooker, number), onlooker)
            if again.tobytes() != hidden.tobytes():
                raise Broken(
                    f"hide, redeal and hide again changes {differing(position, hidden, again)}: either hide leaves "
                    "something that may not be known, or redeal deals what does not fit",
                    position, onlooker,
                )  # fmt: skip
            with named(position, onlooker):
                same = game.view(again, onlooker) == game.view(hidden, onlooker)
            if not same:
                raise Broken("the view of the same hidden state is not always the same", position, onlooker)


def redeal_is_complete(position: Position) -> None:
    """A world that was dealt again has all cards, the same seats to act, and something for them to do."""
    game, cards = position.game, Counter(position.game.every_card(position.state))
    for onlooker in position.onlookers:
        for number in range(WORLDS):
            with named(position, onlooker):
                world = position.world(onlooker, number)
                found, acting = Counter(game.every_card(world)), game.actors(world)
            if left := [_entry(field, where) for field, where in _hidden_cards(position, world)]:
                raise Broken(f"redeal leaves {left[0]} hidden; expected a card", position, onlooker)
            if found != cards:
                names = [game.deck.name(card % len(game.deck.names)) for card in (cards - found) + (found - cards)]
                raise Broken(f"after redeal there are cards missing or too many: {' '.join(names)}", position, onlooker)
            if acting != game.actors(position.state):
                raise Broken(
                    f"after redeal the seats {list(each(acting))} may act, not {position.match.actors}",
                    position, onlooker,
                )  # fmt: skip
            if idle := [seat for seat in each(acting) if not game.legal(world, seat)]:
                raise Broken(f"after redeal seat {idle[0]} may act but has no legal action", position, onlooker)


def _hidden_cards(position: Position, state: State) -> Iterator[tuple[Field, tuple[int, ...]]]:
    """The fields of a state that say that a card is there, but not which."""
    for field in position.game.fields:
        if field.kind == Kind.CARD:
            yield from ((field, where) for where, value in entries(field, state) if value == HIDDEN)


def redeal_can_be_played_on(position: Position) -> None:
    """A world that was dealt again is a match like any other: it can be played on by the same rules."""
    game = position.game
    for onlooker in position.onlookers:
        state, rng = position.world(onlooker, 6), position.random(f"on {onlooker}")
        dealer, cards = redealer(position.seed, onlooker, 7), Counter(game.every_card(position.state))
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
                    position, onlooker,
                ) from error  # fmt: skip
        problems = game.problems(state)
        if not problems and game.actors(state) and Counter(game.every_card(state)) != cards:
            problems = ["cards are lost, or there twice"]
        if problems:
            raise Broken(f"after redeal and {moves} more moves {problems[0]}", position, onlooker)


def redealt_worlds_differ(position: Position) -> None:
    """What is hidden is not always dealt again in the same way."""
    game = position.game
    for onlooker in position.onlookers:
        hidden = game.hidden(position.state, onlooker)
        unknown = len(game.every_card(position.state)) - len(game.every_card(hidden))
        if unknown < MANY_CARDS:
            continue
        with named(position, onlooker):
            first = position.world(onlooker).tobytes()
            others = (position.world(onlooker, number).tobytes() for number in range(1, MANY_WORLDS))
            same = all(world == first for world in others)
        if same:
            raise Broken(
                f"redeal deals the {unknown} cards that the onlooker does not know in the same way every time",
                position, onlooker,
            )  # fmt: skip


def choices_made_at_once_stay_secret(position: Position) -> None:
    """While others still choose, nobody can see which action a seat has chosen, and the story does not tell it."""
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
            for onlooker in position.onlookers:
                if onlooker == seat:
                    continue
                seen, also = game.hidden(state, onlooker), game.hidden(other, onlooker)
                if seen.tobytes() != also.tobytes():
                    raise Broken(
                        f"seat {seat} chooses while others still do, but {differing(position, seen, also)} shows to "
                        f"{_called(onlooker)} what it chose",
                        position, seat, action,
                    )  # fmt: skip
            if game.tell(position.state, other, seat, action) != story:
                raise Broken("the story tells a choice while others still choose", position, seat, action)


def _called(onlooker: int) -> str:
    return "a spectator" if onlooker == SPECTATOR else f"seat {onlooker}"


def deals_are_told_without_secrets(position: Position) -> None:
    """Two deals that look the same to a spectator are told in the same words."""
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
                    continue  # another property says so
                told = game.tell(before, world, SPECTATOR, 0)
                if told != story:
                    raise Broken(
                        f"the story of a deal tells what a spectator cannot see: {' '.join(map(str, story))!r}, and of "
                        f"another deal that looks the same {' '.join(map(str, told))!r}",
                        position,
                    )
