"""Save the matches that people finish in the terminal, each as a record in the user's data folder."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from parlour.engine.files import whole_file
from parlour.errors import ParlourError
from parlour.games import GAMES, find_game
from parlour.match.match import Match, places, standings
from parlour.match.record import MatchRecord, RecordError, checked, line, read_records

PERSON = 0  # In the terminal, the person always has this seat.
MOMENT = "%Y-%m-%dT%H-%M-%S-%fZ"  # The format of a match's end time in its file name.


@dataclass
class KeptMatch:
    """A match in the terminal's history."""

    record: Path
    title: str
    place: int
    players: int
    score: int
    rounds: int
    won: bool
    finished: float
    others: list[str]  # The opponents' names.


def matches_folder() -> Path:
    """Return the folder in which matches are saved."""
    return Path(platformdirs.user_data_dir("parlour", appauthor=False)) / "matches"


def keep(match: Match, folder: Path) -> Path | None:
    """Save the record of a match that ended by its rules, and return its file; None if the person left early."""
    if match.ended != "rules":
        return None
    path = folder / f"{datetime.now(UTC).strftime(MOMENT)}-{match.game.name}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ParlourError(f"the folder {folder} cannot be made: {error.strerror or error}") from None
    with whole_file(path) as file:
        file.write(line(match.record()))
    return path


def kept_files(folder: Path, game: str | None = None) -> list[Path]:
    """List the files of saved matches, optionally of one game, latest first."""
    return sorted(folder.glob(f"*Z-{game or '*'}.json"), reverse=True)


def kept_records(
    folder: Path, game: str | None = None, person: str | None = None
) -> Iterator[tuple[Path, MatchRecord]]:
    """Yield the records of saved matches with their files, latest first; optionally those of one person, by name."""
    for path in kept_files(folder, game):
        try:
            _, record = next(read_records(path))
            record = checked(record)
            if record["result"] is None:
                raise RecordError("the match is not over")
        except ParlourError as error:
            raise RecordError(f"{path}: {error}; expected the record of a finished match, or no such file") from None
        if person is None or record["seats"][PERSON] == person:
            yield path, record


def kept_lines(folder: Path, game: str | None, person: str | None) -> list[str]:
    """Return the records of saved matches as lines, oldest first."""
    return [line(record) for _, record in kept_records(folder, game, person)][::-1]


def kept_matches(folder: Path, game: str | None, person: str | None, most: int) -> list[KeptMatch]:
    """List the latest saved matches, except those of games that aren't loaded."""
    found: list[KeptMatch] = []
    for path, record in kept_records(folder, game, person):
        if record["game"] in GAMES:
            found.append(_shown(path, record))
        if len(found) == most:
            break
    return found


def _shown(path: Path, record: MatchRecord) -> KeptMatch:
    game, result, names = find_game(record["game"]), record["result"], record["seats"]
    try:
        points, winners, rounds = result[game.scoring.name], result["winners"], int(result["rounds"])
        after = standings(game, record["events"], points)
        place, score = places(game, len(names), winners, after)[PERSON], int(points[PERSON])
    except (KeyError, IndexError, TypeError, ValueError):
        raise RecordError(f"{path}: the result is {result}; expected that of a finished match") from None
    return KeptMatch(
        path, game.title, place, len(names), score, rounds, PERSON in winners, _finished(path), names[PERSON + 1 :]
    )


def _finished(path: Path) -> float:
    """Return the time in a file's name as a timestamp."""
    moment = path.name.partition("Z-")[0] + "Z"
    try:
        return datetime.strptime(moment, MOMENT).replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise RecordError(f"{path} has no time in its name; expected one as in {MOMENT}-GAME.json") from None
