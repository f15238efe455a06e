"""How Active 13 appears to people: names of actions, reasons for refusals, records, the table, and the story."""

from collections.abc import Iterable

from parlour.engine.memory import snapshot
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD
from parlour.game.game import Event, State
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Cell, Centre, Marker, Moment, Pile, Play, Seat, Trick, View, with_hand
from parlour.games.active13 import rules
from parlour.games.active13.moments import moments_of
from parlour.games.active13.redeal import (
    ALL_CARDS,
    HEART,
    PLAYERS,
    STARTERS,
    deck_cards_of,
    draw_cards_of,
    hand_count,
    suit_of,
)
from parlour.games.active13.rules import BIN, OVER, PLAY, STICK, UPGRADE
from parlour.games.kit import Table, changed
from parlour.games.kit.pack import SUITS, pack

DECK = pack()
EXPECTED = {
    "upgrade": say("spend followed by a heart, or stick"),
    "bin": say("bin followed by a card"),
    "play": say("play followed by a card"),
}
DRAW_PILE, REST = say("Draw pile"), say("Deck")  # Only the owner knows the cards in these piles.


class Active13Table(Table):
    """The table of Active 13, with upgrades, four piles for each player, and a row for the tricks of a round."""

    # --- actions

    def no_action(self, state: State, seat: int, text: str) -> Text:
        """Return the reply to a text that is not an action in this phase."""
        return say("{text!r} is not an action here; expected {expected}, such as: {example}",
                   text=text, expected=EXPECTED[self.phase(state)], example=self.example(state, seat))  # fmt: skip

    def reason(self, state: State, seat: int, card: int) -> Text:
        """Say why a card of the hand may not be spent or played."""
        if state.phase == PLAY:
            return say("You must follow {suit}.", suit=Card(SUITS[suit_of(state.led)]))  # A5
        if suit_of(card) != HEART:
            return say("{card} is not a heart: only a heart can be spent.", card=Card(DECK.name(card)))  # A4
        return say("Your deck is empty: there is no card to buy.")  # A4

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """Return the event for a setup or shuffle; cards that go straight into a hand come first, sorted by number."""
        if before.leader < 0:
            draw = [_pile(state, seat, int(state.hands[seat])) for seat in range(PLAYERS)]
            deck = [_top_first(state.deck[seat], int(state.deck_size[seat])) for seat in range(PLAYERS)]
            return {"deal": {"leader": int(state.leader), "draw": draw, "deck": deck}}
        seat = int(before.turn)
        return {"chance": {"seat": seat, "draw": _pile(state, seat, state.hands[seat] & ~before.hands[seat])}}

    def place(self, state: State, event: Event) -> None:
        """Repeat a setup or a shuffle from its event."""
        if state.leader < 0:
            _place_setup(state, _content(event, "deal"))
        else:
            _place_shuffle(state, _content(event, "chance"))

    # --- the view

    def view(self, state: State, seat: int) -> View:
        """Show the table to a seat; the opponent's draw pile and deck stay closed even if the state shows them."""
        view = super().view(state, seat)
        if any(state.draw[other][0] >= 0 for other in (0, 1) if other != seat):
            piles = tuple(_closed(pile) if pile.owner != seat else pile for pile in view.centre.piles)
            view = changed(view, centre=changed(view.centre, piles=piles))
        return view

    def known(self, state: State, seat: int, table: View) -> View:
        """Return the public view, extended by the seat's own hand and piles."""
        state = snapshot(state)
        seats, piles = with_hand(table.seats, seat, DECK.shown(state.hands[seat])), _piles(state)
        return changed(table, seat=seat, seats=seats, centre=changed(table.centre, piles=piles))

    def section(self, state: State) -> str:
        """Return the heading of the section in the rules page that explains the current phase."""
        return self.sections.get(self.phase(state), "Setting up" if state.leader < 0 else "Drawing")

    def waiting(self, state: State, acting: int, moments: tuple[Moment, ...]) -> Text:
        """Say what is happening, for a seat that has to wait."""
        if acting or state.phase == OVER:
            return super().waiting(state, acting, moments)
        if state.leader < 0:
            return say("The cards are shuffled.")
        return say("{who} shuffles the discard pile.", who=Who(int(state.turn)))

    def prompt(self, state: State, seat: int) -> Text:
        """Return a prompt that tells the seat what to do."""
        if state.phase == BIN:
            return say("You have bought a card: bin one card from your hand.")
        if state.phase == UPGRADE:
            if rules.legal(state.record, seat) == 1 << STICK:
                return say("You cannot upgrade: stick.")
            return say("Spend a heart to buy a card, or stick.")
        if state.led == NO_CARD:
            return say("You lead: play any card.")
        return say("Your turn: {suit} was led.", suit=Card(SUITS[suit_of(state.led)]))

    def seat(self, state: State, seat: int) -> Seat:
        """Return the view of one seat."""
        return Seat(
            seat=seat,
            cards=hand_count(state.record, seat),
            hand=DECK.shown(state.hands[seat]),
            score=int(state.scores[seat]),
            tricks=int(state.won[seat]),
            badges=("has_lead",) if seat == state.leader else (),
        )

    def centre(self, state: State) -> Centre:
        """Return the middle of the table, and the piles in front of both players."""
        leader = 1 - int(state.turn)
        trick = (leader,) if state.led != NO_CARD else ()
        played = tuple(_finished_trick(state, place) for place in range(rules.played_tricks(state.record)))
        left = tuple(Trick((Play(seat, card),), seat) for seat, card in _left_over(state))
        return Centre(
            trick=tuple(Play(seat, DECK.name(state.led)) for seat in trick),
            winning=leader if trick else None,
            last_trick=played[-1].plays if played else (),
            last_winner=played[-1].winner if played else None,
            tricks=played + left,
            piles=_piles(state),
            markers=(Marker(say("Trump"), SUITS[HEART]),),
        )

    def moments(self, state: State) -> tuple[Moment, ...]:
        """Return what to announce now: a trick that was a draw, or the result of a round."""
        return moments_of(state)

    def cell(self, state: State, side: int) -> Cell:
        """Return a seat's gain in the last round and its score, for the table of scores."""
        return Cell(int(state.gains[side]), int(state.scores[side]))

    # --- the story

    def tell(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Describe in sentences what happened between two states; seat -1 is chance."""
        return super().tell(snapshot(before), snapshot(state), seat, action)

    def tell_chance(self, before: State, state: State) -> list[Text]:
        """Say that the cards were shuffled for the match, or that a discard pile was shuffled."""
        if before.leader < 0:
            return [say("The cards are shuffled; {who} leads the first round.", who=Who(int(state.leader)))]
        return [say("{who} shuffles the discard pile into a new draw pile.", who=Who(int(before.turn)))]

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Say what a seat has done, and who took the trick if it is complete."""
        who = Who(seat)
        if action == STICK:
            return [say("{who} sticks with {number} cards.", who=who, number=hand_count(before.record, seat))]
        card = Card(DECK.name(action))
        if before.phase == UPGRADE:
            return [say("{who} spends {card} and buys a card.", who=who, card=card)]
        if before.phase == BIN:
            return [say("{who} bins {card}.", who=who, card=card)]
        story = [say("{who} plays {card}.", who=who, card=card)]
        if before.led != NO_CARD:
            winner = _trick_winner(1 - seat, int(before.led), action)
            draw = say("Both play the same card: a trick for each.")
            story.append(draw if winner is None else say("{who} takes the trick.", who=Who(winner)))
        return story

    def tell_round(self, before: State, state: State) -> list[Text]:
        """Say how the round has ended, and who leads the next round."""
        left, story = _left_over(state), []
        if left:
            cards = DECK.listing([card for _, card in left])
            story.append(
                say("{who} has cards left and wins a trick for each: {cards}.", who=Who(left[0][0]), cards=cards)
            )
        story.append(say("Round {round} is over.", round=int(state.rounds)))
        for other in range(PLAYERS):
            story.append(say("{who} won {gain} tricks and has {total} points.", who=Who(other),
                             gain=int(state.gains[other]), total=int(state.scores[other])))  # fmt: skip
        if state.phase != OVER:
            story.append(say("{who} leads round {round}.", who=Who(int(state.leader)), round=int(state.rounds) + 1))
        return story


TABLE = Active13Table(
    hand=5,
    verbs={"upgrade": "spend", "bin": "bin"},
    buttons={STICK: "stick"},
    sections={"upgrade": "Upgrading", "bin": "Upgrading", "play": "Playing tricks", "over": "Winning"},
)


# --- records


def _pile(state: State, seat: int, drawn: int) -> list[str]:
    return DECK.listed(drawn) + _top_first(state.draw[seat], int(state.draw_size[seat]))


def _place_setup(state: State, deal: Event) -> None:
    leader = _checked_seat(deal.get("leader"), "leader", rules.first_leaders(state))
    piles = [_checked_piles(state, deal, seat) for seat in range(PLAYERS)]
    for seat, (draw, deck) in enumerate(piles):
        _lay(state.draw[seat], state.draw_size, seat, draw)
        _lay(state.deck[seat], state.deck_size, seat, deck)
    state.leader = leader
    rules.begin_match(state)


def _checked_piles(state: State, deal: Event, seat: int) -> tuple[list[int], list[int]]:
    """Check and return a seat's draw pile and deck at the setup (A1)."""
    draw = _checked_pile(_of_seat(deal.get("draw"), seat), f"draw pile of seat {seat}", ALL_CARDS)
    deck = _checked_pile(_of_seat(deal.get("deck"), seat), f"deck of seat {seat}", ALL_CARDS & ~_mask(draw))
    if missing := STARTERS & ~_mask(draw):
        raise ParlourError(f"the draw pile of seat {seat} lacks the cards {' '.join(DECK.listed(missing))}")
    sizes, active = (len(draw), len(deck)), STARTERS.bit_count() + int(state.start_cards)
    if sizes != (active, len(DECK.names) - active):
        expected = f"{active} and {len(DECK.names) - active}"
        raise ParlourError(
            f"draw pile and deck of seat {seat} have {sizes[0]} and {sizes[1]} cards; expected {expected}"
        )
    return draw, deck


def _place_shuffle(state: State, chance: Event) -> None:
    seat = _checked_seat(chance.get("seat"), "seat", (int(state.turn),))
    discard = int(state.discard[seat])
    cards = _checked_pile(chance.get("draw"), f"shuffled pile of seat {seat}", discard)
    if missing := discard & ~_mask(cards):
        raise ParlourError(f"the shuffled pile of seat {seat} lacks the cards {' '.join(DECK.listed(missing))}")
    _lay(state.draw[seat], state.draw_size, seat, cards)
    rules.take_up_discard(state, seat)


def _top_first(pile: Iterable[int], size: int) -> list[str]:
    """Return the names of a pile's cards, top card first."""
    return [DECK.name(card) for card in list(pile)[:size][::-1]]


def _lay(pile: Iterable[int], sizes: Iterable[int], seat: int, cards: list[int]) -> None:
    """Set a seat's pile to these cards; the first of them is the top card."""
    pile[: len(cards)] = cards[::-1]  # type: ignore[index]
    sizes[seat] = len(cards)  # type: ignore[index]


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _content(event: Event, kind: str) -> Event:
    content = event.get(kind)
    if not isinstance(content, dict):
        raise ParlourError(f"expected a {kind} event, not {sorted(event)}")
    return content


def _checked_seat(seat: object, name: str, expected: Iterable[int]) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in expected:
        raise ParlourError(f"the {name} cannot be {seat!r}; expected {' or '.join(str(one) for one in expected)}")
    return seat


def _of_seat(piles: object, seat: int) -> object:
    if not isinstance(piles, list) or len(piles) != PLAYERS:
        raise ParlourError(f"draw and deck of the deal need a list of cards for each of {PLAYERS} seats, not {piles!r}")
    return piles[seat]


def _checked_pile(names: object, pile: str, free: int) -> list[int]:
    """Return the cards named in a pile, after checking that each may be there and is named only once."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ParlourError(f"the {pile} is not a list of card names: {names!r}")
    cards = []
    for name in names:
        card = next(each(DECK.named(name)))
        if not free >> card & 1:
            raise ParlourError(f"card {name!r} is listed twice in the {pile} or cannot be in it")
        cards.append(card)
        free &= ~(1 << card)
    return cards


# --- the view


def _finished_trick(state: State, place: int) -> Trick:
    """Return a finished trick of this round, or of the last round as long as nobody has acted in this one."""
    leader = rules.trick_leader(state.record, place)
    led, reply = (int(state.tricks[seat][place]) for seat in (leader, 1 - leader))
    plays = Play(leader, DECK.name(led)), Play(1 - leader, DECK.name(reply))
    return Trick(plays, _trick_winner(leader, led, reply))


def _left_over(state: State) -> list[tuple[int, str]]:
    """Return each leftover card that was laid out as a trick, with the seat of its owner (A6)."""
    return [
        (seat, DECK.name(int(card)))
        for pair in zip(*state.tricks, strict=True)
        for seat, card in enumerate(pair)
        if pair[1 - seat] == NO_CARD != card
    ]


def _trick_winner(leader: int, led: int, reply: int) -> int | None:
    """Return the seat that won a trick; None if it was a draw (A5)."""
    if led == reply:
        return None
    return 1 - leader if rules.beats(reply, led) else leader


def _piles(state: State) -> tuple[Pile, ...]:
    """Return the piles in front of both players. Each player knows which cards are in their own piles (A8).

    Both players also know the cards in the discard piles, although these lie face down.
    """
    return (*_piles_of(state, 0), *_piles_of(state, 1))


def _closed(pile: Pile) -> Pile:
    """Return a pile as the opponent sees it; only the discard pile and the bin are known to both players."""
    return changed(pile, open=()) if pile.name in (DRAW_PILE, REST) else pile


def _piles_of(state: State, seat: int) -> Iterable[Pile]:
    draw = draw_cards_of(state.record, seat) if state.draw[seat][0] >= 0 else 0
    deck = deck_cards_of(state.record, seat) if state.deck[seat][0] >= 0 else 0
    discard, binned = int(state.discard[seat]), int(state.binned[seat])
    yield Pile(DRAW_PILE, int(state.draw_size[seat]), DECK.shown(draw), seat)
    yield Pile(say("Discard pile"), discard.bit_count(), DECK.shown(discard), seat, face_down=True)
    yield Pile(REST, int(state.deck_size[seat]), DECK.shown(deck), seat)
    yield Pile(say("Bin"), binned.bit_count(), DECK.shown(binned), seat)
