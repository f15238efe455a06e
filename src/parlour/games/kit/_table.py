"""What people see of a card game, made from its fields: action names, reasons, records and the view.

A game uses `Table` as it is, or overrides some methods in a subclass. The view finds fields by their names,
and shows each of these fields that the game declares:

    hands                    each seat's cards: your hand, and how many cards the others hold
    played, or held          the cards that each seat has played, or how many it holds, to size the others' hands
    trick, leader            a card for each seat in the middle, in the order of play; the leader has a badge
    last_trick, last_leader  the trick before it
    dealer                   a badge
    scores, won              beside the name: points, and tricks won
    choice                   a card chosen secretly: only that there is one
    trump                    a marker in the middle: a suit's number, in the order of the deck
    gains                    the score sheet: points of the last round

A game with bids that aren't cards names the field that stores them (see `bids`).
"""

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour.engine.memory import snapshot
from parlour.engine.sets import each
from parlour.game.cards import NO_CARD
from parlour.game.fields import Kind
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import (
    Cell,
    Centre,
    Mark,
    Marker,
    Moment,
    Pile,
    Play,
    Refused,
    Seat,
    SheetRow,
    View,
)
from parlour.games.kit import story
from parlour.games.kit._actions import Actions
from parlour.games.kit.keys import key_by_phase
from parlour.games.kit.scores import score
from parlour.games.kit.tricks import NO_TRUMP, taker

HUMAN_SIDE = ("action_name", "why_not", "chance_event", "place", "view", "private_view", "tell")


def card_game(table: "Table", **declared: Any) -> Game:
    """Make a game with this table; arguments such as `tell=…` replace what the table provides.

    `actions` defaults to one action for each card, and `points` to the field `scores`. If the table or the game
    overrides `view` but not `private_view`, each seat's view is made from scratch.

    >>> GAME = card_game(Table(hand=13), name="hearts", title="Hearts", players=(4,), deck=DECK, …)
    """
    parts: dict[str, Any] = {part: getattr(table, part) for part in HUMAN_SIDE}
    if "view" in declared or (type(table).view is not Table.view and type(table).private_view is Table.private_view):
        del parts["private_view"]
    if type(table).action_name is Table.action_name and "action_name" not in declared:
        parts["action_key"] = key_by_phase
    table.game = Game(**{"actions": len(declared["deck"].names), "points": score, **parts, **declared})
    table.check()
    return table.game


Part = TypeVar("Part", bound=Struct)


def changed(part: Part, **fields: Any) -> Part:
    """Return a copy of this part of a view, with some fields changed.

    >>> changed(Seat(0, 13), score=5).score
    5
    """
    return replace(part, **fields)


class Table(Actions):
    """What people see of a game whose cards are chosen one by one.

    `picks` names the phases in which a seat chooses several cards (see `picking`): for each, the field with the cards
    picked by each seat, and how many to pick. `piles` lists fields that hold a set of cards, one card or a list of
    cards with the top card last. If the cards of `stock` are hidden, the field `stock_size` says how many there are.
    """

    # --- what a game may override

    def cards_in_hand(self, state: State, seat: int) -> int:
        """Return the size of the seat's hand, worked out from what everybody knows."""
        if self.declares("held"):
            return int(state.held[seat])
        if not self.game.actors(state.record):
            return 0
        return self.hand - (int(state.played[seat]).bit_count() if self.declares("played") else 0)

    def prompt(self, state: State, seat: int) -> Text:
        """Return the prompt that says what the seat has to do."""
        if self.phase(state) in self.picks:
            return say("{what}.", what=self.pick_label(state, seat))
        if self.phase(state) in self.bids:
            return self.bids[self.phase(state)].prompt(self.game.legal(state.record, seat))
        if not self.declares("trick"):
            return say("Choose a card.")
        led = self.suit_led(state)
        return say("Your turn: {suit} was led.", suit=Card(led)) if led else say("You lead: play a card.")

    def taking(self, state: State) -> int | None:
        """Return the seat that is winning the trick so far; None before a suit is led."""
        led = self.suit_led(state)
        if not led:
            return None
        trumps = self.suits.get(self.suit_in(state, "trump"), NO_TRUMP)
        return int(taker(state.record.trick, int(state.players), self.suits[led], trumps))

    def badges(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the badges beside the player, such as "dealer"."""
        held = [name for name in ("dealer", "leader") if self.declares(name) and getattr(state, name) == seat]
        return tuple(held)

    def bid(self, state: State, seat: int) -> Text | None:
        """Return the seat's last bid as it is shown beside the player."""
        made = [(bids, int(getattr(state, bids.field)[seat])) for bids in self.bids.values()]
        return next((bids.said(action) for bids, action in made if action >= 0), None)

    def promised(self, state: State, seat: int) -> int | None:
        """Return how many tricks the seat has promised; None if its bid promises no tricks."""
        for bids in self.bids.values():
            action = int(getattr(state, bids.field)[seat])
            if bids.tricks and action >= 0 and action != bids.passing and self.declares("won"):
                return action * bids.step
        return None

    def seat(self, state: State, seat: int) -> Seat:
        """Return what a view shows of one seat."""
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
        """Return the remarks about the last round on the score sheet."""
        return ()

    # --- the view

    def view(self, state: State, seat: int) -> View:
        """Return the table as the seat sees it; pass in a state from which `hide` has removed the secrets."""
        state = snapshot(state)
        table = self.public_view(state)
        if seat in table.to_act:
            return self.with_choices(state, seat, table)
        return table if seat < 0 else changed(table, seat=seat)

    def public_view(self, state: State) -> View:
        """Return the view that all seats and spectators share."""
        acting = self.game.actors(state.record)
        over = not acting and bool(self.game.over(state.record))
        moments = self.moments(state)
        return View(
            game=self.game.name,
            seat=SPECTATOR,
            phase=self.phase(state),
            section=self.section(state),
            round=self.round(state, over),
            prompt=self.waiting(state, acting, moments),
            to_act=tuple(each(acting)),
            seats=self.seats(state),
            centre=self.centre(state),
            sheet=self.sheet(state) if state.rounds else None,
            over=over,
            winners=tuple(each(self.game.winners(state.record))) if over else (),
            moments=moments,
        )

    def private_view(self, state: State, seat: int, table: View) -> View:
        """Return the seat's view like `view`, but faster, by completing the public view."""
        table = self.known(state, seat, table)
        return self.with_choices(snapshot(state), seat, table) if seat in table.to_act else table

    def known(self, state: State, seat: int, table: View) -> View:
        """Return the public view with what this seat knows about the seats and the middle."""
        state = snapshot(state)
        return changed(table, seat=seat, seats=self.seats(state), centre=self.centre(state))

    def with_choices(self, state: State, seat: int, table: View) -> View:
        """Return the view for a seat that may act, with its legal actions."""
        legal = self.game.legal(state.record, seat)
        return changed(
            table,
            seat=seat,
            prompt=self.prompt(state, seat),
            actions=tuple([self.action(state, seat, action) for action in each(legal)]),
            refused=self.refused(state, seat, legal),
            selection=self.selection(state, seat),
        )

    def section(self, state: State) -> str:
        """Return the heading of the rules page that covers the current phase."""
        return self.sections.get(self.phase(state), "")

    def round(self, state: State, over: bool) -> int:
        """Return the current round's number, from 1; if the match is `over`, the last round's."""
        return int(state.rounds) + (not over)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return what a view shows of each seat."""
        return tuple([self.seat(state, seat) for seat in range(state.players)])

    def waiting(self, state: State, acting: int, moments: tuple[Moment, ...]) -> Text:
        """Return the prompt for a seat that has nothing to do; between two rounds it repeats the result."""
        if acting:
            several = acting & (acting - 1)
            return (
                say("The others are choosing.") if several else say("It is {who}'s turn.", who=Who(next(each(acting))))
            )
        if self.game.over(state.record):
            return say("The match is over.")
        return moments[-1].text if moments else say("The cards are dealt.")

    def refused(self, state: State, seat: int, legal: int) -> tuple[Refused, ...]:
        """Return the cards in hand that can't be chosen now, with reasons; nothing during picks and bids."""
        phase = self.phase(state)
        if phase in self.picks or phase in self.bids or not self.verb(phase):
            return ()
        held = int(state.hands[seat]) & ~int(legal)
        return tuple(Refused(self.name(card), self.reason(state, seat, card)) for card in each(held))

    def centre(self, state: State) -> Centre:
        """Return what a view shows in the middle of the table."""
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
        """Return the number of cards in a pile, and those that are visible."""
        cards, deck = getattr(state, name), self.game.deck
        if next(one for one in self.game.fields if one.name == name).kind == Kind.CARD:
            lying = [card for card in (cards if isinstance(cards, tuple) else (cards,)) if card != NO_CARD]
            size, seen = len(lying), tuple(deck.name(card) for card in lying if card >= 0)
        else:
            size, seen = int(cards).bit_count(), deck.shown(cards)
        return int(getattr(state, f"{name}_size")) if self.declares(f"{name}_size") else size, seen

    def plays(self, state: State, trick: str, leader: str) -> tuple[Play, ...]:
        """Return the cards of a trick in the order of play."""
        cards, first_seat, players = getattr(state, trick), int(getattr(state, leader)), int(state.players)
        order = [(first_seat + place) % players for place in range(players)]
        return tuple(Play(seat, self.name(cards[seat])) for seat in order if cards[seat] >= 0)

    def sheet(self, state: State) -> SheetRow | None:
        """Return the last round's row of the score sheet; None if the game has no field `gains`."""
        if not self.declares("gains"):
            return None
        sides = self.game.teams or int(state.players)
        return SheetRow(int(state.rounds), tuple(self.cell(state, side) for side in range(sides)), self.notes(state))

    def cell(self, state: State, side: int) -> Cell:
        """Return a side's gain and total, and until the next deal the tricks it promised and won."""
        gain, total = int(state.gains[side]), int(self.game.points(state.record, side))
        seats = range(side, int(state.players), self.game.teams) if self.game.teams else (side,)
        promised = [tricks for seat in seats if (tricks := self.promised(state, seat)) is not None]
        if not promised or self.game.actors(state.record):
            return Cell(gain, total)
        return Cell(gain, total, sum(promised), sum(int(state.won[seat]) for seat in seats))

    def moments(self, state: State) -> tuple[Moment, ...]:
        """Return the moments to pause for: the end of a round, until the next deal."""
        if not state.rounds or self.game.actors(state.record):
            return ()
        seats = range(int(state.players)) if self.declares("gains") else ()
        marks = tuple(self.mark(state, seat) for seat in seats)
        number = int(state.rounds)
        return (
            Moment("result", say("Round {round}", round=number), say("Round {round} is over.", round=number), marks),
        )

    def mark(self, state: State, seat: int) -> Mark:
        """Return the mark beside a player that shows what the seat or its team gained in the last round."""
        gain = int(state.gains[seat % (self.game.teams or int(state.players))])
        good = -gain if self.game.scoring.lowest_wins else gain
        return Mark(seat, say("{gain}", gain=f"{gain:+d}"), "good" if good > 0 else "bad" if good < 0 else "")

    # --- the story

    def tell(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Return sentences that say what happened; seat -1 stands for chance."""
        if seat < 0:
            return self.tell_chance(before, state)
        sentences = self.tell_action(before, state, seat, action)
        return sentences + self.tell_round(before, state) if state.rounds > before.rounds else sentences

    def tell_chance(self, before: State, state: State) -> list[Text]:
        """Say that the cards were dealt."""
        return [story.dealt(state)]

    def tell_round(self, before: State, state: State) -> list[Text]:
        """Say what everybody gained in the round that has just ended, and who has won the match."""
        return story.after(self.game, before, state)

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Say what a seat did, and who took the trick if this action ended it."""
        phase = self.phase(before)
        if phase in self.picks:
            name, number = self.picks[phase]
            return [story.chose(seat)] if int(getattr(before, name)[seat]).bit_count() == number - 1 else []
        if phase in self.bids:
            return [self.bids[phase].announcement(seat, action)]
        took = story.took(before, state) if self.declares("won") else []
        if phase in self.secret:
            shown = self.game.actors(before) == 1 << seat and self.declares("choice")
            return story.showed(self.game, before, seat, action) + took if shown else [story.chose(seat)]
        if action in self.buttons:
            return [say("{who}: {word}.", who=Who(seat), word=self.buttons[action])]
        return [story.played(seat, self.name(action)), *took]
