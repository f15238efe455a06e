"""Test of a bet that the search bot has to find in Oh 7 ?."""

from parlour.bots.search import Budget, Search
from parlour.games import find_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match


def test_the_search_bot_bets_all_seven_tricks_with_a_hand_that_wins_them_all() -> None:
    match = Match(find_game("oh7"), 3, dealt_by_hand=True)
    hands = [[f"{value}{suit}" for value in range(1, 8)] for suit in "SHC"]
    match.place({"deal": {"hands": hands, "aside": ["0S", "0H", "0C"]}})
    hidden = match.game.hidden(match.state, 0)
    weighed = Search(match.game, Budget(worlds=60)).weigh(hidden, 0, chance_generator(seeded_key(1, 3), 0))
    assert match.game.action_name(hidden, 0, weighed[0].action) == "bet 7S"
