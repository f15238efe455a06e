"""The human side of a card game, made from its fields: names of actions, reasons, records, the view.

A game takes it whole, or makes a class of its own from `Table` and replaces what is different. The view shows fields
by their names; whichever of them a game declares appears at its place:

    hands                    the cards of each seat: the own hand, and how many cards the others hold
    played, or held          the cards that each seat has played, or how many it holds: for the hands of the others
    trick, leader            a card for each seat in the middle, in the order of play; the leader has a badge
    last_trick, last_leader  the trick before it
    dealer                   a badge
    scores, won              beside the name: points, and tricks won
    choice                   a card chosen secretly: only that there is one
    trump                    a marker in the middle: the number of a suit, in the order of the deck
    gains                    the score sheet: what the last round brought

Bids that are no cards (see `bids`) stand in a field that the game names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour.engine.memory import reading
from parlour.engine.sets import each, first
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD, CardError
from parlour.game.fields import Kind
from parlour.game.game import Event, Game, State, checked_cards
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import (
    Action,
    Cell,
    Centre,
    Mark,
    Marker,
    Moment,
    Pile,
    Play,
    Refused,
    Seat,
    Selection,
    SheetRow,
    View,
)
from parlour.games.kit import story
from parlour.games.kit._bids import Bids
from parlour.games.kit._picking import still_pickable
from parlour.games.kit.scores import score
from parlour.games.kit.tricks import NO_TRUMP, taker

Names = Mapping[str, str]
HUMAN_SIDE = ("action_name", "why_not", "chance_event", "place", "view", "tell")


def card_game(table: "Table", **declared: Any) -> Game:
    """The game with that table; whatever is declared beside it, such as `tell=…`, replaces the table's own.

    Without `actions` every card is an action, and without `points` the field `scores` has the points.

    >>> GAME = card_game(Table(hand=13), name="hearts", title="Hearts", players=(4,), deck=DECK, …)
    """
    declared = {"actions": len(declared["deck"].names), "points": score, **declared}
    table.game = Game(**{**{part: getattr(table, part) for part in HUMAN_SIDE}, **declared})
    table.check()
    return table.game


Part = TypeVar("Part", bound=Struct)


def changed(part: Part, **fields: Any) -> Part:
    """The same part of a view with other values in some of its fields.

    >>> changed(Seat(0, 13), score=5).score
    5
    """
    return replace(part, **fields)


def nothing(state: State) -> None:
    """Do nothing after a deal."""


@dataclass(kw_only=True)
class Table:
    """The human side of a game of cards that are chosen one by one.

    `picks` is for phases in which several cards are chosen one after another (see `picking`): the field with the cards
    picked by each seat, and how many are picked. `piles` are sets of cards, single cards or lists of cards, the top
    one last; where the cards are hidden, a field such as stock_size beside stock says how many there are.
    """

    hand: int  # how many cards are dealt to each seat
    begin: Callable[[State], None] = nothing  # what follows a deal: the same rule that ends the game's `deal`
    dealt: tuple[str, ...] = ()  # fields that get the rest of the cards with the deal
    piles: Names = field(default_factory=dict)  # fields with cards in the middle: {"stock": "Stock"}
    markers: Names = field(default_factory=lambda: {"trump": "Trump"})  # fields with a suit that is shown
    led: str = ""  # the field with the suit to follow, in games in which the first card of a trick does not say it
    verbs: Names = field(default_factory=dict)  # what one does with a card in a phase, if not play: {"pass": "pass"}
    buttons: Mapping[int, str] = field(default_factory=dict)  # actions that are no cards: {52: "stop"}
    sections: Names = field(default_factory=dict)  # headings of the rules page, by phase: {"play": "Playing tricks"}
    secret: tuple[str, ...] = ()  # phases in which nobody sees what the others choose
    picks: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # several cards as one: {"pass": ("passed", 3)}
    bids: Mapping[str, Bids] = field(default_factory=dict)  # phases in which bids are made, no cards: {"bid": Bids()}
    game: Game = field(init=False, repr=False)  # set by `card_game`

    def check(self) -> None:
        """Refuse names of fields and phases that the game does not have."""
        picked = [*(name for name, _ in self.picks.values()), *(bids.field for bids in self.bids.values())]
        shown = [name for name in self.markers if name != "trump"]
        for name in ("hands", *self.dealt, *self.piles, *shown, *([self.led] if self.led else []), *picked):
            if not self.declares(name):
                fields = ", ".join(sorted(self._names))
                raise ParlourError(f"the table of {self.game.name} needs a field {name!r}; there are {fields}")
        for phase in (*self.verbs, *self.sections, *self.secret, *self.picks, *self.bids):
            if phase not in self.game.phases:
                phases = ", ".join(self.game.phases)
                raise ParlourError(f"{self.game.name} has no phase {phase!r}; expected one of {phases}")
        for phase in self.bids:
            if phase in self.secret or phase in self.picks:
                raise ParlourError(f"phase {phase!r} of {self.game.name} has bids, which everybody hears; expected no "
                                   "secret choices and no picks in the same phase")  # fmt: skip

    # --- what a game may replace

    def cards_in_hand(self, state: State, seat: int) -> int:
        """How many cards the seat holds, from what everybody knows: the hands of others are hidden."""
        if self.declares("held"):
            return int(state.held[seat])
        if not self.game.actors(state.record):
            return 0
        return self.hand - (int(state.played[seat]).bit_count() if self.declares("played") else 0)

    def reason(self, state: State, seat: int, card: int) -> Text:
        """Why a card of the hand may not be chosen now."""
        if self.phase(state) in self.picks:
            return say("Choose the cards in ascending order: {card} comes too late.", card=Card(self.name(card)))
        if self.must_follow(state, seat):
            return say("You must follow {suit}.", suit=Card(self.suit_led(state)))
        return say("{card} cannot be chosen now.", card=Card(self.name(card)))

    def prompt(self, state: State, seat: int) -> Text:
        """What the seat has to do."""
        if self.phase(state) in self.picks:
            return say("{what}.", what=self.pick_label(state, seat))
        if self.phase(state) in self.bids:
            return self.bids[self.phase(state)].prompt(self.game.legal(state.record, seat))
        if not self.declares("trick"):
            return say("Choose a card.")
        led = self.suit_led(state)
        return say("Your turn: {suit} was led.", suit=Card(led)) if led else say("You lead: play a card.")

    def taking(self, state: State) -> int | None:
        """The seat that would take the trick now."""
        led = self.suit_led(state)
        if not led:
            return None
        trumps = self.suits.get(self.suit_in(state, "trump"), NO_TRUMP)
        return int(taker(state.record.trick, int(state.players), self.suits[led], trumps))

    def pick_label(self, state: State, seat: int) -> Text:
        """The words on the button that confirms several cards."""
        return say("Choose {count} cards", count=self.picks[self.phase(state)][1])

    def badges(self, state: State, seat: int) -> tuple[str, ...]:
        """The marks beside the player."""
        held = [name for name in ("dealer", "leader") if self.declares(name) and getattr(state, name) == seat]
        return tuple(held)

    def bid(self, state: State, seat: int) -> Text | None:
        """The last bid of the seat, as on its plate."""
        made = [(bids, int(getattr(state, bids.field)[seat])) for bids in self.bids.values()]
        return next((bids.said(action) for bids, action in made if action >= 0), None)

    def promised(self, state: State, seat: int) -> int | None:
        """How many tricks the seat has promised, in games in which a bid is a promise of tricks."""
        for bids in self.bids.values():
            action = int(getattr(state, bids.field)[seat])
            if bids.tricks and action >= 0 and action != bids.passing and self.declares("won"):
                return action * bids.step
        return None

    def seat(self, state: State, seat: int) -> Seat:
        """One place at the table."""
        side = seat % self.game.teams if self.game.teams else seat
        return Seat(
            seat=seat,
            cards=self.cards_in_hand(state, seat),
            hand=self.game.deck.shown(state.hands[seat]),
            score=int(self.game.points(state.record, side)),
            bid=self.bid(state, seat),
            promised=self.promised(state, seat),
            chosen=self.declares("choice") and state.choice[seat] != NO_CARD,
            tricks=int(state.won[seat]) if self.declares("won") else None,
            team=side if self.game.teams else None,
            badges=self.badges(state, seat),
        )

    def notes(self, state: State) -> tuple[Text, ...]:
        """What the score sheet says about the last round beside the numbers."""
        return ()

    # --- actions

    def action_name(self, state: State, seat: int, action: int) -> str:
        """The action as in records: play 3S."""
        if self.phase(state) in self.bids:
            return self.bids[self.phase(state)].name(action)
        if action in self.buttons:
            return self.buttons[action]
        return f"{self.verbs.get(self.phase(state), 'play')} {self.name(action)}"

    def action(self, state: State, seat: int, action: int) -> Action:
        """The action as a card to click, or as a button."""
        name = self.action_name(state, seat, action)
        if self.phase(state) in self.bids:
            return Action(action, name, self.bids[self.phase(state)].label(action))
        if action in self.buttons:
            return Action(action, name, say(name.capitalize()))
        card = self.name(action)
        verb = name.partition(" ")[0]
        return Action(action, name, say(f"{verb.capitalize()} {{card}}", card=Card(card)), (card,))

    def selection(self, state: State, seat: int) -> Selection | None:
        """Several cards that are chosen together now: those that can be picked, and those picked already."""
        if self.phase(state) not in self.picks:
            return None
        name, number = self.picks[self.phase(state)]
        picked = int(getattr(state, name)[seat])
        cards = still_pickable(int(state.hands[seat]), picked)
        actions = tuple(self.action(state, seat, card) for card in each(cards))
        shown = self.game.deck.shown(picked)
        return Selection(number - len(shown), actions, self.pick_label(state, seat), shown)

    def why_not(self, state: State, seat: int, text: str) -> Text:
        """Why that text is no legal action of the seat."""
        acting = self.game.actors(state)
        if not acting:
            return say("Nobody can act now.")
        if not acting >> seat & 1:
            return say("It is not your turn: {who} is to act.", who=Who(next(each(acting))))
        if self.phase(state) in self.bids:
            return self.bids[self.phase(state)].refusal(self.game.legal(state, seat))
        verb, _, word = " ".join(text.split()).partition(" ")
        example = self.action_name(state, seat, next(each(self.game.legal(state, seat))))
        if word and verb.casefold() == example.partition(" ")[0].casefold():
            return self.why_not_card(state, seat, word)
        return say("{text!r} is no action here; expected an action such as: {example}", text=text, example=example)

    def why_not_card(self, state: State, seat: int, word: str) -> Text:
        """Why the card of that name may not be chosen."""
        try:
            card = next(each(self.game.deck.named(word)))
        except CardError as error:
            return sentence_of(error)
        if not int(state.hands[seat]) >> card & 1:
            return say("{card} is not in your hand.", card=Card(self.name(card)))
        return self.reason(reading(state), seat, card)

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """The deal, as in records."""
        deck = self.game.deck
        hands = [deck.listed(state.hands[seat]) for seat in range(state.players)]
        return {"deal": {"hands": hands, **{name: deck.listed(state[name]) for name in self.dealt}}}

    def place(self, state: State, event: Event) -> None:
        """The same deal again, from its event."""
        cards = first(len(self.game.deck.names))
        piles = checked_cards(self.game.deck, event, "deal", int(state.players), self.hand, self.dealt, cards)
        for seat, hand in enumerate(piles["hands"]):
            state.hands[seat] = sum(1 << card for card in hand)
        for name in self.dealt:
            state[name] = sum(1 << card for card in piles[name][0])
        self.begin(state)

    # --- the view

    def view(self, state: State, seat: int) -> View:
        """The table as the seat sees it; the state went through `hide` for that seat."""
        acting, over = self.game.actors(state), bool(self.game.over(state))
        legal = self.game.legal(state, seat) if seat >= 0 and acting >> seat & 1 else 0
        state, phase = reading(state), self.phase(state)
        moments = self.moments(state)
        waiting = self.waiting(acting, over) if acting or over or not moments else moments[-1].text
        return View(
            game=self.game.name,
            seat=seat,
            phase=phase,
            section=self.sections.get(phase, ""),
            round=int(state.rounds) + (not over),
            prompt=self.prompt(state, seat) if legal else waiting,
            to_act=tuple(each(acting)),
            seats=tuple(self.seat(state, place) for place in range(state.players)),
            centre=self.centre(state),
            sheet=self.sheet(state) if self.declares("gains") and state.rounds else None,
            actions=tuple(self.action(state, seat, action) for action in each(legal)),
            refused=self.refused(state, seat, legal) if legal else (),
            over=over,
            winners=tuple(each(self.game.winners(state.record))),
            selection=self.selection(state, seat) if legal else None,
            moments=moments,
        )

    def waiting(self, acting: int, over: bool) -> Text:
        """What happens now, for a seat that has nothing to do."""
        if not acting:
            return say("The match is over.") if over else say("The cards are dealt.")
        several = acting & (acting - 1)
        return say("The others choose.") if several else say("{who} is to act.", who=Who(next(each(acting))))

    def refused(self, state: State, seat: int, legal: int) -> tuple[Refused, ...]:
        """The cards of the hand that may not be chosen, each with its reason; none during picks and bids."""
        if self.phase(state) in self.picks or self.phase(state) in self.bids:
            return ()
        held = int(state.hands[seat]) & ~int(legal)
        return tuple(Refused(self.name(card), self.reason(state, seat, card)) for card in each(held))

    def centre(self, state: State) -> Centre:
        """The middle of the table."""
        piles = [Pile(say(title), *self.pile(state, name)) for name, title in self.piles.items()]
        shown = tuple(pile for pile in piles if pile.cards)
        signs = [(title, self.suit_in(state, name)) for name, title in self.markers.items()]
        markers = tuple(Marker(say(title), suit) for title, suit in signs if suit)
        if not self.declares("trick"):
            return Centre(piles=shown, markers=markers)
        trick = self.plays(state, "trick", "leader")
        gone = not self.declares("last_trick") or (trick and self.game.closed_tricks)
        last = () if gone else self.plays(state, "last_trick", "last_leader")
        winner = int(state.leader) if last and not self.suit_led(state) else None
        return Centre(
            trick=trick,
            winning=self.taking(state),
            last_trick=last,
            last_winner=winner,
            piles=shown,
            markers=markers,
        )

    def pile(self, state: State, name: str) -> tuple[int, tuple[str, ...]]:
        """How many cards a pile has, and those of them that can be seen."""
        cards, deck = getattr(state, name), self.game.deck
        if next(one for one in self.game.fields if one.name == name).kind == Kind.CARD:
            lying = [card for card in (cards if isinstance(cards, tuple) else (cards,)) if card != NO_CARD]
            size, seen = len(lying), tuple(deck.name(card) for card in lying if card >= 0)
        else:
            size, seen = int(cards).bit_count(), deck.shown(cards)
        return int(getattr(state, f"{name}_size")) if self.declares(f"{name}_size") else size, seen

    def plays(self, state: State, trick: str, leader: str) -> tuple[Play, ...]:
        """The cards of a trick in the order of play."""
        cards, first_seat, players = getattr(state, trick), int(getattr(state, leader)), int(state.players)
        order = [(first_seat + place) % players for place in range(players)]
        return tuple(Play(seat, self.name(cards[seat])) for seat in order if cards[seat] >= 0)

    def sheet(self, state: State) -> SheetRow:
        """What the last round brought."""
        sides = self.game.teams or int(state.players)
        return SheetRow(int(state.rounds), tuple(self.cell(state, side) for side in range(sides)), self.notes(state))

    def cell(self, state: State, side: int) -> Cell:
        """What the last round brought a seat, or a team; until the next deal also tricks promised and won."""
        gain, total = int(state.gains[side]), int(self.game.points(state.record, side))
        seats = range(side, int(state.players), self.game.teams) if self.game.teams else (side,)
        promised = [tricks for seat in seats if (tricks := self.promised(state, seat)) is not None]
        if not promised or self.game.actors(state.record):
            return Cell(gain, total)
        return Cell(gain, total, sum(promised), sum(int(state.won[seat]) for seat in seats))

    def moments(self, state: State) -> tuple[Moment, ...]:
        """What has just happened and is worth a pause: the end of a round, until the next deal."""
        if not state.rounds or self.game.actors(state.record):
            return ()
        seats = range(int(state.players)) if self.declares("gains") else ()
        marks = tuple(self.mark(state, seat) for seat in seats)
        number = int(state.rounds)
        return (
            Moment("result", say("Round {round}", round=number), say("Round {round} is over.", round=number), marks),
        )

    def mark(self, state: State, seat: int) -> Mark:
        """What the last round brought a seat or its team, as it is written beside the player."""
        gain = int(state.gains[seat % (self.game.teams or int(state.players))])
        good = -gain if self.game.scoring.lowest_wins else gain
        return Mark(seat, say("{gain}", gain=f"{gain:+d}"), "good" if good > 0 else "bad" if good < 0 else "")

    # --- the story

    def tell(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """What happened, in sentences; seat -1: chance."""
        if seat < 0:
            return [story.dealt(state)]
        return self.tell_action(before, state, seat, action) + story.after(self.game, before, state)

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """What a seat has done, and the trick that this ended."""
        phase = self.phase(before)
        if phase in self.picks:
            name, number = self.picks[phase]
            return [story.chose(seat)] if int(getattr(before, name)[seat]).bit_count() == number - 1 else []
        if phase in self.bids:
            return [self.bids[phase].told(seat, action)]
        took = story.took(before, state) if self.declares("won") else []
        if phase in self.secret:
            shown = self.game.actors(before) == 1 << seat and self.declares("choice")
            return story.showed(self.game, before, seat, action) + took if shown else [story.chose(seat)]
        if action in self.buttons:
            return [say("{who}: {word}.", who=Who(seat), word=self.buttons[action])]
        return [story.played(seat, self.name(action)), *took]

    # --- small answers

    def phase(self, state: State) -> str:
        """The name of the phase."""
        return self.game.phases[int(state.phase)]

    def declares(self, name: str) -> bool:
        """Whether the game has a field of that name."""
        return name in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(one.name for one in self.game.fields)

    @cached_property
    def suits(self) -> dict[str, int]:
        """The cards of each suit, by its letter."""
        names = self.game.deck.names
        letters = dict.fromkeys(name[-1] for name in names if name not in self.game.deck.faces)
        return {letter: sum(1 << card for card, name in enumerate(names) if name[-1] == letter) for letter in letters}

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.game.deck.name(int(card))

    def suit_led(self, state: State) -> str:
        """The letter of the suit to follow, or nothing."""
        if self.led:
            return self.suit_in(state, self.led)
        if not self.declares("trick") or state.leader < 0 or state.trick[state.leader] < 0:
            return ""
        return self.name(state.trick[state.leader])[-1]

    def must_follow(self, state: State, seat: int) -> bool:
        """Whether the hand has a card of the suit led."""
        return bool(int(state.hands[seat]) & self.suits.get(self.suit_led(state), 0))

    def suit_in(self, state: State, name: str) -> str:
        """The letter of the suit whose number stands in a field, or nothing."""
        if not self.declares(name) or getattr(state, name) < 0:
            return ""
        return list(self.suits)[int(getattr(state, name))]
