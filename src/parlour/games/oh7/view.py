"""What people see of Oh 7 ?: its cards, words and sections of the rules."""

from parlour.game.cards import Deck
from parlour.game.texts import say
from parlour.games.oh7 import rules
from parlour.games.sevens.rules import SUIT_LETTERS, VALUES
from parlour.games.sevens.view import SevensTable

DECK = Deck(
    tuple(f"{value}{suit}" for suit in SUIT_LETTERS[:4] for value in range(VALUES)), pictures={"0": "Q", "1": "A"}
)
TABLE = SevensTable(
    rules=rules,
    sections={"deal": "The deal", "bet": "Betting", "play": "Playing tricks", "over": "Winning"},
    commit="bet",
    verbs={"bet": "bet"},
    trump=say("Trump"),
    trump_card="K{suit}",
    trump_cards=len(SUIT_LETTERS[:4]),
    no_trump=None,
)
