"""What people see of Kod-7: its cards, words and sections of the rules."""

from parlour.game.cards import FRENCH, Deck, Face, Suit
from parlour.game.texts import say
from parlour.games.kod7 import rules
from parlour.games.sevens.rules import SUIT_LETTERS, VALUES
from parlour.games.sevens.view import SevensTable

DECK = Deck(
    (
        *(f"{value}{suit}" for suit in SUIT_LETTERS for value in range(VALUES)),
        *(f"{value}*" for value in (0, 0, 1, 1, 2, 2, 3, 4, 5, 6)),
        "?!",
    ),
    (
        *FRENCH,
        Suit("F", "flowers", "✿", "purple", drawing="flower"),
        Suit("*", "stars", "★", "gold", drawing="star", card="{value} of stars", paper="cream"),
    ),
    {"?!": Face("Interrobang", "‽", drawing="interrobang")},
)
SECTIONS = {
    "deal": "The deal",
    "estimate": "Estimating",
    "suit": "First leader and exception suit",
    "lead": "First leader and exception suit",
    "draw": "First leader and exception suit",
    "play": "Playing tricks",
    "over": "Winning",
}
TABLE = SevensTable(
    rules=rules,
    sections=SECTIONS,
    commit="estimate",
    verbs={"estimate": "estimate", "suit": "suit", "lead": "lead"},
    trump=say("Exception"),
    trump_card="{suit}",
    trump_cards=3,  # the cards have two sides: ♠ and blank, ♥ and ✿, ♣ and ♦
    no_trump="",
)
