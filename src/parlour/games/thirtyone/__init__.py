"""The game Thirty-one. Its rules are explained in rules.md, and summed up at the top of rules.py."""

from parlour.game.game import Badge, Scoring
from parlour.games.kit import card_game
from parlour.games.thirtyone import rules
from parlour.games.thirtyone.hands import DECK
from parlour.games.thirtyone.rules import ACTIONS, FIELDS, OPTIONS, PHASES
from parlour.games.thirtyone.view import TABLE, all_cards

GAME = card_game(
    TABLE,
    name="thirtyone",
    module=__name__,
    title="Thirty-one",
    pitch="Three cards and three lives: gather one suit, and never hold the lowest hand.",
    minutes=20,
    players=(2, 3, 4, 5, 6),
    default_players=4,
    deck=DECK,
    options=OPTIONS,
    fields=FIELDS,
    phases=PHASES,
    actions=ACTIONS,
    scoring=Scoring("lives", "life", "lives", lives=True),
    emblem=("KD", "AD", "10D"),
    badges={
        "mvp": Badge("MVP", "MVP"),
        "preacher": Badge("Preacher", "Pr"),
        "cow": Badge("Cow", "Cow", warning=True),
        "stayed": Badge("stays", "stays"),
    },
    short_options={"lives": 1},
    start=rules.start,
    deal=rules.deal,
    actors=rules.actors,
    legal=rules.legal,
    apply=rules.apply,
    hide=rules.hide,
    redeal=rules.redeal,
    over=rules.over,
    winners=rules.winners,
    points=rules.points,
    most_gain=rules.most_gain,
    action_key=rules.action_key,
    all_cards=all_cards,
)
