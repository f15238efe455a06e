"""Properties of a game's rules in a single position: cards, actions, names, refusals, views and observations."""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise

import msgspec

from parlour.engine.memory import as_python
from parlour.engine.sets import each
from parlour.envs.batch import Observer
from parlour.game.game import COMMON_BADGES, MOST_ACTIONS, SPECTATOR, Game
from parlour.game.texts import Refusal
from parlour.game.view import MOMENTS, View
from parlour.games.rules_page import headings, rules_text
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.testing._position import Position
from parlour.testing._positions import named, played
from parlour.testing.broken import Broken

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")
# Hardly any game has these actions.
NONSENSE = ("", "play", "play 99X", "fold", "bet 3S 4S", "lead 9", "suit Q", "bid 7")


def names_of(game: Game, players: int) -> tuple[str, ...]:
    """Return names for the people in all seats."""
    people = NAMES[:players] + tuple(f"seat {seat}" for seat in range(len(NAMES), players))
    return game.seat_names(people)


# --- cards and fields


def cards_are_conserved(position: Position) -> None:
    """Check that no card gets lost and none appears twice or from nowhere."""
    game = position.game
    dealt, now = _dealt_cards(game, position.players), Counter(game.every_card(position.state))
    if not dealt:
        raise Broken("no field says where cards lie; expected place='common' or 'separate' at some of them")
    for change, words in ((dealt - now, "cards are lost"), (now - dealt, "cards appear twice or were never dealt")):
        if change:
            names = " ".join(game.deck.name(card % len(game.deck.names)) for card in sorted(change.elements()))
            raise Broken(f"{words}: {names}", position)


@cache
def _dealt_cards(game: Game, players: int) -> Counter[int]:
    return Counter(game.every_card(played(game, players, 1, 0).state))


def fields_are_in_range(position: Position) -> None:
    """Check that fields are in range and each card in one place, in the true state and after `hide` and `redeal`."""
    game = position.game
    _no_problems(game.problems(position.state), "", position, None)
    for viewer in position.viewers:
        with named(position, viewer):
            _no_problems(game.problems(game.hidden(position.state, viewer)), "after hide ", position, viewer)
            _no_problems(game.problems(position.world(viewer, 3)), "after redeal ", position, viewer)


def _no_problems(problems: list[str], when: str, position: Position, seat: int | None) -> None:
    if problems:
        raise Broken(f"{when}{problems[0]}", position, seat)


def states_can_be_dumped(position: Position) -> None:
    """Check that a state can be written as text with a line for each field and option."""
    game = position.game
    with named(position):
        lines = [line.split()[0] for line in game.dump(position.state).splitlines()]
    fields = [field.name for field in game.fields]
    expected = [*fields, *(option.name for option in game.options if option.name not in fields)]
    if lines != expected:
        raise Broken(f"the dump has the lines {', '.join(lines)}; expected {', '.join(expected)}", position)


# --- choices


def somebody_can_act(position: Position) -> None:
    """Check that some seat can act, and that exactly the seats in `actors` have legal actions."""
    game, state = position.game, position.state
    with named(position):
        acting = set(each(game.actors(state)))
    if not acting:
        raise Broken("nobody can act", position)
    if strangers := acting - set(range(position.players)):
        raise Broken(f"actors has the seats {sorted(strangers)}, which have no players", position)
    for seat in range(position.players):
        with named(position, seat):
            legal = game.legal(state, seat)
        if not 0 <= legal < 1 << MOST_ACTIONS:
            raise Broken(f"legal is {legal}; expected a set of the actions 0 to {game.actions - 1}", position, seat)
        if over := [action for action in each(legal) if action >= game.actions]:
            raise Broken(f"legal has the action {over[0]}; the game declares {game.actions} actions", position, seat)
        if legal and seat not in acting:
            raise Broken("legal gives actions to a seat that may not act: it is not in actors", position, seat)
        if not legal and seat in acting:
            raise Broken("the seat may act, as actors says, but legal gives it no action", position, seat)


def looking_changes_nothing(position: Position) -> None:
    """Check that viewing the table, and rules that only answer a question, don't change the state."""
    game, state = position.game, position.state
    before = state.tobytes()
    questions: list[tuple[str, Callable[[], object]]] = [
        ("actors", partial(game.actors, state)), ("over", partial(game.over, state)),
        ("winners", partial(game.winners, state)), ("points", partial(game.standing, state)),
        *(("legal", partial(game.legal, state, seat)) for seat in range(position.players)),
        *(("view", partial(game.view, state, seat)) for seat in position.viewers),
    ]  # fmt: skip
    for name, ask in questions:
        with named(position):
            ask()
        if state.tobytes() != before:
            raise Broken(f"{name} changes the state; expected that it only reads it", position)


def the_same_action_does_the_same(position: Position) -> None:
    """Check that the same action in the same state always has the same result."""
    game = position.game
    for seat in position.match.actors:
        for action in position.match.legal(seat):
            with named(position, seat, action):
                results = []
                for _ in range(2):
                    after = game.copy(position.state)
                    game.apply(after, seat, action)
                    results.append(after.tobytes())
            if results[0] != results[1]:
                raise Broken("apply gives a different state when the same action is repeated", position, seat, action)


def a_refusal_says_why(position: Position) -> None:
    """Check that an illegal action is refused with a reason and changes nothing."""
    game, before, names = position.game, position.state.tobytes(), names_of(position.game, position.players)
    match = Match(game, position.players, key=seeded_key(position.seed, 0), telling=False)
    match.set_state(position.state)  # This copies the state, so messages can still show the position.
    for seat in range(position.players):
        for action in _illegal(position, seat):
            tried = f"the action {action!r}"
            with named(position, seat):
                try:
                    match.act(seat, action)
                except Refusal as refusal:
                    if not refusal.text.format(names).strip():
                        raise Broken(f"{tried} is refused without a reason: why_not is empty", position, seat) from None
                else:
                    raise Broken(f"{tried} is not legal but is accepted", position, seat)
            if match.state.tobytes() != before or match.events:
                raise Broken(f"{tried} is refused but changes the state", position, seat)


def _illegal(position: Position, seat: int) -> list[int | str]:
    """List numbers and texts that aren't legal actions of a seat."""
    legal = position.match.legal(seat)
    with named(position, seat):
        known = {position.game.action_name(position.state, seat, action).casefold() for action in legal}
    numbers = [number for number in range(MOST_ACTIONS) if number not in legal]
    return [*numbers, *(text for text in NONSENSE if text not in known)]


def names_are_read_back(position: Position) -> None:
    """Check that every legal action has a unique name, and that typing the name gives the action."""
    game, state = position.game, position.state
    for seat in position.match.actors:
        known: dict[str, int] = {}
        for action in position.match.legal(seat):
            with named(position, seat):
                name = game.action_name(state, seat, action)
            if name in known:
                raise Broken(f"actions {known[name]} and {action} have the same name {name!r}", position, seat, action)
            known[name] = action
            for text in (name, f"  {name.upper()} "):
                _read_back(position, seat, action, text)
            if game.action_name(game.hidden(state, seat), seat, action) != name:
                raise Broken(f"{name!r} has a different name in the state that its seat sees", position, seat, action)


def _read_back(position: Position, seat: int, action: int, text: str) -> None:
    with named(position, seat, action):
        try:
            read = position.game.parse_action(position.state, seat, text)
        except Refusal as refusal:
            raise Broken(f"{text!r} is not read back as its action: {refusal}", position, seat, action) from None
    if read != action:
        raise Broken(f"{text!r} is read back as action {read}", position, seat, action)


def the_order_of_choices_made_at_once_does_not_matter(position: Position) -> None:
    """Check that if several seats may act at once, their order makes no difference."""
    game = position.game
    for first, second in pairwise(position.match.actors):
        rng = position.random("order")
        chosen = {seat: rng.choice(position.match.legal(seat)) for seat in (first, second)}
        results = []
        for order in ((first, second), (second, first)):
            after = game.copy(position.state)
            with named(position, order[0], chosen[order[0]]):
                game.apply(after, order[0], chosen[order[0]])
                if not game.legal(after, order[1]) >> chosen[order[1]] & 1:
                    break  # The first choice makes the second choice illegal.
                game.apply(after, order[1], chosen[order[1]])
            results.append(after.tobytes())
        if len(results) == 2 and results[0] != results[1]:
            raise Broken(f"seats {first} and {second} may act at once, but their order matters", position, first)


# --- what is shown


def views_fit(position: Position) -> None:
    """Check that everybody can view the table, and that the views agree with the rules."""
    match = position.match
    for viewer in position.viewers:
        with named(position, viewer):
            view = match.view(viewer)
            msgspec.json.encode(view, enc_hook=as_python)
        legal = match.legal(viewer) if viewer != SPECTATOR else []
        facts = {
            "seat": (view.seat, viewer),
            "to_act": (sorted(view.to_act), match.actors),
            "actions": (sorted(action.id for action in view.actions), legal),
            "over": (view.over, False),
            "winners": (list(view.winners), []),
        }
        for name, (found, expected) in facts.items():
            if found != expected:
                raise Broken(f"{name} of the view is {found}; expected {expected}", position, viewer)
        _view_can_be_read(view, position, viewer)


def _view_can_be_read(view: View, position: Position, viewer: int) -> None:
    """Check that a view has a prompt and all seats, and that its cards and badges exist in the game."""
    game = position.game
    if not view.prompt.format(names_of(game, position.players)).strip():
        raise Broken("the view has no prompt", position, viewer)
    if sorted(seat.seat for seat in view.seats)[: position.players] != list(range(position.players)):
        raise Broken("the view does not have every seat once", position, viewer)
    for action in view.actions:
        if action.name != game.action_name(position.state, viewer, action.id):
            raise Broken(f"the view has a different name for an action: {action.name!r}", position, viewer, action.id)
    for seat in view.seats:
        if unknown := set(seat.badges) - {*COMMON_BADGES, *game.badges}:
            raise Broken(f"the view has the badge {sorted(unknown)[0]!r}, which is not declared", position, viewer)
        if unknown := set(seat.hand) - {*game.deck.names}:
            raise Broken(f"the view has the card {sorted(unknown)[0]!r}, which is not in the deck", position, viewer)
    if game.closed_tricks and (view.centre.tricks or (view.centre.trick and view.centre.last_trick)):
        raise Broken("the view shows a trick next to the current one, but the game declares closed_tricks",
                     position, viewer)  # fmt: skip
    moments_can_be_shown(view, position, viewer)


def moments_can_be_shown(view: View, position: Position, viewer: int) -> None:
    """Check that the moments of a view have a known kind, texts, and existing seats and cards."""
    names = names_of(position.game, position.players)
    for moment in view.moments:
        if moment.kind not in MOMENTS:
            expected = ", ".join(MOMENTS)
            raise Broken(f"the view has a moment of the kind {moment.kind!r}; expected {expected}", position, viewer)
        if not moment.word.format(names).strip() or not moment.text.format(names).strip():
            raise Broken("the view has a moment without words", position, viewer)
        if nobody := {mark.seat for mark in moment.marks} - {seat.seat for seat in view.seats}:
            raise Broken(f"a moment of the view marks seat {min(nobody)}, which is not there", position, viewer)
        if unknown := {mark.tone for mark in moment.marks} - {"", "good", "bad"}:
            raise Broken(f"a mark of the view has the tone {min(unknown)!r}; expected good or bad", position, viewer)
        if unknown := set(moment.cards) - {*position.game.deck.names}:
            raise Broken(f"a moment of the view is about the card {min(unknown)!r}, which is not in the deck",
                         position, viewer)  # fmt: skip


def sections_are_in_the_rules(position: Position) -> None:
    """Check that each section of the rules that a view refers to exists."""
    for viewer in position.viewers:
        with named(position, viewer):
            view = position.match.view(viewer)
        section_is_in_the_rules(view, position, viewer)


def section_is_in_the_rules(view: View, position: Position, viewer: int) -> None:
    """Check that the section of the rules that a view refers to, if any, exists."""
    known = headings(rules_text(position.game))
    if view.section and view.section not in known:
        expected = f"one of {', '.join(known)}" if known else "no section, because the rules have no headings"
        raise Broken(
            f"the view names the section {view.section!r}, but the rules have no heading '## {view.section}'; "
            f"expected {expected}",
            position, viewer,
        )  # fmt: skip


def private_views_are_views(position: Position) -> None:
    """Check that `private_view`, which makes a seat's view from a spectator's, gives the same view as `view`."""
    match = position.match
    with named(position):
        quick = match.views(position.viewers)
    for viewer in position.viewers:
        with named(position, viewer):
            view = match.view(viewer)
        if quick[viewer] != view:
            parts = [name for name in view.__struct_fields__ if getattr(view, name) != getattr(quick[viewer], name)]
            raise Broken(f"private_view differs from view in {', '.join(parts)}", position, viewer)


def observations_can_be_made(position: Position) -> None:
    """Check that all seats have observations, which don't depend on what a seat can't see."""
    observer = _observer(position.game, position.players)
    for seat in range(position.players):
        with named(position, seat):
            seen = observer.observe(position.state, seat).tolist()
            mask = [action for action, legal in enumerate(observer.masks[0]) if legal]
            other = observer.observe(position.world(seat, 4), seat).tolist()
        if mask != position.match.legal(seat):
            raise Broken(f"the mask of actions is {mask}; expected {position.match.legal(seat)}", position, seat)
        if seen != other:
            raise Broken("the observation depends on something that the seat may not know", position, seat)


@cache
def _observer(game: Game, players: int) -> Observer:
    return Observer(game, players)
