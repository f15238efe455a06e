"""The game Rook. Its rules are explained in rules.md, and summed up at the top of rules.py."""

from parlour.game.game import Badge
from parlour.games.kit import card_game, key_by_phase
from parlour.games.rook import rules
from parlour.games.rook.redeal import redeal
from parlour.games.rook.state import ACTIONS, DECK, FIELDS, OPTIONS, PHASES, SEATS, TEAMS
from parlour.games.rook.view import TABLE, all_cards

GAME = card_game(
    TABLE,
    name="rook",
    module=__name__,
    title="Rook",
    pitch="Bid for the right to name trump, then capture the points with your partner across the table.",
    minutes=45,
    players=(SEATS,),
    default_players=SEATS,
    teams=TEAMS,
    deck=DECK,
    options=OPTIONS,
    fields=FIELDS,
    phases=PHASES,
    actions=ACTIONS,
    closed_tricks=True,  # R10
    emblem=("14R", "Rook", "5G"),
    badges={"bidder": Badge("bidder", "bid")},
    short_options={"target": 100},
    start=rules.start,
    deal=rules.deal,
    actors=rules.actors,
    legal=rules.legal,
    apply=rules.apply,
    hide=rules.hide,
    redeal=redeal,
    over=rules.over,
    winners=rules.winners,
    points=rules.points,
    most_gain=rules.most_gain,
    action_key=key_by_phase,
    all_cards=all_cards,
)
