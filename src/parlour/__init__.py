'''Parlour: write the rules of a card game once and get everything else.

A game is one file. This one is complete: save it as highcard.py, and `parlour play ./highcard.py` deals.

    """High Card: everybody gets three cards and lays one down in turn. ♦ beats ♣ beats ♥ beats ♠; the highest wins."""

    from parlour import NO_CARD, Rng, State, bit, card_set, draw_cards, each_seat, first, has, number, one_card
    from parlour import one_seat, rule, shuffle
    from parlour.games import kit

    DEAL, PLAY, OVER = range(3)
    SEAT = each_seat(4)
    FIELDS = (
        card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
        card_set("stock", "the cards that nobody got", observed="none", place="common"),
        one_card("trick", "the card that each seat has laid down", SEAT, place="common"),
        one_seat("leader", "the seat that begins"),
        one_seat("turn", "the seat that lays a card down next"),
        number("scores", "points of the match", 0, 1, SEAT),
    )

    @rule
    def start(state: State, players: int) -> None:
        state.players, state.stock, state.phase = players, first(52), DEAL
        for seat in range(4):
            state.trick[seat] = NO_CARD

    @rule
    def deal(state: State, rng: Rng) -> None:
        shuffle(rng, first(52))
        kit.deal_hands(rng, state.hands, state.players, 3)
        state.stock = draw_cards(rng, rng.left)
        begin(state)

    @rule
    def begin(state: State) -> None:
        state.phase = PLAY

    @rule
    def actors(state: State) -> int:
        return bit(state.turn) if state.phase == PLAY else 0

    @rule
    def legal(state: State, seat: int) -> int:
        return int(state.hands[seat]) if has(actors(state), seat) else 0

    @rule
    def apply(state: State, seat: int, card: int) -> None:
        state.hands[seat] &= ~bit(card)
        state.trick[seat] = card
        state.turn = (seat + 1) % state.players
        if state.turn == state.leader:
            state.scores[kit.taker(state.trick, state.players, first(52), kit.NO_TRUMP)] = 1
            state.phase, state.rounds = OVER, 1

    @rule
    def over(state: State) -> bool:
        return bool(state.phase == OVER)

    @rule
    def winners(state: State) -> int:
        return kit.most(state.scores, state.players) if over(state) else 0

    @rule
    def hide(state: State, seat: int) -> None:
        state.stock = 0
        for other in range(state.players):
            state.hands[other] = state.hands[other] if other == seat else 0

    @rule
    def redeal(state: State, seat: int, rng: Rng) -> None:
        hide(state, seat)
        known = kit.laid(state.trick, state.players)
        for other in range(state.players):
            known |= state.hands[other]
        shuffle(rng, first(52) & ~known)
        for other in range(state.players):
            if other != seat and state.phase != DEAL:
                state.hands[other] = draw_cards(rng, 3 if state.trick[other] == NO_CARD else 2)
        state.stock = draw_cards(rng, rng.left)

    GAME = kit.card_game(
        kit.Table(hand=3, begin=begin, dealt=("stock",)), name="highcard", title="High Card", minutes=1,
        players=(2, 3, 4), default_players=3, deck=kit.pack(), fields=FIELDS, phases=("deal", "play", "over"),
        start=start, deal=deal, actors=actors, legal=legal, apply=apply, over=over, winners=winners, hide=hide,
        redeal=redeal,
    )

A match of it, or of any other game:

    from parlour import Match, Text, load_game

    match = Match(load_game("./highcard.py"), players=3, names=["Ann", "Ben", "Cleo"])
    story: list[Text] = []
    for seat in match.turns(story.extend):  # which deals when it's time to
        story += match.act(seat, max(match.legal(seat)))  # or by name: match.act(seat, "play 7H")
    for sentence in story:
        print(sentence.told(match.names))

`__all__` lists what programs and games import from here; more is in `parlour.envs` (environments), `parlour.learn`
and `parlour.testing`. A name is loaded on its first use, so that `import parlour` is fast.
'''

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.bots import Bot, find_bot
    from parlour.engine.rng import Rng, below, draw, draw_cards, generator, pick, shuffle
    from parlour.engine.rule import hot_rule, rule
    from parlour.engine.sets import bit, count, each, first, has, highest, lowest, nth, rest
    from parlour.errors import ParlourError
    from parlour.game.cards import HIDDEN, NO_CARD, Deck, Face, Suit
    from parlour.game.fields import (
        Entries,
        card_set,
        choice,
        choice_set,
        each_seat,
        each_team,
        listed,
        number,
        one_card,
        one_seat,
        seat_set,
    )
    from parlour.game.figures import Edge, Figure
    from parlour.game.game import Badge, Game, Scoring, State
    from parlour.game.options import Option
    from parlour.game.texts import Card, Refusal, Text, Who, say
    from parlour.game.view import (
        Action,
        Cell,
        Centre,
        Choice,
        Mark,
        Marker,
        Moment,
        Pile,
        Play,
        Refused,
        Seat,
        Selection,
        Share,
        SheetRow,
        Trick,
        View,
    )
    from parlour.games import all_games, find_game, load_game
    from parlour.lab import study
    from parlour.lab.simulation import simulate
    from parlour.match.match import Match
    from parlour.match.record import read_records, replay, verify

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022 - by purpose
    # play
    "find_game",  # find_game(NAME): a game by its name
    "load_game",  # load_game("./mygame.py"): a game by its file, which is run
    "all_games",  # every game there is
    "Match",  # a match: advance, act, view, record
    "Bot",  # the type of a bot: (hidden state, seat, generator) -> action
    "find_bot",  # find_bot(game, "search:50ms"): a bot by its name
    "read_records",  # the records in a file, one after another
    "replay",  # walk through a record, event by event
    "verify",  # prove a record: its deals, its moves and its result
    "simulate",  # play many matches and count
    "study",  # the same with all figures of the laboratory, options varied
    "ParlourError",  # every error that a person can put right
    "Refusal",  # a move that the rules don't allow, and why
    # declare a game
    "Game",  # everything known of a game; kit.card_game makes one
    "Scoring",  # what scores are called, and whether the lowest wins
    "Badge",  # a word and a sign beside a player
    "Option",  # a number or a choice that players may change
    "Figure",  # a figure of a player's histories
    "Edge",  # how strong a bot is among others
    "Deck",  # cards by their names
    "Suit",  # what a letter in a card's name stands for: a suit
    "Face",  # the same for a card with a name of its own, such as a joker
    "NO_CARD",  # where a card could lie, but none does
    "HIDDEN",  # a card lies there, but the viewer may not know which
    # declare the fields of a state
    "State",  # a record with these fields
    "Entries",  # the entries of one field, such as state.hands
    "card_set",  # a set of cards
    "one_card",  # one card or NO_CARD
    "seat_set",  # a set of seats
    "one_seat",  # one seat or -1
    "number",  # a number between two bounds
    "choice",  # one of several words
    "choice_set",  # some of several words
    "each_seat",  # an entry for each seat
    "each_team",  # an entry for each team
    "listed",  # a list of entries
    # write rules
    "rule",  # compile a rule on its first call
    "hot_rule",  # the same, and put its code into its callers
    "bit",  # the set of one member
    "first",  # the set of the first n members
    "has",  # whether a set has a member
    "count",  # how many members a set has
    "each",  # the members of a set, outside of rules
    "lowest",  # the lowest member
    "highest",  # the highest member
    "nth",  # the member at a position
    "rest",  # a set without its lowest member
    "Rng",  # a random generator, with the pack that it shuffles
    "generator",  # make one from 32 bytes
    "shuffle",  # shuffle a set of cards
    "draw",  # draw a card
    "draw_cards",  # draw several cards, as a set
    "pick",  # one member of a set, each equally likely
    "below",  # a number from 0 to below a limit
    # say what happens
    "say",  # say("{who} leads", who=Who(0)): a sentence to be translated
    "Text",  # such a sentence
    "Who",  # a player in a sentence
    "Card",  # a card in a sentence
    # show a table; kit.Table makes these
    "View",  # what a seat or a spectator sees
    "Seat",  # a player's plate
    "Centre",  # the middle of the table
    "Trick",  # cards laid down in turn
    "Play",  # one of them
    "Pile",  # cards on top of each other
    "Marker",  # a word beside them, such as the trump
    "Choice",  # a choice shown in the middle
    "Action",  # something the seat may do
    "Selection",  # several cards that are chosen together
    "Refused",  # a card that may not be played, and why
    "SheetRow",  # a row of the score sheet
    "Cell",  # an entry of it
    "Share",  # what a cell is made of
    "Moment",  # an event that's worth a pause
    "Mark",  # a word at a seat during a moment
    "__version__",  # the version of Parlour
]

_HOMES = {  # where each name is defined
    "parlour.bots": ("Bot", "find_bot"),
    "parlour.engine.rng": ("Rng", "below", "draw", "draw_cards", "generator", "pick", "shuffle"),
    "parlour.engine.rule": ("hot_rule", "rule"),
    "parlour.engine.sets": ("bit", "count", "each", "first", "has", "highest", "lowest", "nth", "rest"),
    "parlour.errors": ("ParlourError",),
    "parlour.game.cards": ("HIDDEN", "NO_CARD", "Deck", "Face", "Suit"),
    "parlour.game.fields": (
        "Entries", "card_set", "choice", "choice_set", "each_seat", "each_team", "listed", "number", "one_card",
        "one_seat", "seat_set",
    ),
    "parlour.game.figures": ("Edge", "Figure"),
    "parlour.game.game": ("Badge", "Game", "Scoring", "State"),
    "parlour.game.options": ("Option",),
    "parlour.game.texts": ("Card", "Refusal", "Text", "Who", "say"),
    "parlour.game.view": (
        "Action", "Cell", "Centre", "Choice", "Mark", "Marker", "Moment", "Pile", "Play", "Refused", "Seat",
        "Selection", "Share", "SheetRow", "Trick", "View",
    ),
    "parlour.games": ("all_games", "find_game", "load_game"),
    "parlour.lab": ("study",),
    "parlour.lab.simulation": ("simulate",),
    "parlour.match.match": ("Match",),
    "parlour.match.record": ("read_records", "replay", "verify"),
}  # fmt: skip


if not TYPE_CHECKING:  # type checkers know the imports above, and report any other name

    def __getattr__(name: str) -> Any:
        """Load a name of `__all__` on its first use ([PEP 562](https://peps.python.org/pep-0562/))."""
        for module, names in _HOMES.items():
            if name in names:
                return globals().setdefault(name, getattr(import_module(module), name))
        raise AttributeError(f"module 'parlour' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the names that can be imported."""
    return sorted({*globals(), *__all__})
