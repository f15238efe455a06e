"""The development table follows a game's file: the page changes when the file is saved."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import PATIENCE, Person, person
from tests.web.dev.workshop import SOURCE, Dev, beside, line_of, sees_rules

PROMPT, POINT, NAME = 'say("Choose a card.")', "state.scores[winner] += 1", 'f"choose {DECK.name(action)}"'
ALLOWED, ENDLESS = (
    '"""Return the cards of the suit called, or the whole hand if it has none."""',
    "while True: pass  # for ever",
)
# FAILING divides by 0 in the first round.
NEXT, FAILING = "state.called += 1", "state.called += 1 // int(state.rounds)"
CALLED = "sitting.shown.centre.markers[0].suit"
FRAMES = """async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
}"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Copy the game that the tests change; return the copy."""
    path = tmp_path / "callers.py"
    path.write_bytes(SOURCE.read_bytes())
    return path


@pytest.fixture
def dev(file: Path) -> Iterator[Dev]:
    """Run `parlour dev` with the copied game."""
    dev = Dev(file)
    yield dev
    dev.close()


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dev]:
    """Run one `parlour dev` for all tests of broken files, because the table never uses such a file."""
    path = tmp_path_factory.mktemp("wrong") / "callers.py"
    path.write_bytes(SOURCE.read_bytes())
    dev = Dev(path)
    yield dev
    dev.close()


@pytest.fixture
def ann(browser: Browser, dev: Dev) -> Iterator[Person]:
    """Open the table in a browser."""
    with person(browser, dev) as ann:
        ann.go("/")
        ann.page.wait_for_selector("#table")
        yield ann


def choose(ann: Person) -> None:
    """Wait until the cards have stopped moving, because a problem below the table shrinks it; then choose a card."""
    ann.step()
    ann.page.evaluate(FRAMES)
    ann.choose()


def play_a_trick(ann: Person) -> None:
    """Play a trick that scores a point, and wait for the bots to choose the next card.

    If nobody has a card of the suit called, the trick scores nothing, but then the next trick does, because the hands
    contain nine of the ten cards of the other suits.
    """
    ann.step()
    while not any(scores(ann)):
        called = ann.state(CALLED)
        choose(ann)
        ann.until(f"parlour.state.{CALLED} !== value && at.shown.to_act.length === 1", called)


def save(dev: Dev, ann: Person, old: str, new: str) -> None:
    """Replace a text in the game's file, and wait until the page uses the new rules."""
    build = dev.news()["build"]
    dev.save(old, new)
    sees_rules(ann, dev.next_build(build))


def scores(ann: Person) -> list[int]:
    """Return the points on the table."""
    found: list[int] = ann.page.evaluate("parlour.state.sitting.shown.seats.map(seat => seat.score)")
    return found


def test_a_changed_sentence_appears_on_the_page_and_the_match_continues(dev: Dev, ann: Person) -> None:
    play_a_trick(ann)
    ann.sees("Choose a card.")
    table, number = ann.state("sitting.table"), ann.state("sitting.number")
    save(dev, ann, PROMPT, 'say("Answer the call.")')
    ann.sees("Answer the call.")
    assert (ann.state("sitting.table"), ann.state("sitting.number")) == (table, number)
    expect(beside(ann, "notice")).to_be_hidden()
    expect(beside(ann, "problem")).to_have_count(0)


def test_the_match_is_scored_again_when_the_scoring_rule_changes(dev: Dev, ann: Person) -> None:
    play_a_trick(ann)
    before, table = scores(ann), ann.state("sitting.table")
    save(dev, ann, POINT, "state.scores[winner] += 5")
    ann.until("at.shown && at.shown.seats.some(seat => seat.score === 5)")
    assert scores(ann) == [5 * score for score in before]
    assert ann.state("sitting.table") == table


def test_a_match_that_does_not_fit_the_new_rules_is_restarted_and_the_page_says_so(dev: Dev, ann: Person) -> None:
    play_a_trick(ann)
    table = ann.state("sitting.table")
    save(dev, ann, NAME, 'f"pick {DECK.name(action)}"')
    expect(beside(ann, "notice")).to_contain_text("was restarted", timeout=PATIENCE)
    expect(beside(ann, "notice")).to_contain_text("is not allowed")
    ann.until("at.shown && at.table !== value", table)
    assert set(scores(ann)) == {0}
    dev.says("the match was restarted")
    play_a_trick(ann)


def test_a_syntax_error_stays_on_the_page_with_its_line_until_it_is_fixed(dev: Dev, ann: Person) -> None:
    ann.step()
    line = line_of(dev.path, POINT)
    dev.save(POINT, "state.scores[winner] +=")
    problem = beside(ann, "problem")
    expect(problem).to_contain_text(f"{dev.path}, line {line}", timeout=PATIENCE)
    expect(problem).to_contain_text("SyntaxError: invalid syntax")
    expect(beside(ann, "line")).to_have_text("state.scores[winner] +=")
    play_a_trick(ann)  # The match continues with the last rules that worked.
    ann.check_accessible()
    save(dev, ann, "state.scores[winner] +=", POINT)
    expect(problem).to_have_count(0, timeout=PATIENCE)
    ann.until("at.shown && at.shown.seats.some(seat => seat.score > 0)")
    assert f"line {line}: SyntaxError" in dev.logged()


@pytest.mark.processes
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('PHASES = ("deal"', 'PHASES = (1 / 0, "deal"', "ZeroDivisionError: division by zero"),
        ("actions=len(DECK.names)", "actions=100", "callers has 100 actions; expected 1 to 63"),
        ("GAME = Game(", "game = Game(", "makes no GAME; expected GAME = Game(name=…, …)"),
        ('name="callers"', 'name="oh7"', "makes a game called 'oh7', and there is one"),
        ("import numpy", "raise SystemExit\nimport numpy", "SystemExit: the file ends the program"),
        ("acting, mine = ", "acting, mine = int('x'), ", "ValueError: invalid literal for int()"),
    ],
)
def test_every_problem_in_the_file_of_a_game_is_reported(wrong: Dev, old: str, new: str, reason: str) -> None:
    known = wrong.news()
    wrong.save(old, new, SOURCE)
    (problem,) = wrong.news(known["stamp"])["problems"]
    assert reason in problem["reason"]
    assert problem["file"] == str(wrong.path)
    assert wrong.news()["build"] == known["build"]  # The last rules that worked are still used.


@pytest.mark.processes
@pytest.mark.parametrize(
    ("old", "new", "step"),
    [
        pytest.param("import numpy", f"{ENDLESS}\nimport numpy", "loading", id="loading", marks=pytest.mark.extensive),
        pytest.param("state.phase = CHOOSE", ENDLESS, "dealing", id="dealing"),
        pytest.param(ALLOWED, ENDLESS, "showing", id="showing", marks=pytest.mark.extensive),
    ],
)
def test_game_code_that_runs_endlessly_is_reported_with_its_task_and_its_line(
    wrong: Dev, old: str, new: str, step: str
) -> None:
    known = wrong.news()
    wrong.save(old, new, SOURCE)
    (problem,) = wrong.news(known["stamp"])["problems"]
    assert f"still {step} after 10 s; expected " in problem["reason"]
    assert (problem["file"], problem["line"]) == (str(wrong.path), line_of(wrong.path, "while True"))
    assert wrong.news()["build"] == known["build"]  # The last rules that worked are still used.


def test_a_match_continues_once_an_error_in_its_rules_is_fixed(dev: Dev, ann: Person) -> None:
    save(dev, ann, NEXT, FAILING)
    line, table, called = line_of(dev.path, FAILING), ann.state("sitting.table"), ann.state(CALLED)
    choose(ann)
    problem = beside(ann, "problem")
    expect(problem).to_contain_text(f"{dev.path}, line {line}", timeout=PATIENCE)
    expect(problem).to_contain_text("ZeroDivisionError")
    expect(beside(ann, "line")).to_have_text(FAILING)
    expect(ann.page.locator("#table")).to_be_visible()  # unchanged
    save(dev, ann, FAILING, NEXT)
    expect(problem).to_have_count(0, timeout=PATIENCE)
    ann.until(f"at.shown && parlour.state.{CALLED} !== value", called)  # The card chosen during the failure is played.
    assert ann.state("sitting.table") == table


def test_new_rules_that_fail_in_the_current_match_are_not_used(dev: Dev, ann: Person) -> None:
    play_a_trick(ann)
    before, build = ann.state("sitting.number"), dev.news()["build"]
    dev.save(NEXT, FAILING)
    expect(beside(ann, "problem")).to_contain_text("ZeroDivisionError", timeout=PATIENCE)
    assert dev.news()["build"] == build
    choose(ann)
    ann.until("at.number > value", before)


def test_parlour_dev_starts_even_with_a_broken_file_and_continues_when_the_file_is_fixed(
    file: Path, browser: Browser
) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("DEAL, CHOOSE, OVER = range(3)", "DEAL, CHOOSE, OVER = range(3"), encoding="utf-8")
    dev = Dev(file)
    try:
        with person(browser, dev) as ann:
            ann.go("/")
            expect(beside(ann, "problem")).to_contain_text("SyntaxError: '(' was never closed", timeout=PATIENCE)
            ann.check_accessible()
            dev.save("DEAL, CHOOSE, OVER = range(3", "DEAL, CHOOSE, OVER = range(3)")
            ann.page.wait_for_selector("#table")
            play_a_trick(ann)
    finally:
        dev.close()


def test_the_designer_can_start_a_new_match_and_look_at_all_cards(dev: Dev, ann: Person) -> None:
    play_a_trick(ann)
    table = ann.state("sitting.table")
    ann.page.click("text=All cards")
    expect(beside(ann, "state")).to_have_text(dev.http.get(f"/dev/state/{table}").json()["text"])
    ann.page.click("text=New match")
    expect(ann.page).not_to_have_url(re.compile(table))
    ann.page.wait_for_selector("#table")
    save(dev, ann, PROMPT, 'say("Answer the call.")')
    ann.sees("Answer the call.")
    assert ann.state("sitting.table") != table
    assert set(scores(ann)) == {0}


TELLING = ["minutes", "best seat", "longest wait", "winner led at half-time", "forced"]


def matches_of(dev: Dev) -> int:
    """Return from how many matches the page's figures come; 0 before there are any."""
    measured = dev.news()["measured"]
    return int(measured["matches"]) if measured else 0


def test_the_most_telling_figures_appear_beside_the_table_after_each_save(dev: Dev, ann: Person) -> None:
    figures = beside(ann, "figures")
    expect(figures.locator("dt")).to_contain_text(TELLING, timeout=PATIENCE)
    expect(beside(ann, "measured")).to_contain_text(re.compile(r"From \d+ matches of random bots"))
    ann.check_accessible()
    assert matches_of(dev) > 0
    save(dev, ann, POINT, "state.scores[winner] += 5")
    expect(figures.locator("dt")).to_contain_text(TELLING, timeout=PATIENCE)
    expect(beside(ann, "problem")).to_have_count(0)
