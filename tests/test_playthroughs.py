"""Golden playthroughs: the first round of a match for each game and number of players, readable for card players.

PARLOUR_UPDATE_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py rewrites the files. Check the changed files against the
rules page before you commit them.
"""

import json
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine.rng import generator, pick
from parlour.game.game import SPECTATOR
from parlour.game.texts import Text
from parlour.games import find_game
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from tests.positions import TABLES as ALL_TABLES
from tests.samples import with_pages

GAMES = Path(__file__).parent / "games"
TABLES = [table for table in ALL_TABLES if table[0] in with_pages()]
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
WIDTH, MOST_LINES = 110, 80
# The file may give a game other seeds, such as {"2": 7} for two players, if seed 1 makes a dull or long match.
SEEDS = "playthroughs/seeds.json"
UPDATING = os.environ.get("PARLOUR_UPDATE_PLAYTHROUGHS", "0") not in ("", "0")
HOW = "run PARLOUR_UPDATE_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py, read the file, and commit it"


def playthrough(name: str, players: int) -> str:
    """Play the first round of a match between random bots, and write what happens."""
    key = seeded_key(_seed(name, players), 0)
    match = Match(find_game(name), players, names=NAMES[:players], key=key)
    teller, rng = Teller(match), generator(bots_seed(key))
    teller.tell_chance(match.advance())
    while match.rounds == 0:
        seat = match.actors[pick(rng, (1 << len(match.actors)) - 1)]
        phase = match.game.phase(match.state)
        story = match.act(seat, pick(rng, match.game.legal(match.state, seat)))
        teller.tell_action(seat, story, ends_phase=match.game.phase(match.state) != phase)
        if match.rounds == 0:
            teller.tell_chance(match.advance())
    teller.end_line()
    heading = f"{match.game.title}, {players} players: the first round"
    return "\n".join([heading, "=" * len(heading), *teller.lines, "", *_standing(match)]) + "\n"


def _seed(name: str, players: int) -> int:
    """Read the seed for a game's playthrough; the default is 1."""
    path = GAMES / name / SEEDS
    return int(json.loads(path.read_text(encoding="utf-8")).get(str(players), 1)) if path.is_file() else 1


class Teller:
    """Writes a playthrough, and begins a new line when another seat acts or the phase changes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lines: list[str] = []
        self._sentences: list[str] = []
        self._acted: set[int] = set()

    def tell_chance(self, story: list[Text]) -> None:
        """Write the result of a chance event; show the hands after a deal."""
        if not story:
            return
        self.end_line()
        self.lines += ["", *(self._told(sentence) for sentence in story)]
        if "deal" in self.match.events[-1]:
            self.lines += [f"  {line}" for line in self._hands()] + [""]

    def _hands(self) -> Iterator[str]:
        """Show all hands, and all cards on the table that a player may see later."""
        for seat, name in enumerate(self.match.names):
            hand = self.match.view(seat).seats[seat].hand
            if hand:
                yield f"{name} holds {self.match.game.deck.listing(hand)}"
        for pile in self.match.game.view(self.match.state, SPECTATOR).centre.piles:  # a playthrough hides nothing
            if pile.open:
                yield f"{self._told(pile.name)}: {self.match.game.deck.listing(pile.open)}"

    def tell_action(self, seat: int, story: list[Text], ends_phase: bool) -> None:
        """Write what a player did; at the end of a phase or round, give each sentence its own line."""
        ends = ends_phase or self.match.rounds > 0
        if seat in self._acted or (ends and len(story) > 2):
            self.end_line()
        self._acted.add(seat)
        for sentence in story:
            self._sentences.append(self._told(sentence))
            if ends and len(story) > 2:
                self.end_line()
        if ends:
            self.end_line()

    def _told(self, sentence: Text) -> str:
        told = sentence.format(self.match.game.seat_names(self.match.names))
        return told[:1].upper() + told[1:]

    def end_line(self) -> None:
        """End the line, so that the next sentence begins a new line."""
        self.lines += textwrap.wrap(" ".join(self._sentences), WIDTH, subsequent_indent="    ")
        self._sentences, self._acted = [], set()


def _standing(match: Match) -> Iterator[str]:
    """Write the scores of all players, or of all teams."""
    for what, values in match.game.standing(match.state).items():
        sides = [" and ".join(match.names[side :: len(values)]) for side in range(len(values))]
        yield f"{what.capitalize()}: " + ", ".join(
            f"{side} {value}" for side, value in zip(sides, values, strict=True)
        )  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_first_round_of_each_game_is_the_same_as_in_its_golden_file(name: str, players: int) -> None:
    path, told = GAMES / name / "playthroughs" / f"{players}.txt", playthrough(name, players)
    assert len(told.splitlines()) < MOST_LINES, f"{path.name} is too long to read: choose another seed in {SEEDS}"
    if UPDATING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert path.is_file(), f"there is no playthrough {path.name} yet: {HOW}"
    assert path.read_text(encoding="utf-8") == told, f"{path.name} has changed; if that is right, {HOW}"


def test_every_playthrough_belongs_to_a_game() -> None:
    found = {(path.parts[-3], int(path.stem)) for path in GAMES.glob("*/playthroughs/*.txt")}
    assert found == set(TABLES)
