"""The base class of a card game's table: its settings, action names, reasons and records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from parlour.engine.memory import snapshot
from parlour.engine.sets import each, first
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD, CardError
from parlour.game.game import Event, Game, State, checked_cards
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import Action, Selection
from parlour.games.kit._bids import Bids
from parlour.games.kit._picking import still_pickable

Names = Mapping[str, str]


@lru_cache(4096)
def card_action(action: int, name: str, card: str) -> Action:
    """Return the action as a card to click; the result is cached and shared by all viewers."""
    return Action(action, name, say(f"{name.partition(' ')[0].capitalize()} {{card}}", card=Card(card)), (card,))


def nothing(state: State) -> None:
    """Do nothing; this is the default for `Actions.begin`."""


@dataclass(kw_only=True, eq=False)
class Actions:
    """The settings of a table, and its names for actions, fields and phases."""

    hand: int  # number of cards dealt to each seat
    begin: Callable[[State], None] = nothing  # the last step of the game's `deal`, repeated after a deal from a record
    dealt: tuple[str, ...] = ()  # fields that receive the cards left over after a deal
    piles: Names = field(default_factory=dict)  # titles of the fields whose cards lie in the middle: {"stock": "Stock"}
    markers: Names = field(default_factory=lambda: {"trump": "Trump"})  # titles of the fields that hold a suit to show
    led: str = ""  # the field that holds the suit to follow, if the first card of a trick doesn't set it
    verbs: Names = field(default_factory=dict)  # the verb for a card in each phase where it isn't "play"; "" for none
    buttons: Mapping[int, str] = field(default_factory=dict)  # words for the actions that aren't cards: {52: "stop"}
    sections: Names = field(default_factory=dict)  # each phase's heading on the rules page: {"play": "Playing tricks"}
    secret: tuple[str, ...] = ()  # phases whose choices are secret
    picks: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # phases with picks: {"pass": ("passed", 3)}
    bids: Mapping[str, Bids] = field(default_factory=dict)  # phases in which seats bid: {"bid": Bids()}
    game: Game = field(init=False, repr=False)  # filled in by `card_game`

    def check(self) -> None:
        """Raise an error if the table names a field or phase that the game doesn't have."""
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

    # --- actions

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return the name of the action in records, such as "play 3S"."""
        phase = self.phase(state)
        if phase in self.bids:
            return self.bids[phase].name(action)
        if action in self.buttons:
            return self.buttons[action]
        return f"{self.verb(phase)} {self.game.deck.names[action]}"

    def action(self, state: State, seat: int, action: int) -> Action:
        """Return the action as a card to click, or as a button."""
        name = self.action_name(state, seat, action)
        if self.bids and self.phase(state) in self.bids:
            return Action(action, name, self.bids[self.phase(state)].label(action))
        if action in self.buttons:
            return Action(action, name, say(name.capitalize()))
        return card_action(action, name, self.game.deck.names[action])

    def selection(self, state: State, seat: int) -> Selection | None:
        """Return the cards that the seat can still pick and those it has picked; None in other phases."""
        if self.phase(state) not in self.picks:
            return None
        name, number = self.picks[self.phase(state)]
        picked = int(getattr(state, name)[seat])
        cards = still_pickable(int(state.hands[seat]), picked)
        actions = tuple(self.action(state, seat, card) for card in each(cards))
        shown = self.game.deck.shown(picked)
        return Selection(number - len(shown), actions, self.pick_label(state, seat), shown)

    def why_not(self, state: State, seat: int, text: str) -> Text:
        """Say why the seat may not do what the text says."""
        acting, phase = self.game.actors(state), self.phase(state)
        if not acting >> seat & 1:
            return self.why_not_yet(state, seat, acting)
        if phase in self.bids:
            return self.bids[phase].refusal(self.game.legal(state, seat))
        verb, _, word = " ".join(text.split()).partition(" ")
        if word and verb.casefold() == self.verb(phase):
            return self.why_not_card(state, seat, word)
        return self.no_action(state, seat, text)

    def why_not_yet(self, state: State, seat: int, acting: int) -> Text:
        """Say why the seat can't act at all now."""
        if not acting:
            return say("Nobody can act now.")
        if self.declares("choice") and state.choice[seat] != NO_CARD:
            return say("You have already chosen; the others are still thinking.")
        if acting & (acting - 1):
            return say("It is not your turn: the others are choosing.")
        return say("It is {who}'s turn, not yours.", who=Who(next(each(acting))))

    def no_action(self, state: State, seat: int, text: str) -> Text:
        """Return the reply to a text that isn't an action of this phase."""
        return say("{text!r} is not an action here; expected an action such as: {example}",
                   text=text, example=self.example(state, seat))  # fmt: skip

    def example(self, state: State, seat: int) -> str:
        """Return the name of one of the seat's legal actions."""
        return self.action_name(state, seat, next(each(self.game.legal(state, seat))))

    def why_not_card(self, state: State, seat: int, word: str) -> Text:
        """Say why the seat can't choose the card with this name."""
        try:
            cards = self.game.deck.named(word)
        except CardError as error:
            return sentence_of(error)
        if not int(state.hands[seat]) & cards:
            return say("{card} is not in your hand.", card=Card(self.name(next(each(cards)))))
        return self.reason(snapshot(state), seat, next(each(int(state.hands[seat]) & cards)))

    def reason(self, state: State, seat: int, card: int) -> Text:
        """Say why the seat can't choose this card of its hand now."""
        if self.phase(state) in self.picks:
            return say("Choose the cards in ascending order: {card} comes too late.", card=Card(self.name(card)))
        if self.must_follow(state, seat):
            return say("You must follow {suit}.", suit=Card(self.suit_led(state)))
        return say("{card} cannot be chosen now.", card=Card(self.name(card)))

    def pick_label(self, state: State, seat: int) -> Text:
        """Return the label of the button that confirms the picked cards."""
        return say("Choose {count} cards", count=self.picks[self.phase(state)][1])

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """Return the deal as an event for the record."""
        deck = self.game.deck
        hands = [deck.listed(state.hands[seat]) for seat in range(state.players)]
        return {"deal": {"hands": hands, **{name: deck.listed(state[name]) for name in self.dealt}}}

    def place(self, state: State, event: Event) -> None:
        """Repeat a recorded deal."""
        cards = first(len(self.game.deck.names))
        piles = checked_cards(self.game.deck, event, "deal", int(state.players), self.hand, self.dealt, cards)
        for seat, hand in enumerate(piles["hands"]):
            state.hands[seat] = sum(1 << card for card in hand)
        for name in self.dealt:
            state[name] = sum(1 << card for card in piles[name][0])
        self.begin(state)

    # --- small queries

    def phase(self, state: State) -> str:
        """Return the name of the current phase."""
        return self.game.phases[int(state.phase)]

    def verb(self, phase: str) -> str:
        """Return the verb for choosing a card in this phase; "" if cards aren't chosen one by one."""
        return self.verbs.get(phase, "play")

    def declares(self, name: str) -> bool:
        """Return whether the game has a field with this name."""
        return name in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(one.name for one in self.game.fields)

    @cached_property
    def suits(self) -> dict[str, int]:
        """Return the set of cards of each suit, by the letter of the suit."""
        names = self.game.deck.names
        letters = dict.fromkeys(name[-1] for name in names if name not in self.game.deck.faces)
        return {letter: sum(1 << card for card, name in enumerate(names) if name[-1] == letter) for letter in letters}

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.game.deck.names[card]

    def suit_led(self, state: State) -> str:
        """Return the letter of the suit to follow, or "" if there is none."""
        if self.led:
            return self.suit_in(state, self.led)
        if not self.declares("trick") or state.leader < 0 or state.trick[state.leader] < 0:
            return ""
        return self.name(state.trick[state.leader])[-1]

    def must_follow(self, state: State, seat: int) -> bool:
        """Return whether the seat holds a card of the suit led."""
        return bool(int(state.hands[seat]) & self.suits.get(self.suit_led(state), 0))

    def suit_in(self, state: State, name: str) -> str:
        """Return the letter of the suit that this field holds, or "" if it holds none."""
        if not self.declares(name) or getattr(state, name) < 0:
            return ""
        return list(self.suits)[int(getattr(state, name))]
