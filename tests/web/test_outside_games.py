"""A server with external games: clients can't load files by path, and a missing or broken game stops nothing else."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from parlour.engine.rule import PLAIN
from tests.pages import ROOT, blocks
from tests.web.browser import PATIENCE, person
from tests.web.conftest import UNLIMITED
from tests.web.servers import Client, Server

LANTERNS = ROOT / "tests" / "web" / "lanterns.py"
# The last line of the rule `over` in lanterns.py; the compiler compiles this rule early.
REFUSED_RULE = "    return bool(state.phase == OVER)\n"


def roll_call(folder: Path) -> Path:
    """Write the example game from docs/add-a-game.md to a file."""
    file = folder / "rollcall.py"
    file.write_text(blocks("docs/add-a-game.md", "python")[0], encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["./x.py", "../x", "/etc/passwd", "x.py", "tests.web.lanterns", "parlour.games.rook"])
def test_clients_cannot_name_a_game_by_a_file_path_or_a_module(server: Server, tmp_path: Path, name: str) -> None:
    assert server.refused("/tables", data={"game": name, "name": "Ann"}) == "unknown_game"
    answer = server.http.get(f"/api/games/{name.replace('/', '%2F')}/rules")
    assert answer.status_code == 404
    assert answer.json()["refused"] in ("unknown_game", "unknown_page")


def test_a_client_cannot_make_the_server_run_a_file_by_naming_the_file(server: Server, tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'was_run')!r}, 'w')\n", encoding="utf-8")
    for name in (str(trap), f"./{trap.name}", "trap"):
        assert server.refused("/tables", data={"game": name[:40], "name": "Ann"}) == "unknown_game"
    assert not (tmp_path / "was_run").exists()


def test_a_stored_table_whose_game_is_missing_is_refused_and_the_server_still_starts(
    browser: Browser, tmp_path: Path
) -> None:  # fmt: skip
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    before = Server(database, *UNLIMITED, "--game", str(roll_call(tmp_path)))
    seats = [{"kind": "person"}, {"kind": "person"}]
    opened = before.open_table("rollcall", players=2, seats=seats, listed=True)
    started = before.open_table("rollcall", players=2)
    before.close()
    after = Server(database, *UNLIMITED)
    try:
        for table in (opened, started):
            answer = after.http.get(f"/api/tables/{table['table']}")
            assert (answer.status_code, answer.json()["refused"]) == (404, "unknown_game")
            assert "rollcall" in answer.json()["reason"]
            with Client(after, table["table"], table["token"]) as client:
                assert client.until("refused")["refused"] == "unknown_game"
        assert after.get("/tables") == []
        with person(browser, after) as ann:
            ann.go("/")
            ann.page.wait_for_selector(".tile")
            ann.go(f"/t/{started['table']}")
            expect(ann.page.locator("h1")).to_have_text("No such game", timeout=PATIENCE)
            ann.sees("which this server does not have")
            ann.check_accessible()
    finally:
        after.close()
    again = Server(database, *UNLIMITED, "--game", str(roll_call(tmp_path)))
    try:
        with Client(again, started["table"], started["token"]) as client:
            client.until("welcome")
            client.move("first")
    finally:
        again.close()


@pytest.mark.every(2)
@pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")
def test_a_game_that_cannot_be_compiled_is_played_with_plain_rules_and_the_page_says_so(
    browser: Browser, tmp_path: Path
) -> None:  # fmt: skip
    file = tmp_path / "stubborn.py"
    code = LANTERNS.read_text(encoding="utf-8").replace('"lanterns"', '"stubborn"')
    assert code.count(REFUSED_RULE) == 1
    refused = '    return bool(json.loads(json.dumps({"over": int(state.phase == OVER)}))["over"])\n'
    changed = code.replace(REFUSED_RULE, refused).replace("import numpy", "import json\n\nimport numpy")
    file.write_text(changed, encoding="utf-8")
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", *UNLIMITED, "--game", str(file), plain=False)
    try:
        hard = [{"kind": "person"}, {"kind": "bot", "level": "hard"}, {"kind": "bot", "level": "easy"}]
        with person(browser, server) as ann:
            ann.sit(server.open_table("stubborn", players=3, seats=hard, options={"length": 1}))
            ann.play_out()  # The match doesn't wait for the compiler, which may still be running.
            note = ann.page.locator(".bar .preparing")
            expect(note).to_contain_text("Strong bots are not available", timeout=300_000)
            assert server.get("/status")["games"]["stubborn"] == "failed"
            # The changed file has two additional lines at the top.
            line = 1 + code[: code.index(REFUSED_RULE)].count("\n") + 2
            said = rf"stubborn \((rules|search)\) could not be compiled and stays on plain rules: .*, line {line}: "
            assert re.search(said, server.logged()), server.logged()
            table = server.open_table("stubborn", players=3, seats=hard, options={"length": 1})
            ann.sit(table)
            ann.step()
            ann.page.click(".tools .hint")
            expect(ann.page.locator(".advice")).to_be_visible(timeout=PATIENCE)
            ann.play_out()
            assert server.refused(f"/tables/{table['table']}/analysis", data={"seat": 0}) == "missing"
            ann.go("/")
            ann.page.wait_for_selector(".tile")
            tile = ann.page.locator(".tile", has=ann.page.locator("[data-play=stubborn]"))
            expect(tile.locator(".preparing")).to_contain_text("Strong bots are not available")
            assert not ann.troubles, ann.troubles
    finally:
        server.close()
