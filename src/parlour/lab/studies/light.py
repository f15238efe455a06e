"""Light studies: the most telling figures of a game from as many matches as a few seconds allow, without any files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.bots.basic import has_basic
from parlour.game.game import Game
from parlour.lab._ratios import LEAST_MATCHES, Interval, Sums
from parlour.lab._spreads import PARTS, Counts
from parlour.lab._watch import watch
from parlour.lab.measures import Key, Measure, measures_of
from parlour.lab.measures.common import WINS
from parlour.lab.measures.skill import STRONGER
from parlour.lab.sample import Sample
from parlour.lab.studies.design import DEFAULT_MAX_ROUNDS, STAND_IN

MINUTES, LED, FORCED = "minutes", "winner led at half-time", "forced"
WAIT, CHANGES = "longest wait", "lead changes"
TOLD = (MINUTES, WINS, LED, FORCED, WAIT, CHANGES)  # These are measured in all matches.
SKILL_EVERY = 4  # After this many matches, a match measures skill.
WEAK = "random"


def strong_of(game: Game) -> str:
    """Name the bot that plays a game as well as it can be played quickly."""
    return "basic" if has_basic(game) else STAND_IN


@dataclass(frozen=True)
class Telling:
    """A telling figure; `even` is what it would be if nothing but luck counted."""

    measure: Measure
    key: Key
    found: Interval
    even: float | None = None
    spread: tuple[float, float] | None = None  # 80 % of the matches lie between these values.


class Light:
    """A light study, which can be asked for its figures after every match."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, object], bot: str, seed: int = 0, *, skill: bool = True
    ) -> None:
        """Prepare the study; this bot plays in all seats and, for `skill`, in one seat among random bots."""
        self.game, self.players, self.bot, self.seed = game, players, bot, seed
        self.start = game.new_state(players, options)
        self.matches, self.skill = 0, skill and bot != WEAK
        self.sums: dict[tuple[str, Key], Sums] = {}
        self.minutes = Counts()

    @property
    def has_intervals(self) -> bool:
        """Whether there are enough matches for intervals."""
        return self.matches >= LEAST_MATCHES

    def play(self) -> None:
        """Play a match and, now and then, a match that measures skill."""
        sample = self._played([self.bot] * self.players, self.matches)
        for name in TOLD:
            for key, (top, bottom) in measures_of(self.game)[name].compute(sample).items():
                self._add((name, key), Sums.of(top.astype(float), bottom.astype(float)))
                if name == MINUTES:
                    self.minutes += Counts.of(top)
        self.matches += 1
        if self.skill and self.matches % SKILL_EVERY == 0:
            self._play_skill(self.matches // SKILL_EVERY - 1)

    def _play_skill(self, number: int) -> None:
        """Let the bot play on one side, on each in turn, against random bots."""
        sides = self.game.teams or self.players
        side = number % sides
        sample = self._played([self.bot if seat % sides == side else WEAK for seat in range(self.players)], number)
        self._add((STRONGER, ""), Sums.of(sample.win_shares[:, side], sample.finished.astype(float)))

    def _played(self, bots: Sequence[str], number: int) -> Sample:
        matches = range(number, number + 1)
        watched = watch(self.game, self.start, bots, self.seed, matches, DEFAULT_MAX_ROUNDS)
        return Sample(self.game, self.players, watched)

    def _add(self, name: tuple[str, Key], sums: Sums) -> None:
        self.sums[name] = self.sums.get(name, Sums()) + sums

    def telling(self) -> list[Telling]:
        """Return five figures: minutes, the best seat, skill, the lead at half-time, and forced moves.

        While there are no figures of skill, the longest wait takes their place, or lead changes if nobody ever waits.
        """
        even = 1 / (self.game.teams or self.players)
        wins = {key: self.sums[name, key] for name, key in self.sums if name == WINS and self.sums[name, key].bottom}
        best = max(wins, key=lambda key: wins[key].value, default="")
        low, _, high = (self.minutes.quantile(part).value for part in PARTS)
        skill = self._figure(STRONGER, "", even) or self._figure(WAIT) or self._figure(CHANGES)
        found = [
            self._figure(MINUTES, spread=(low, high)), self._figure(WINS, best, even), skill, self._figure(LED),
            self._figure(FORCED),
        ]  # fmt: skip
        return [one for one in found if one is not None]

    def _figure(
        self, name: str, key: Key = "", even: float | None = None, spread: tuple[float, float] | None = None
    ) -> Telling | None:
        sums, measure = self.sums.get((name, key), Sums()), measures_of(self.game)[name]
        return Telling(measure, key, sums.interval(measure.share), even, spread) if sums.bottom else None
