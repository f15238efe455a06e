"""What people see of Oh 7 ? and Kod-7: action names, reasons, records, the view and the log."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType

from msgspec.structs import replace

from parlour.engine.memory import snapshot
from parlour.engine.rule import uncompiled
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD, Deck
from parlour.game.game import SPECTATOR, Event, State, checked_cards
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Action, Cell, Centre, Marker, Pile, Play, Refused, Seat, SheetRow, View, with_hand
from parlour.games.kit import Table
from parlour.games.sevens import rules as sevens
from parlour.games.sevens.dummy import NO_CHOICE, choice, last_aim, tell_choice
from parlour.games.sevens.moments import moments_of, why_refused
from parlour.games.sevens.promises import are_refused, asterisk, refused_cards
from parlour.games.sevens.rules import DUMMY, INTERROBANG, NO_SUIT, SUIT_LETTERS

NO_DUMMY = NO_SUM = -1
places, hand_count = uncompiled(sevens.places), uncompiled(sevens.hand_count)
BASKET = say("The basket holds all points lost in this round; everybody who kept their promise gets all of it.")
remembered = lru_cache(4096)  # parts of a view are often the same for all viewers and after the next move


@dataclass(kw_only=True, eq=False)
class SevensTable(Table):
    """What people see of both games, which differ only in a few words and in who may do what.

    This class makes its own views and caches all their parts; with the kit's methods it would be a quarter slower
    (docs/decisions/0027-our-games-at-the-kits-table.md).
    """

    hand: int = 7  # default of the option `hand_size`
    rules: ModuleType  # the module with the game's rules
    commit: str  # "bet" or "estimate": name of the phase and of its action
    trump: Text
    trump_card: str  # the card that shows the trump suit, such as "K{suit}"
    trump_cards: int  # how many cards the pile that shows the trump has
    no_trump: str | None  # the pile's top card before trump is known: None for a back, "" for a blank card

    @cached_property
    def deck(self) -> Deck:
        """Return the deck, which every part of a view needs."""
        return self.game.deck

    # --- actions

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return the action's name in records, such as "bet 3S", "play 7H", "suit H" or "lead 2"."""
        return self._action_name(self.phase(state), action)

    def _action_name(self, phase: str, action: int) -> str:
        if phase == "lead":
            return f"lead {action}"
        if phase == "suit":
            return f"suit {SUIT_LETTERS[action]}"
        return f"{phase} {self.deck.name(action)}"

    @remembered
    def _action(self, phase: str, action: int) -> Action:
        name = self._action_name(phase, action)
        if phase == "lead":
            return Action(action, name, say("{who} leads", who=Who(action)))
        word = name.split()[1]
        if phase == "suit":
            return Action(action, name, say("{suit} is the exception suit", suit=Card(word)))
        label = say("Play {card}", card=Card(word))
        if phase == self.commit:
            label = say(
                f"{self.commit.capitalize()} {{value}} with {{card}}", value=sevens.value_of(action), card=Card(word)
            )
        return Action(action, name, label, (word,))

    def no_action(self, state: State, seat: int, text: str) -> Text:
        """Return the reply to a text that isn't an action of this phase."""
        return say("{text!r} is not an action here; expected {phase} and a choice, such as: {example}",
                   text=text, phase=self.phase(state), example=self.example(state, seat))  # fmt: skip

    def why_not_card(self, state: State, seat: int, word: str) -> Text:
        """Say why the card, leader or suit can't be chosen."""
        if self.phase(state) in ("play", self.commit):
            return super().why_not_card(state, seat, word)
        names = [self.action_name(state, seat, action) for action in each(self.rules.legal(state, seat))]
        return say("{word!r} cannot be chosen; expected one of: {names}", word=word, names=", ".join(names))

    def reason(self, state: State, seat: int, card: int) -> Text:
        """Say why the seat can't choose this card of its hand now."""
        return self._refused_card(self.phase(state), self.deck.name(card), int(state.lead)).reason

    @remembered
    def _refused_card(self, phase: str, name: str, lead: int) -> Refused:
        card = Card(name)
        if phase == "play":
            return Refused(name, say("You must follow {suit}.", suit=Card(SUIT_LETTERS[lead])))
        if self.deck.named(name) == 1 << INTERROBANG:
            return Refused(name, say("{card} has no value: choose another card.", card=card))  # K2
        reason = say("{card} was used in an earlier attempt: choose another card.", card=card)  # K3, O2
        return Refused(name, reason)

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """Return the chance event: a deal, or the draw of the first leader."""
        if self.phase(before) == "draw":
            return {"chance": {"leader": int(state.leader)}}
        deal: dict[str, object] = {"hands": [self.deck.listed(state.hands[seat]) for seat in range(state.players)]}
        if state.players == 2:
            deal["dummy"] = [self.deck.name(card) for card in state.pile[: state.pile_end]]
        else:
            deal["aside"] = self.deck.listed(state.aside)
        return {"deal": deal}

    def place(self, state: State, event: Event) -> None:
        """Repeat a recorded deal or draw."""
        if self.phase(state) == "draw":
            self._place_leader(state, event)
            return
        rest = "dummy" if state.players == 2 else "aside"
        groups = checked_cards(
            self.deck, event, "deal", state.players, int(state.hand_size), (rest,), self.rules.deck(state)
        )
        sevens.lay_out(state)
        for seat in range(state.players):
            state.hands[seat] = sum(1 << card for card in groups["hands"][seat])
        if state.players == 2:
            pile = groups[rest][0]
            state.pile[: len(pile)] = pile
            state.pile_end = len(pile)
        else:
            state.aside = sum(1 << card for card in groups[rest][0])
        state.phase = self.rules.PHASES.index(self.commit)

    def _place_leader(self, state: State, event: Event) -> None:
        chance = event.get("chance")
        leader = chance.get("leader") if isinstance(chance, dict) else None
        tied = list(each(state.tied))
        if type(leader) is not int or leader not in tied:
            raise ParlourError(f"the leader cannot be {leader!r}; expected one of {tied}")
        self.rules.choose_leader(state, leader)

    def automatic_moves(self, before: State, state: State) -> list[Event]:
        """Return the Dummy's plays that followed a player's action."""
        if state.players > 2 or self.phase(before) != "play":
            return []
        plays = range(int(before.played) + 1, int(state.played))
        return [{"seat": "dummy", "do": f"play {self.deck.name(state.played_cards[play])}"} for play in plays]

    # --- the view

    def view(self, state: State, seat: int) -> View:
        """Return the table as the seat sees it; pass in a state from which `hide` has removed the secrets."""
        table = self.public_view(snapshot(state))
        return table if seat < 0 else self.private_view(state, seat, table)

    def private_view(self, state: State, seat: int, table: View) -> View:
        """Add to the public view what only this seat sees: its hand, and what it may do."""
        seats = with_hand(table.seats, seat, self.deck.shown(int(state.hands[seat])))
        if seat not in table.to_act:
            return replace(table, seat=seat, seats=seats)
        legal = self.rules.legal(state, seat)
        return replace(
            table,
            seat=seat,
            seats=seats,
            prompt=self._own_prompt(state, table.phase),
            actions=tuple([self._action(table.phase, action) for action in each(legal)]),
            refused=self._refused(state, seat, table.phase, legal),
        )

    def public_view(self, state: State) -> View:
        """Return the view that all seats and spectators share."""
        phase, acting = self.phase(state), self.rules.actors(state.record)
        refused = are_refused(state, phase, self.commit)
        moments = moments_of(state, phase, refused, self.deck)
        return View(
            game=self.game.name,
            seat=SPECTATOR,
            phase=phase,
            section=self.sections.get(phase, ""),
            round=int(state.rounds) + (phase not in ("deal", "over")),
            prompt=moments[-1].text if phase == "deal" and moments else _prompt(phase, acting),
            to_act=tuple(each(acting)),
            seats=tuple([self._seat(state, place, refused) for place in range(places(state))]),
            centre=self._centre(state),
            sheet=self._sheet_row(state) if state.rounds else None,
            over=phase == "over",
            winners=tuple(each(state.victors)),
            moments=moments,
        )

    def _refused(self, state: State, seat: int, phase: str, legal: int) -> tuple[Refused, ...]:
        allowed, held = self.deck.shown(legal), self.deck.shown(state.hands[seat])
        if phase not in ("play", self.commit) or len(allowed) == len(held):
            return ()
        lead = int(state.lead)
        names = [name for name in dict.fromkeys(held) if name not in allowed]
        return tuple([self._refused_card(phase, name, lead) for name in names])

    def _own_prompt(self, state: State, phase: str) -> Text:
        if phase == "play":
            return _prompt_to_play(int(state.lead), sevens.trick_size(state.record))
        if phase == self.commit:
            return _prompt_to_commit(int(state.forbidden_sum) if state.attempt else NO_SUM)
        return say("Choose the exception suit.") if phase == "suit" else say("You hold ‽ and choose who leads.")

    def _seat(self, state: State, place: int, refused: bool) -> Seat:
        if place >= state.players:
            return self._dummy(place, place == state.leader, state.dummy_tricks, state.won[place])
        bid, card, shown = (-1, NO_CARD, state.shown[place]) if refused else (state.bids[place], state.cards[place], 0)
        return self._player(
            place, hand_count(state, place), state.hands[place], state.scores[place], bid, card,
            refused_cards(self.deck, shown, state.cards[place]), state.choice[place] != NO_CARD, state.won[place],
            place == state.leader,
        )  # fmt: skip

    @remembered
    def _player(
        self,
        place: int,
        cards: int,
        hand: int,
        score: int,
        bid: int,
        card: int,
        refused: tuple[str, ...],
        chosen: bool,
        won: int,
        leads: bool,
    ) -> Seat:
        return Seat(
            seat=place, cards=cards, hand=self.deck.shown(hand), score=score, bid=_bid(bid, asterisk(card)),
            bid_cards=() if card < 0 else (self.deck.name(card),), chosen=chosen,
            promised=bid if bid >= 0 else None, bid_mark=asterisk(card), tricks=won,
            badges=("leader",) if leads else (), refused_cards=refused,
        )  # fmt: skip

    @remembered
    def _dummy(self, place: int, leads: bool, tricks: int, won: int) -> Seat:
        badges = ("leader",) if leads else ()
        promised = tricks if tricks >= 0 else None
        return Seat(seat=place, cards=0, bid=_bid(tricks, ""), promised=promised, tricks=won, badges=badges)

    def _centre(self, state: State) -> Centre:
        start, played = state.trick_start, state.played
        last = start - places(state) if start else start
        return self._middle(
            state.played_seats[last:played], state.played_cards[last:played], start - last,
            sevens.winner(state.record) if played > start else None, state.leader if start else None,
            self._left(state), state.open if state.players == 2 else NO_DUMMY, state.trump, state.lead,
            last_aim(state),
        )  # fmt: skip

    def _left(self, state: State) -> int:
        """Return the size of the Dummy's pile, or how many cards are set aside."""
        if state.players == 2:
            return int(state.pile_end - state.pile_top)
        if self.phase(state) == "deal":
            return 0
        return int(self.rules.deck(state.record)).bit_count() - int(state.players * state.hand_size)

    @remembered
    def _middle(
        self, seats: tuple[int, ...], cards: tuple[int, ...], start: int, winning: int | None, winner: int | None,
        left: int, opened: int, trump: int, lead: int, aim: int,
    ) -> Centre:  # fmt: skip
        plays = tuple(Play(seat, self.deck.name(card)) for seat, card in zip(seats, cards, strict=True))
        led = () if lead == NO_SUIT else (Marker(say("Lead"), SUIT_LETTERS[lead]),)
        markers = (self._trump_pile(trump), *led)
        deck, last = self.deck, cards[start - 1] if start else NO_CARD
        chosen = None if aim == NO_CHOICE else choice(deck, last, opened | 1 << last, aim)
        piles = self._piles(left, opened)
        return Centre(plays[start:], winning, plays[:start], winner, piles, markers, choice=chosen)

    def _trump_pile(self, trump: int) -> Marker:
        """Return the pile in the middle whose top card shows the trump suit once it is known."""
        if trump == NO_SUIT:
            return Marker(self.trump, "", self.trump_cards, self.no_trump)
        suit = SUIT_LETTERS[trump]
        return Marker(self.trump, suit, self.trump_cards, self.trump_card.format(suit=suit))

    def _piles(self, left: int, opened: int) -> tuple[Pile, ...]:
        if opened == NO_DUMMY:
            return (Pile(say("Set aside"), left),) if left else ()
        return (
            Pile(say("The Dummy's pile"), left, owner=DUMMY),
            Pile(say("The Dummy's open cards"), opened.bit_count(), self.deck.shown(opened), DUMMY),
        )

    def _sheet_row(self, state: State) -> SheetRow:
        finished = self.phase(state) in ("deal", "over") and state.tricks == state.hand_size
        bids, won, cards = (state.bids, state.won, state.cards) if finished else ((), (), ())
        return _row(state.rounds, state.gains[: state.players], state.scores, bids, won, cards, state.kept)

    # --- the story

    def tell_chance(self, before: State, state: State) -> list[Text]:
        """Say that cards were dealt, or who was drawn as first leader."""
        if self.phase(before) == "draw":
            return [say("Nobody holds ‽: the draw makes {who} the first leader.", who=Who(int(state.leader)))]
        return super().tell_chance(before, state)

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Say what a seat did, and what the Dummy did next."""
        if self.phase(before) == "play":
            return self._tell_play(before, state)
        return self._tell_choice(before, state, seat, action)

    def _tell_choice(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        phase = self.phase(before)
        if phase == "lead":
            return [say("{who} shows ‽ and makes {leader} the first leader.", who=Who(seat), leader=Who(action)),
                    self._tell_leader(state)]  # fmt: skip
        if phase == self.phase(state) and state.attempt == before.attempt:
            return [say("{who} has chosen.", who=Who(seat))]
        if phase == "suit":
            story = [say("{who} announces {suit}.", who=Who(tied), suit=Card(SUIT_LETTERS[state.suits[tied]]))
                     for tied in each(before.tied)]  # fmt: skip
        else:
            story = self._tell_reveal(state)
        return story + ([self._tell_leader(state)] if self.phase(state) == "play" else [])

    def _tell_reveal(self, state: State) -> list[Text]:
        cards = [Card(self.deck.name(state.cards[seat])) for seat in range(state.players)]
        phase = self.phase(state)
        if are_refused(state, phase, self.commit):
            shown = [say("{who} shows {card}.", who=Who(seat), card=card) for seat, card in enumerate(cards)]
            return [*shown, why_refused(phase, int(state.forbidden_sum))]
        return [
            say(
                f"{{who}} {self.commit}s {{value}} with {{card}}.",
                who=Who(seat),
                value=int(state.bids[seat]),
                card=card,
            )
            for seat, card in enumerate(cards)
        ]

    def _tell_leader(self, state: State) -> Text:
        return say("{who} leads first; {trump}: {suit}.", who=Who(int(state.leader)), trump=self.trump,
                   suit=Card(SUIT_LETTERS[state.trump]))  # fmt: skip

    def _tell_play(self, before: State, state: State) -> list[Text]:
        story = []
        for n in range(int(before.played), int(state.played)):
            who, card = Who(int(state.played_seats[n])), Card(self.deck.name(state.played_cards[n]))
            if who.seat == DUMMY and n + 1 == state.trick_start and state.players == DUMMY:
                story += tell_choice(self.deck, before, state, state.played_cards[n])
            else:
                story.append(say("{who} plays {card}.", who=who, card=card))
            if n + 1 == state.trick_start and state.tricks > before.tricks:
                story.append(say("{who} takes the trick.", who=Who(int(state.leader))))
        return story

    def tell_round(self, before: State, state: State) -> list[Text]:
        """Say what each player promised, won and gained in the round."""
        story = [say("Round {round} is over.", round=int(state.rounds))]
        for seat in range(state.players):
            story.append(
                say("{who} promised {bid} and won {won}: {gain} points, {total} in all.", who=Who(seat),
                    bid=f"{int(state.bids[seat])}{asterisk(state.cards[seat])}", won=int(state.won[seat]),
                    gain=f"{int(state.gains[seat]):+d}", total=int(state.scores[seat]))
            )  # fmt: skip
        return story


# --- parts of the view


@remembered
def _prompt(phase: str, acting: int) -> Text:
    """Return the prompt for viewers who have nothing to do."""
    if phase == "over":
        return say("The match is over.")
    if phase in ("deal", "draw"):
        return say("The cards are dealt.") if phase == "deal" else say("The first leader is drawn.")
    waiting = [Who(other) for other in each(acting)]
    return say("It is {who}'s turn.", who=waiting[0]) if len(waiting) == 1 else say("The others are still choosing.")


@remembered
def _prompt_to_play(lead: int, played: int) -> Text:
    if lead != NO_SUIT:
        return say("Your turn: {suit} was led.", suit=Card(SUIT_LETTERS[lead]))
    return say("Your turn: play any card.") if played else say("You lead: play any card.")


@remembered
def _prompt_to_commit(failed_sum: int) -> Text:
    if failed_sum != NO_SUM:
        return say("The sum was {sum}: choose another card.", sum=failed_sum)
    return say("Choose a card: its value is the number of tricks you promise.")


@remembered
def _bid(bid: int, star: str) -> Text | None:
    return say("{bid}{star}", bid=bid, star=star) if bid >= 0 else None


@remembered
def _row(
    number: int, gains: tuple[int, ...], scores: tuple[int, ...], bids: tuple[int, ...], won: tuple[int, ...],
    promised_with: tuple[int, ...], keepers: int,
) -> SheetRow:  # fmt: skip
    cells = tuple(
        Cell(gain, scores[seat], bids[seat], won[seat], bid_mark=asterisk(promised_with[seat])) if bids
        else Cell(gain, scores[seat])
        for seat, gain in enumerate(gains)
    )  # fmt: skip
    basket = -sum(gain for seat, gain in enumerate(gains) if not keepers >> seat & 1)
    return SheetRow(number, cells, (say("Basket: {points}", points=basket),), BASKET)
