'''Parlour: write the rules of a card game once and get everything else.

A game is one file. The game below is complete: save it as highcard.py, and play it with `parlour play ./highcard.py`.

    """High Card: everybody gets three cards and plays one in turn. ♦ beats ♣ beats ♥ beats ♠; the highest wins."""

    from parlour import NO_CARD, Rng, State, bit, card_set, draw_cards, each_seat, first, has, number, one_card
    from parlour import one_seat, rule, shuffle
    from parlour.games import kit

    DEAL, PLAY, OVER = range(3)
    SEAT = each_seat(4)
    FIELDS = (
        card_set("hands", "the cards in each hand", SEAT, observed="own", place="common"),
        card_set("stock", "the undealt cards", observed="none", place="common"),
        one_card("trick", "each seat's card on the table", SEAT, place="common"),
        one_seat("leader", "the seat that begins"),
        one_seat("turn", "the seat that plays next"),
        number("scores", "points in the match so far", 0, 1, SEAT),
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

To play a match of this game, or of any other:

    from parlour import Match, Text, load_game

    match = Match(load_game("./highcard.py"), players=3, names=["Ann", "Ben", "Cleo"])
    story: list[Text] = []
    for seat in match.turns(story.extend):  # this also deals when it's time to
        story += match.act(seat, max(match.legal(seat)))  # or by name: match.act(seat, "play 7H")
    for sentence in story:
        print(sentence.format(match.names))

`__all__` lists the names that programs and games import from here; `parlour.envs` (environments), `parlour.learn` and
`parlour.testing` offer more. A name is loaded when it is first used, so that `import parlour` is fast.
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
    "find_game",  # find a game by its name
    "load_game",  # load a game from its file, such as ./mygame.py; this runs the file
    "all_games",  # list every registered game
    "Match",  # a match to play: advance, act, view, record
    "Bot",  # the type of a bot: (hidden state, seat, generator) -> action
    "find_bot",  # find a game's bot by its name, such as search:50ms
    "read_records",  # read the records in a file, one after another
    "replay",  # walk through a record, event by event
    "verify",  # check a record's deals, moves and result
    "simulate",  # play many matches and count the results
    "study",  # play many matches with varied options and take all of the lab's measures
    "ParlourError",  # an error that users can fix; its message says how
    "Refusal",  # the error for a move that the rules don't allow; says why
    # declare a game
    "Game",  # everything that Parlour knows about a game; made by kit.card_game
    "Scoring",  # what scores are called, and whether the lowest wins
    "Badge",  # a label beside a player, such as "dealer"
    "Option",  # a setting of a game that players may change: a number or a choice
    "Figure",  # a statistic in a player's history
    "Edge",  # how much stronger one bot level is than another
    "Deck",  # the cards of a game and their names
    "Suit",  # a suit, named by the last letter of its cards' names
    "Face",  # a card without a suit, such as a joker
    "NO_CARD",  # stands for a place without a card
    "HIDDEN",  # stands for a card whose identity the viewer may not know
    # declare the fields of a state
    "State",  # a state of a game: a record with the declared fields
    "Entries",  # the type of a field with several entries, such as state.hands
    "card_set",  # a field that holds a set of cards
    "one_card",  # a field that holds one card or NO_CARD
    "seat_set",  # a field that holds a set of seats
    "one_seat",  # a field that holds one seat, or -1 for nobody
    "number",  # a field that holds a number between two bounds
    "choice",  # a field that holds one of several words
    "choice_set",  # a field that holds a set of words
    "each_seat",  # gives a field one entry for each seat
    "each_team",  # gives a field one entry for each team
    "listed",  # gives a field a list of entries
    # write rules
    "rule",  # compile a rule on its first call
    "hot_rule",  # compile a rule and inline it into its callers
    "bit",  # the set with a single member
    "first",  # the set of the numbers below n
    "has",  # whether a set contains a member
    "count",  # how many members a set has
    "each",  # the members of a set, outside of rules
    "lowest",  # the lowest member of a set
    "highest",  # the highest member of a set
    "nth",  # the member at a given position in a set
    "rest",  # a set without its lowest member
    "Rng",  # the type of a random generator, which also holds the pack to draw from
    "generator",  # make a random generator from 32 bytes
    "shuffle",  # shuffle a set of cards
    "draw",  # draw a card from the shuffled pack
    "draw_cards",  # draw several cards from the shuffled pack, as a set
    "pick",  # a random member of a set; all are equally likely
    "below",  # a random number from 0 to limit - 1
    # say what happens
    "say",  # make a sentence that can be translated: say("{who} leads", who=Who(0))
    "Text",  # a sentence that can be translated
    "Who",  # a player mentioned in a sentence
    "Card",  # a card mentioned in a sentence
    # show a table; kit.Table makes these
    "View",  # what a seat or a spectator sees
    "Seat",  # what is shown at a player's seat
    "Centre",  # the middle of the table
    "Trick",  # a finished trick that stays on the table
    "Play",  # a card on the table, and who played it
    "Pile",  # a pile of cards on the table
    "Marker",  # a suit that matters, such as trump
    "Choice",  # how the rules chose a card for a seat without a player
    "Action",  # an action that the viewer may choose
    "Selection",  # several cards that the viewer chooses together
    "Refused",  # a card that can't be played now, and why
    "SheetRow",  # a row of the score sheet
    "Cell",  # the entry of one player or team in a row of the score sheet
    "Share",  # a line that explains part of a gain in a score sheet
    "Moment",  # an event that deserves a pause, such as revealed hands
    "Mark",  # a word shown at a seat during a moment
    "__version__",  # Parlour's version number
]

_HOMES = {  # by module: the names of `__all__` that the module defines
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


if not TYPE_CHECKING:  # type checkers use the imports above instead, so that they report unknown names

    def __getattr__(name: str) -> Any:
        """Load a name of `__all__` on its first use ([PEP 562](https://peps.python.org/pep-0562/))."""
        for module, names in _HOMES.items():
            if name in names:
                return globals().setdefault(name, getattr(import_module(module), name))
        raise AttributeError(f"module 'parlour' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the names that can be imported from the package."""
    return sorted({*globals(), *__all__})
