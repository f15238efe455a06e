"""A page whose table was set aside shows the table again once an operator has had it loaded again."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.web.admin.commands import admin
from tests.web.admin.test_free import break_table, open_for_two, repair_table, wait_until_listed
from tests.web.browser import person
from tests.web.servers import Client, Server


def test_the_page_shows_a_repaired_table_again_without_being_reloaded(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(database)
    try:
        table, token = open_for_two(server)
        with person(browser, server) as ann, Client(server, table, token) as other:
            ann.sit({"table": table, "token": token})
            ann.page.wait_for_selector("#table")
            other.until("welcome")
            break_table(database, other)
            ann.sees("This table has been stopped")
            wait_until_listed(database, table)
            repair_table(database, table)
            admin(database, "free", table)
            ann.page.wait_for_selector("#table")
            ann.until("at.error === null")
            ann.check_calm()
    finally:
        server.close()
