"""Tests of absent players, players who are out of the match, and moves taken back, in a real browser."""

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.engine.sets import each
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.match import Match
from parlour.web.table.live import MOST_FROM_AN_ADDRESS, MOST_SOCKETS
from tests.samples import some_game, together
from tests.web.browser import Person, person
from tests.web.servers import Client, Server

PERSON = {"kind": "person"}


def friends(server: Server, number: int = 2) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Open a table for four with this many people; return the table and the seats of Ann's friends."""
    opened = server.open_table(some_game(4, together), players=4, seats=[PERSON] * number)
    path, names = f"/tables/{opened['table']}/join", ("Ben", "Cleo", "Dan")[: number - 1]
    joined = [server.post(path, data={"name": name, "invite": opened["invite"]}).json() for name in names]
    return opened, [{"table": opened["table"], **seat} for seat in joined]


def test_the_oldest_of_too_many_windows_says_why_it_is_closed_and_does_not_reconnect(
    server: Server, ann: Person
) -> None:
    opened = server.open_table(some_game(4), players=4)
    ann.sit(opened)
    with ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            stack.enter_context(Client(server, opened["table"], opened["token"])).until("welcome")
        ann.sees("This table is open in too many windows")
        ann.until("at.line.socket === null && !at.line.timer")
        ann.check_accessible()
        ann.check_calm()
    ann.page.get_by_role("button", name="Try again").click()
    ann.page.wait_for_selector("#table")


def test_a_visitor_who_is_one_too_many_learns_why_and_the_page_does_not_reconnect(server: Server, ann: Person) -> None:
    opened = server.open_table(some_game(4), players=4)
    with ExitStack() as stack:
        for _ in range(MOST_FROM_AN_ADDRESS):
            stack.enter_context(Client(server, opened["table"])).until("welcome")
        ann.go(f"/t/{opened['table']}")
        ann.sees("Too many people at your address are watching this table")
        ann.until("at.line.socket === null && !at.line.timer")
        ann.check_calm()


def test_players_can_let_a_bot_play_for_an_absent_friend(browser: Browser, server: Server, ann: Person) -> None:
    opened, [seat] = friends(server)
    with person(browser, server) as ben:
        ben.sit(seat)
        ann.sit(opened)
        ann.until("at.facts.seats[1].present")
        expect(ann.page.locator(".absence")).to_be_hidden()
    absence = ann.page.locator(".absence")
    expect(absence).to_contain_text("Ben is away")
    expect(absence.locator(".figures")).to_contain_text("a bot takes over in")
    ann.check_accessible()
    ann.page.get_by_role("button", name="Let a bot play for Ben now").click()
    ann.until("at.facts.seats[1].away")
    expect(absence).to_be_hidden()
    with person(browser, server) as ben:
        ben.sit(seat)
        ann.until("!at.facts.seats[1].away")
        ben.check_calm()


def test_the_players_who_are_present_can_replace_an_absent_host_by_a_bot(browser: Browser, server: Server) -> None:
    opened, seats = friends(server, 3)
    with person(browser, server) as ben, person(browser, server, "phone") as cleo:
        with person(browser, server) as ann:
            ann.sit(opened)
            ben.sit(seats[0])
            cleo.sit(seats[1])
            ben.until("at.facts.seats[0].present && at.facts.seats[2].present")
        name = "Let a bot play for Ann now"
        ben.page.get_by_role("button", name=name).click()
        expect(cleo.page.locator(".absence .count")).to_have_text("1 of 2 agrees")
        cleo.check_accessible()
        cleo.page.get_by_role("button", name=name).click()
        ben.until("at.facts.seats[0].away")
        ben.check_calm()
        cleo.check_calm()


# --- a player who is out while only bots are left


def going_out(game: Game) -> int | None:
    """Find a number of players for which the first seat can drop out before a short match is over."""
    for players in sorted(game.players, reverse=True):
        match = Match(game, players, game.short_options, key=bytes(32))
        for _ in range(400):
            match.advance()
            if match.over:
                break
            if "out" in match.view(0).seats[0].badges:
                return players
            seat = match.actors[0]
            match.act(seat, max(each(match.game.legal(match.state, seat))))
    return None


OUT = [game for game in all_games() if going_out(game)]


@pytest.mark.parametrize("game", OUT, ids=lambda game: game.name)
def test_a_player_who_is_out_of_the_match_can_skip_to_the_result(browser: Browser, server: Server, game: Game) -> None:
    found = going_out(game)
    assert found is not None
    skipped = False
    with person(browser, server, settings={"pace": "slow"}) as ann:
        for _ in range(12):  # Several matches are tried, because the bots must play on after Ann is out.
            ann.sit(server.open_table(game, players=found, options=dict(game.short_options)))
            ann.page.evaluate(PLAY_UNTIL_OUT)
            if ann.state("sitting.shown.over"):
                continue
            # If the score sheet is open, the last of the skip buttons is on it.
            ann.page.locator("[data-action=skip]").last.click()
            ann.page.wait_for_selector("dialog.roundsheet a")
            assert ann.state("sitting.shown.over")
            skipped = True
            break
        ann.check_calm()
    assert skipped


PLAY_UNTIL_OUT = """async () => {
    const { act, goOn } = await import("/static/sitting/wishes.js");
    parlour.state.settings.pace = "instant";
    const end = performance.now() + 60000;
    for (;;) {
        const at = parlour.state.sitting, view = at?.shown;
        if (performance.now() > end) throw new Error("neither out nor over: " + view?.phase);
        if (view?.over || view?.seats[at.seat].badges.includes("out")) break;
        if (at?.sheetOpen) goOn();
        else if (view?.actions.length && !at.pending) act(view.actions.at(-1));
        await new Promise(done => setTimeout(done, 10));
    }
    parlour.state.settings.pace = "slow";
}"""


# --- taking back


def test_a_move_can_be_taken_back_in_the_seconds_before_the_bots_answer(browser: Browser, server: Server) -> None:
    opened, [seat] = friends(server)  # Ann's move isn't revealed until Ben has chosen.
    with person(browser, server, settings={"pace": "natural"}) as ann, person(browser, server) as ben:
        ben.sit(seat)
        ann.sit(opened)
        ann.step()
        ann.move()
        ann.page.get_by_role("button", name="Undo").click()
        ann.until("at.shown.actions.length > 1 && !at.pending")
        ann.check_calm()
