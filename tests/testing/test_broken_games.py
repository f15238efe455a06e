"""Tests that `parlour check` finds and explains deliberate mistakes in a small game."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.engine.rule import MISSING
from parlour.testing import PROPERTIES
from parlour.testing.runner import AGREEMENT
from tests.pages import ROOT

pytestmark = pytest.mark.processes

SOURCE = (ROOT / "tests" / "outside" / "invented.py").read_text(encoding="utf-8")
NUMBERS = (ROOT / "tests" / "testing" / "sayit.py").read_text(encoding="utf-8")
CHOOSE = '''
@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """The rules of thumb."""
    return {}


GAME = Game('''  # This game adds rules of thumb to the source.
CLOSED = """
shown = view


def view(state: State, seat: int) -> View:
    from msgspec.structs import replace
    table = shown(state, seat)
    return replace(table, centre=replace(table.centre, last_trick=(Play(0, "Goat"),)))


GAME = Game(closed_tricks=True, """
IMPATIENT = """
import os
os.environ["PARLOUR_PLAIN"] = "1"
from parlour import cli
from parlour.terminal import check
check.PATIENCE = 3.0  # Three seconds instead of ten.
names = ("fields are in range", "somebody can act", "redeal fits", "views fit", "records replay")
check.PROPERTIES = tuple(one for one in check.PROPERTIES if one.name in names)
cli.main()
"""
HIGHEST = "int(legal(state, seat)).bit_length() - 1"

Checker = Callable[[Path, str, str], tuple[bool, str]]


@dataclass(frozen=True)
class Mistake:
    """A mistake: a change to the game's source, the property that it breaks, and words of the explanation."""

    what: str
    old: str
    new: str
    property: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return self.what


MISTAKES = [
    Mistake("hide does not hide a hand", "if other != seat:", "if other != seat and other != 1:",
            "redeal fits", ("hide, redeal and hide again changes hands[1]", "hide leaves something", "seed", "moves")),
    Mistake("neither hide nor redeal removes a hand", "if other != seat:\n            state.hands[other] = 0",
            "if other != seat and other > 0:\n            state.hands[other] = 0",
            "own fields are hidden", ("hide always leaves hands[0] visible to a spectator",)),
    Mistake("a card is lost", "    state.gone |= cards\n", "    state.gone |= cards & ~bit(GOAT)\n",
            "cards are conserved", ("cards are lost: Goat", "gone")),
    Mistake("a card appears twice", "        state.played[place] = NO_CARD\n    worth", "    worth",
            "cards are conserved", ("cards appear twice or were never dealt",)),
    Mistake("redeal deals new cards to the seat itself",
            "rng.rooms[other] = hand_size(state, other) if other != seat else 0",
            "rng.rooms[other] = hand_size(state, other)", "redeal fits", ()),
    Mistake("redeal deals no cards to the row",
            "if state.row[place] == HIDDEN:", "if state.row[place] == HIDDEN and place > 1:",
            "redeal is complete", ("redeal leaves row[0] hidden",)),
    Mistake("redeal always deals the same cards", "def redeal(state: State, seat: int, rng: Rng) -> None:\n",
            "def redeal(state: State, seat: int, rng: Rng) -> None:\n    for word in range(4):\n"
            "        rng.words[word] = 1\n",
            "redealt worlds differ", ("in the same way every time",)),
    Mistake("hide clears a field that apply needs", "    if state.phase == PLAY:\n        state.aside = 0\n",
            "    if state.phase == PLAY:\n        state.aside = 0\n        state.leader = -1\n",
            "redeal can be played on", ("after redeal",)),
    Mistake("hiding is not idempotent", "    if state.phase == PLAY:\n        state.aside = 0\n",
            "    if state.phase == PLAY:\n        state.found[0] = 1 - state.found[0] if state.found[0] < 2 else 1\n"
            "        state.aside = 0\n",
            "hiding twice is hiding once", ("hiding twice changes found[0]",)),
    Mistake("the match never ends", "    state.phase = OVER if is_enough(state) else DEAL\n",
            "    state.phase = DEAL\n    state.rounds = 0\n",
            "every match ends", ("a match does not end", "0 rounds are finished")),
    Mistake("a seat out of turn has actions", "if state.phase != PLAY or state.turn != seat:",
            "if state.phase != PLAY:",
            "somebody can act", ("legal gives actions to a seat that may not act",)),
    Mistake("a seat in turn has no action", "    return hand & (SUIT[state.lead] | FACES)\n",
            "    return hand & FACES\n",
            "the rules play random matches", ("is one of the actors but has no legal action",)),
    Mistake("more actions than declared", "actions=CARDS", "actions=10",
            "somebody can act", ("the game declares 10 actions",)),
    Mistake("a view raises an error in one phase", "phase=PHASES[state.phase],", 'phase={1: "play"}[int(state.phase)],',
            "a finished match can be shown", ("mistake.py, line", "`: KeyError: 2")),
    Mistake("the view offers an illegal action", "    mine = legal(state, seat) if seat >= 0 else 0\n",
            "    mine = int(state.hands[seat]) if seat >= 0 else 0\n",
            "views fit", ("actions of the view is",)),
    Mistake("a badge is not declared", '["herd"]', '["shepherd"]',
            "views fit", ("the view has the badge 'shepherd', which is not declared",)),
    Mistake("a moment has an unknown kind", 'Moment("result"', 'Moment("party"',
            "stories can be told", ("the view has a moment of the kind 'party'; expected reveal, success",)),
    Mistake("a moment marks nobody", "Mark(one, say", "Mark(one + 9, say",
            "stories can be told", ("a moment of the view marks seat 9, which is not there",)),
    Mistake("a closed trick is shown next to the current one", "GAME = Game(", CLOSED,
            "views fit", ("shows a trick next to the current one, but the game declares closed_tricks",)),
    Mistake("two actions have the same name", 'return f"play {DECK.name(action)}"',
            'return f"play {DECK.name(action)[1:]}"',
            "names are read back", ("have the same name 'play",)),
    Mistake("legal actions depend on a secret", "    hand = int(state.hands[seat])\n    if state.lead < 0",
            "    hand = int(state.hands[seat])\n    if state.row[3] == GOAT or state.lead < 0",
            "hide keeps legal actions", ("they depend on something that it may not know",)),
    Mistake("why_not raises", "    cards = DECK.listing(DECK.listed(legal(state, seat)))\n",
            "    cards = DECK.name(99)\n",
            "a refusal says why", ("mistake.py, line", "`: IndexError")),
    Mistake("why_not returns no reason", 'return say("It is not your turn.")', 'return say("")',
            "a refusal says why", ("is refused without a reason",)),
    Mistake("a rule raises", "    card = int(state.row[state.tricks])\n",
            "    card = int(state.row[state.tricks + 1])\n",
            "the rules play random matches", ("mistake.py, line", "`: IndexError", "action")),
    Mistake("place deals other cards", "    state.aside = sum(1 << card for card in dealt[\"aside\"][0])\n    begin",
            "    state.aside = sum(1 << card for card in dealt[\"aside\"][0])\n    state.leader = 0\n    begin",
            "a running match is replayed by its events", ("place", "event")),
    Mistake("place refuses a valid deal", '("row", "aside"), first(CARDS))', '("row", "aside"), first(CARDS - 1))',
            "a running match is replayed by its events", ("place and chance_event do not fit", "'Fog'")),
    Mistake("a record has the cards in another order", '"row": [DECK.name(card) for card in state.row],',
            '"row": sorted(DECK.name(card) for card in state.row),',
            "a running match is replayed by its events", ("place and chance_event do not fit", "turn")),
    Mistake("somebody wins too early", "    if not over(state):\n        return 0\n    least",
            "    least",
            "views fit", ("winners of the view is",)),
    Mistake("nobody wins at the end", "    least, found = int(state.beans[0]), 0\n    for",
            "    least, found = int(state.beans[0]), 0\n    if state.players > 0:\n        return 0\n    for",
            "every match ends", ("the match is over, but winners is empty",)),
    Mistake("a number is outside its range", 'number("tricks", "tricks finished", 0, HAND)',
            'number("tricks", "tricks finished", 0, 2)',
            "fields are in range", ("tricks is 3; expected 0 to 2",)),
    Mistake("no field says where its cards lie", ', place="common"', "",
            "cards are conserved", ("no field says where cards lie",)),
    Mistake("the story of a deal tells a hand", 'return [say("Round {round} is dealt.", round=int(state.rounds) + 1)]',
            'return [say("Ann gets {cards}.", cards=DECK.listing(DECK.listed(state.hands[0])))]',
            "stories of deals keep secrets", ("tells what a spectator cannot see: 'Ann gets",)),
    Mistake("a question about the state changes the state", '    """Return whether the last round was played."""\n',
            '    """Return whether the last round was played."""\n    state.found[0] = 7\n',
            "looking changes nothing", ("over changes the state",)),
    Mistake("apply rolls dice", '    state.hands[seat] &= ~bit(card)\n    state.played[seat] = card\n',
            '    state.hands[seat] &= ~bit(card)\n    state.played[seat] = card\n'
            '    import random\n    state.found[0] = random.randrange(100)\n',
            "the same action does the same", ("a different state when the same action is repeated",)),
    Mistake("a number overflows its field", "    worth = count(cards & BEANS)\n",
            "    worth = count(cards & BEANS) + (state.tricks + 1) * 50 // 100\n",
            "the rules play random matches", ("mistake.py, line", "overflow")),
    Mistake("the private view differs from the view", "view=view, tell=tell,",
            "view=view, tell=tell, private_view=lambda state, seat, table: view(state, (seat + 1) % 2),",
            "private views are views", ("private_view differs from view in seat",)),
    Mistake("rules of thumb choose an illegal action", "GAME = Game(", CHOOSE.format("GOAT"),
            "rules of thumb choose a legal action", ("choose gives action 18; expected one of the legal actions [",)),
    Mistake("rules of thumb look into another hand", "GAME = Game(",
            CHOOSE.format(f"{HIGHEST} if state.hands[(seat + 1) % state.players] else pick(rng, legal(state, seat))"),
            "rules of thumb know only what the seat knows", ("in the whole state but action", "in the hidden state")),
    Mistake("rules of thumb change the state", "GAME = Game(",
            CHOOSE.format("pick(rng, legal(state, seat))").replace("    return", "    state.found[0] = 7\n    return"),
            "rules of thumb choose a legal action", ("choose changes the state; expected that it only reads it",)),
    Mistake("a view names a section that is not in the rules", 'section="The round"', 'section="The orchard"',
            "sections are in the rules", ("'The orchard'", "no heading '## The orchard'; expected one of The round")),
    Mistake("the last view names a section that is not in the rules", 'section="The round"',
            'section="The end" if state.phase == OVER else "The round"',
            "a finished match can be shown", ("no heading '## The end'; expected one of The round",)),
]  # fmt: skip


ORCHARD = next(mistake for mistake in MISTAKES if mistake.what == "a view names a section that is not in the rules")


def _check(folder: Path, source: str, *more: str) -> subprocess.CompletedProcess[str]:
    return _run("check", folder, source, *more)


def _run(
    command: str, folder: Path, source: str, *more: str, program: tuple[str, str] = ("-m", "parlour.cli")
) -> subprocess.CompletedProcess[str]:
    """Write a game's source to a file, and run a command of Parlour with it."""
    file = folder / "mistake.py"
    file.write_text(source, encoding="utf-8")
    words = [sys.executable, *program, command, str(file), *more]
    environment = {name: value for name, value in os.environ.items() if name != "PARLOUR_PLAIN"}
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    """Start a process without compiled rules that checks single properties of games."""
    command = [sys.executable, "-m", "tests.testing.one_property"]
    environment = {**os.environ, "PARLOUR_PLAIN": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:  # fmt: skip

        def check(folder: Path, source: str, name: str) -> tuple[bool, str]:
            """Check a property of the game with this source; return whether it holds, and the output."""
            file = folder / "mistake.py"
            file.write_text(source, encoding="utf-8")
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps([str(file), name]) + "\n")
            process.stdin.flush()
            holds, said = json.loads(process.stdout.readline())
            return holds, said

        yield check


@pytest.mark.every(1)
@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_parlour_check_finds_and_explains_a_mistake_in_a_game(
    mistake: Mistake, checker: Checker, tmp_path: Path
) -> None:
    assert SOURCE.count(mistake.old) >= 1, "the game's source no longer contains the text to change"
    holds, said = checker(tmp_path, SOURCE.replace(mistake.old, mistake.new), mistake.property)
    assert not holds
    _expect_wrong(said, mistake)


def _expect_wrong(said: str, mistake: Mistake) -> None:
    """Check that the output reports the broken property with the words that explain it."""
    assert "Traceback" not in said
    wrong = said.partition(f"wrong  {mistake.property}\n")[2].partition("\nok ")[0]
    assert wrong, f"the output does not report the broken property {mistake.property}:\n{said}"
    for words in mistake.words:
        assert words in wrong


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """Run `parlour check` on a game whose mistake shows in every position."""
    return _check(tmp_path_factory.mktemp("checked"), SOURCE.replace(ORCHARD.old, ORCHARD.new), "--seconds", "1")


def test_parlour_check_reports_a_broken_property_although_the_other_properties_hold(
    checked: subprocess.CompletedProcess[str],
) -> None:
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "Traceback" not in checked.stderr
    _expect_wrong(checked.stdout, ORCHARD)
    assert checked.stdout.count("\nok ") > len(PROPERTIES) / 2


def test_parlour_check_skips_compiled_rules_while_another_property_is_broken_and_says_so(
    checked: subprocess.CompletedProcess[str],
) -> None:
    assert "open   plain and compiled rules agree  (not checked: fix the other problems first)" in checked.stdout
    assert ", 1 not checked" in checked.stdout.splitlines()[-1]


def test_a_game_without_a_mistake_passes_all_checks(tmp_path: Path) -> None:
    run = _check(tmp_path, SOURCE, *(("--no-compiled",) if MISSING else ()))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "wrong" not in run.stdout
    assert MISSING or f"All {len(PROPERTIES) + 2} properties hold" in run.stdout


@pytest.mark.parametrize("name", ["{action}", "bid {action}"])
def test_a_correct_game_passes_all_checks_even_if_actions_have_unusual_names_or_matter_only_later(
    name: str, tmp_path: Path
) -> None:
    """This game names actions like `bid 7`; a record stays valid if a number in an unfinished round is changed."""
    assert NUMBERS.count('f"{action}"') == 1
    run = _check(tmp_path, NUMBERS.replace('f"{action}"', f'f"{name}"'), "--no-compiled")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "properties hold, 1 not checked" in run.stdout
    assert "open   plain and compiled rules agree  (not checked: skipped because of --no-compiled)" in run.stdout


def test_a_refusal_that_changes_the_state_is_reported_with_the_position_before_it(
    checker: Checker, tmp_path: Path
) -> None:
    said = '        return say("It is not your turn.")\n'
    name = "a refusal says why"
    _, output = checker(tmp_path, SOURCE.replace(said, f"        state.found[0] = 77\n{said}"), name)
    wrong = output.partition(f"wrong  {name}\n")[2]
    assert "is refused but changes the state" in wrong
    assert "found" in wrong
    assert "77" not in wrong


def test_other_properties_are_reported_as_not_checked_if_no_match_can_be_played(tmp_path: Path) -> None:
    old = "    shuffle(rng, first(CARDS))\n"
    assert old in SOURCE
    run = _check(tmp_path, SOURCE.replace(old, "    shuffle(rng, first(CARDS)[0])\n", 1))
    assert run.returncode == 1, run.stdout + run.stderr
    assert f"1 wrong, 0 ok, {len(PROPERTIES) + 1} not checked" in run.stdout.splitlines()[-1]


def test_parlour_check_continues_with_other_properties_after_a_rule_that_does_not_return(tmp_path: Path) -> None:
    old = "    if state.phase != PLAY:\n        return\n    clear(rng)\n"
    assert old in SOURCE
    source = SOURCE.replace(old, "    while state.phase == PLAY:\n        clear(rng)\n    clear(rng)\n")
    run = _run("check", tmp_path, source, "--no-compiled", "--seconds", "2", program=("-c", IMPATIENT))
    assert run.returncode == 1, run.stdout + run.stderr
    wrong = run.stdout.partition("wrong  fields are in range\n")[2].partition("\nok ")[0]
    assert "a rule does not return: " in wrong
    assert "in redeal" in wrong
    assert run.stdout.count("a rule does not return") == 1
    for checked in ("somebody can act", "views fit", "records replay"):
        assert f"ok     {checked}" in run.stdout
    again = run.stdout.partition("open   redeal fits  ")[2].partition("\n")[0]
    assert "not checked: after" in again
    assert "in redeal" in again


@pytest.mark.parametrize("more", [(), ("--records", "records.jsonl")], ids=["compiled", "recorded"])
def test_a_simulation_refuses_rules_of_thumb_that_choose_an_illegal_action(
    more: tuple[str, ...], tmp_path: Path
) -> None:
    source = SOURCE.replace("GAME = Game(", CHOOSE.format("GOAT"))
    more = tuple(word if word.startswith("--") else str(tmp_path / word) for word in more)
    run = _run("simulate", tmp_path, source, "--bots", "random,basic,random", "--players", "3", "--games", "5", *more)
    assert run.returncode == 2, run.stdout + run.stderr
    assert "the bot basic in seat 1 chose action 18: action 18 is not allowed now; expected one of" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_simulation_names_the_line_of_the_rules_that_fails(tmp_path: Path) -> None:
    source = SOURCE.replace("GAME = Game(", CHOOSE.format("int(state.row[99])"))
    run = _run("simulate", tmp_path, source, "--bots", "basic", "--games", "5")
    assert run.returncode == 2, run.stdout + run.stderr
    assert "mistake.py, line " in run.stderr
    assert "`return int(state.row[99])`: IndexError: index 99" in run.stderr


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    worth = count(cards & BEANS)\n",
         "    worth = count(cards & BEANS) + (1 if 1 << (state.tricks + 8) != 0 else 0)\n",
         ("compiled rules give different values from plain ones in", "beans", "is a number too big for its field")),
        ("    least, found = int(state.beans[0]), 0\n",
         "    least, found = min(state.beans[: state.players].tolist()), 0\n",
         ("cannot be compiled: ", "mistake.py, line", "Unknown attribute 'tolist'")),
    ],
    ids=["a narrow shift", "a list"],
)  # fmt: skip
def test_rules_that_only_work_as_plain_python_are_reported(
    old: str, new: str, words: tuple[str, ...], checker: Checker, tmp_path: Path
) -> None:
    assert old in SOURCE
    holds, said = checker(tmp_path, SOURCE.replace(old, new), AGREEMENT)
    assert not holds
    wrong = said.partition(f"wrong  {AGREEMENT}\n")[2]
    for word in words:
        assert word in wrong, said


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("GAME = 3\n", "makes a int as GAME; expected GAME = Game(name=…, …)"),
        ("def start(:\n", "mistake.py, line 1, `def start(:`: SyntaxError: invalid syntax"),
        ("import nowhere\n", "mistake.py, line 1, `import nowhere`: ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_the_refusal_of_a_file_without_a_valid_game_gives_the_reason(source: str, message: str, tmp_path: Path) -> None:
    run = _check(tmp_path, source)
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1
