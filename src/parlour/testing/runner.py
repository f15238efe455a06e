"""The list of all properties, and checking them on positions from random matches."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from parlour.game.game import Game
from parlour.testing import _guides as guides
from parlour.testing import _hiding as hiding
from parlour.testing import _matches as matches
from parlour.testing import _table as table
from parlour.testing import _thumb as thumb
from parlour.testing._position import Position
from parlour.testing._positions import MOST_MOVES, played, walked
from parlour.testing.broken import Broken, described
from parlour.testing.compiled import NotChecked, plain_and_compiled_agree

SEEDS = 6  # Positions come from this many matches per number of players.
POSITIONS = 30  # The number of positions per number of players.
MATCHES = 5  # For properties of matches: matches per number of players.


@dataclass(frozen=True)
class Property:
    """A property that every game must have, checked on a position or on the match from its seed."""

    name: str  # The name, such as "cards are conserved".
    check: Callable[[Position], object]
    of_matches: bool = False  # Whether whole matches are played from the position's seed.

    def __str__(self) -> str:
        """Return the name, for test reports."""
        return self.name


def _named(check: Callable[[Position], object], *, of_matches: bool = False) -> Property:
    """Make a property that is named after its function."""
    return Property(check.__name__.replace("_", " "), check, of_matches)


PROPERTIES = (  # The properties that every game must have.
    _named(table.cards_are_conserved),
    _named(table.fields_are_in_range),
    _named(table.states_can_be_dumped),
    _named(table.somebody_can_act),
    _named(table.looking_changes_nothing),
    _named(table.the_same_action_does_the_same),
    _named(table.a_refusal_says_why),
    _named(table.names_are_read_back),
    _named(table.the_order_of_choices_made_at_once_does_not_matter),
    _named(hiding.hiding_twice_is_hiding_once),
    _named(hiding.hide_keeps_legal_actions),
    _named(hiding.own_fields_are_hidden, of_matches=True),
    _named(hiding.choices_made_at_once_stay_secret),
    _named(hiding.stories_of_deals_keep_secrets, of_matches=True),
    _named(hiding.redeal_fits),
    _named(hiding.redeal_is_complete),
    _named(hiding.redeal_can_be_played_on),
    _named(hiding.redealt_worlds_differ, of_matches=True),
    _named(table.views_fit),
    _named(table.sections_are_in_the_rules),
    _named(table.private_views_are_views),
    _named(table.observations_can_be_made),
    _named(thumb.rules_of_thumb_choose_a_legal_action),
    _named(thumb.rules_of_thumb_know_only_what_the_seat_knows),
    _named(matches.stories_can_be_told, of_matches=True),
    _named(matches.every_match_ends, of_matches=True),
    _named(matches.a_finished_match_can_be_shown, of_matches=True),
    _named(matches.compiled_loops_write_the_same_record, of_matches=True),
    _named(matches.records_replay, of_matches=True),
    _named(matches.a_running_match_is_replayed_by_its_events, of_matches=True),
    _named(matches.a_changed_record_is_refused, of_matches=True),
    _named(matches.a_record_without_its_last_event_is_refused, of_matches=True),
    _named(guides.a_guide_can_be_played_through, of_matches=True),
)
RANDOM_PLAY = "the rules play random matches"
AGREEMENT = "plain and compiled rules agree"


@dataclass(frozen=True)
class Sample:
    """Positions that random play has reached, and the error that stopped it, if any."""

    positions: tuple[Position, ...]
    broken: Broken | None = None


@cache
def sample(game: Game, players: tuple[int, ...] = ()) -> Sample:
    """Collect positions, including the first of every phase, for these numbers of players or for all."""
    found: list[Position] = []
    try:
        with np.errstate(over="raise"):
            for number in players or game.players:
                found += _sampled(game, number)
    except Broken as broken:
        return Sample((*found, *([broken.position] if broken.position else [])), broken)
    except Exception as error:  # The start or the first deal failed.
        return Sample(tuple(found), Broken(described(error, game)))
    return Sample(tuple(found))


def _sampled(game: Game, players: int) -> list[Position]:
    """Collect positions from matches with this number of players."""
    new: list[Position] = []
    others: list[Position] = []
    met = set()
    for seed in range(SEEDS):
        for position in walked(game, players, seed, MOST_MOVES):
            kind = (int(position.state.phase), len(position.match.actors))
            (others if kind in met else new).append(position)
            met.add(kind)
    wanted = max(POSITIONS - len(new), POSITIONS // 3)
    return [*new, *others[:: max(1, len(others) // wanted)][:wanted]]


def cases(one: Property, positions: Sequence[Position]) -> list[Position]:
    """Return the positions on which to check a property; for properties of matches, one position per match."""
    if not one.of_matches:
        return list(positions)
    games = {position.players: position.game for position in positions}
    return [played(game, players, seed, 0) for players, game in games.items() for seed in range(MATCHES)]


def check_property(one: Property, positions: Sequence[Position], seconds: float = float("inf")) -> int:
    """Check a property while there is time, and return on how many positions; raise Broken if it doesn't hold."""
    end, done = time.monotonic() + seconds, 0
    for position in _spread(cases(one, positions)):
        if done and time.monotonic() > end:
            break
        try:
            with np.errstate(over="raise"):  # With this setting, plain rules raise an error on an overflow.
                one.check(position)
        except Broken:
            raise
        except Exception as error:
            raise Broken(described(error, position.game), position) from error
        done += 1
    return done


def _spread(positions: list[Position]) -> Iterator[Position]:
    """Interleave positions with different numbers of players, so that every number is checked early."""
    tables: dict[int, list[Position]] = {}
    for position in positions:
        tables.setdefault(position.players, []).append(position)
    for number in range(max(map(len, tables.values()), default=0)):
        yield from (found[number] for found in tables.values() if number < len(found))


# --- for test files


@dataclass(frozen=True)
class Check:
    """A property of a game as a test: calling it raises Broken if the property doesn't hold."""

    game: Game
    property: Property | None  # None if the check is about random play or compiled rules.
    name: str

    def __call__(self) -> None:
        """Check the property."""
        if self.name == AGREEMENT:
            plain_and_compiled_agree(self.game)
        elif self.property is None:
            if broken := sample(self.game).broken:
                raise broken
        else:
            check_property(self.property, sample(self.game).positions)

    def __str__(self) -> str:
        """Return the name, for test reports."""
        return self.name


def properties(game: Game, *, compiled: bool = True) -> list[Check]:
    """List the checks of a game, one per property, for pytest or any other runner.

    >>> @pytest.mark.parametrize("check", properties(GAME), ids=str)
    ... def test_hearts(check):
    ...     check()

    With `compiled`, also compile the game, and check that plain and compiled rules agree.
    """
    checks = [Check(game, None, RANDOM_PLAY), *(Check(game, one, one.name) for one in PROPERTIES)]
    return [*checks, *([Check(game, None, AGREEMENT)] if compiled else [])]


def check_game(game: Game, *, compiled: bool = True) -> None:
    """Check all properties of a game; raise Broken for the first property that doesn't hold."""
    for check in properties(game, compiled=compiled):
        try:
            check()
        except NotChecked:
            continue
        except Broken as broken:
            raise Broken(f"{check.name}: {broken.what}", broken.position, broken.seat, broken.action) from broken
