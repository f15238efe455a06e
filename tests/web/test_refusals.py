"""A refusal is sent with its kind, its reason in English with the players' names, and the reason as a template."""

from typing import Any

import pytest

from parlour.game.texts import Text, Who, say
from parlour.web.refusals import TableRefusal
from tests.samples import some_game
from tests.web.servers import Client, Server


def test_the_reason_for_a_refusal_is_kept_as_a_template_and_formatted_with_the_players_names() -> None:
    text = say("It is {who}'s turn, not yours.", who=Who(1))
    refusal = TableRefusal("not_your_turn", text, ["Ann", "Ben"])
    assert str(refusal) == refusal.reason == "It is Ben's turn, not yours."
    assert refusal.text == text


def test_a_refusal_whose_reason_is_a_plain_string_has_no_template() -> None:
    refusal = TableRefusal("too_fast", "Slow down.")
    assert (refusal.reason, refusal.text) == ("Slow down.", None)


@pytest.mark.parametrize("over_http", [True, False])
def test_an_illegal_action_is_refused_with_a_reason_and_its_template(server: Server, over_http: bool) -> None:
    table = server.open_table(some_game(2).name, players=2)
    name, move = table["table"], {"id": "r1", "do": "fold"}
    with Client(server, name, table["token"]) as ann:
        ann.until("welcome")
        while not ann.view["actions"]:
            ann.next()
        if over_http:
            refused = server.post(f"/tables/{name}/move", table["token"], {**move, "number": ann.number}).json()
        else:
            ann.say(type="move", **move, number=ann.number)
            refused = ann.until("refused")
    assert refused["refused"] == "not_allowed"
    assert refused["text"]["values"]["text"] == "fold"
    assert refused["reason"] == str(read(refused["text"]))


@pytest.mark.parametrize("accepted", ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8"], ids=["program", "browser"])
@pytest.mark.parametrize("path", ["/schema/x", "/schema/x.json", "/schema/x/y", "/api/x", "/api/tables/x/y"])
def test_requests_for_an_unknown_path_of_the_api_are_refused_in_json(server: Server, path: str, accepted: str) -> None:
    answer = server.http.get(path, headers={"accept": accepted})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["refused"] == "unknown_page"


@pytest.mark.parametrize("path", ["/schema", "/schema/openapi.json"])
def test_the_openapi_schema_is_available_at_both_of_its_addresses(server: Server, path: str) -> None:
    assert "/api/tables" in server.http.get(path).json()["paths"]


def read(said: dict[str, Any]) -> Text:
    """Rebuild a text from its JSON form, as a client does."""
    values = {name: read(value) if isinstance(value, dict) else value for name, value in said["values"].items()}
    return Text(said["template"], values)
