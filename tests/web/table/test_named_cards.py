"""The cards named in a sentence about a player ({who}) belong to the player's last action, as the page assumes.

The test ignores the placeholder {suit}, because a suit in a sentence may follow from other actions.
"""

import random

import pytest

from parlour.game.texts import Card, Who
from parlour.games import find_game
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.positions import TABLES


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_card_named_in_a_sentence_about_a_player_is_in_the_players_last_action(name: str, players: int) -> None:
    match, chooser, compared = Match(find_game(name), players, key=seeded_key(7, 1), limit=3), random.Random(7), 0
    match.advance()
    while not match.over:
        seat = chooser.choice(match.actors)
        story = match.act(seat, chooser.choice(match.legal(seat)))
        last = {event["seat"]: event["do"].split() for event in match.events if "do" in event}
        for sentence in story:
            who, gaps = sentence.values.get("who"), sentence.values.items()
            named = {value.card for gap, value in gaps if gap != "suit" and isinstance(value, Card)}
            if isinstance(who, Who) and who.seat in last:
                compared += len(named)
                assert named <= set(last[who.seat]), sentence
        match.advance()
    assert compared > 5
