"""The game Oh 7 ?; rules.md and the top of rules.py explain its rules."""

from parlour.games.kit import card_game
from parlour.games.oh7 import rules
from parlour.games.oh7.rules import OPTIONS, PHASES
from parlour.games.oh7.view import DECK, TABLE
from parlour.games.sevens import rules as sevens
from parlour.games.sevens.fields import FIELDS

GAME = card_game(
    TABLE,
    name="oh7",
    module=__name__,
    title="Oh 7 ?",
    pitch="Bet one of your own cards on the tricks you will win, and make the others fail.",
    minutes=20,
    players=(2, 3, 4),
    default_players=4,
    deck=DECK,
    options=OPTIONS,
    fields=FIELDS,
    phases=PHASES,
    emblem=("0C", "7H", "3S"),
    other_seats=("the Dummy",),
    short_options={"min_rounds": 2},
    start=rules.start,
    deal=rules.deal,
    actors=rules.actors,
    legal=rules.legal,
    apply=rules.apply,
    hide=rules.hide,
    redeal=rules.redeal,
    over=sevens.over,
    winners=sevens.winners,
    points=sevens.points,
    most_gain=sevens.most_gain,
    action_key=sevens.action_key,
    automatic_moves=TABLE.automatic_moves,
)
