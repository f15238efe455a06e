"""The game Active 13. Its rules are explained in rules.md, and summed up at the top of rules.py."""

from parlour.game.game import Badge
from parlour.games.active13 import redeal, rules
from parlour.games.active13.redeal import PLAYERS
from parlour.games.active13.rules import ACTIONS, FIELDS, OPTIONS, PHASES
from parlour.games.active13.view import DECK, TABLE
from parlour.games.kit import card_game

GAME = card_game(
    TABLE,
    name="active13",
    module=__name__,
    title="Active 13",
    pitch="Spend your trumps to build better cards, or win tricks with them now? A duel to forty.",
    minutes=25,
    players=(PLAYERS,),
    default_players=PLAYERS,
    deck=DECK,
    options=OPTIONS,
    fields=FIELDS,
    phases=PHASES,
    actions=ACTIONS,
    carries_over=True,
    emblem=("2H", "KH", "AS"),
    badges={"has_lead": Badge("the Lead", "▸")},
    short_options={"target": 15},
    start=rules.start,
    deal=rules.deal,
    actors=rules.actors,
    legal=rules.legal,
    apply=rules.apply,
    hide=redeal.hide,
    redeal=redeal.redeal,
    over=rules.over,
    winners=rules.winners,
    points=rules.points,
    most_gain=rules.most_gain,
)
