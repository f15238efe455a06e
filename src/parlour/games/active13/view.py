"""The human side of Active 13: names of actions, reasons, records, the view, the story."""

from collections.abc import Iterable

from parlour.engine.memory import reading
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD, CardError
from parlour.game.game import Event, State
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import Action, Cell, Centre, Marker, Pile, Play, Refused, Seat, SheetRow, Trick, View
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
from parlour.games.kit.pack import SUITS, pack

DECK = pack()
VERBS = {"upgrade": "spend", "bin": "bin", "play": "play"}
EXPECTED = {
    "upgrade": say("spend and a heart, or stick"),
    "bin": say("bin and a card"),
    "play": say("play and a card"),
}
SECTIONS = {"upgrade": "Upgrading", "bin": "Upgrading", "play": "Playing tricks", "over": "Winning"}


def phase_of(state: State) -> str:
    """The name of the phase."""
    return rules.PHASES[int(state.phase)]


# --- actions


def action_name(state: State, seat: int, action: int) -> str:
    """The action as in records: spend 7H, bin 2C, stick, play AS."""
    return "stick" if action == rules.STICK else f"{VERBS[phase_of(state)]} {DECK.name(action)}"


def _action(state: State, seat: int, action: int) -> Action:
    name = action_name(state, seat, action)
    if action == rules.STICK:
        return Action(action, name, say("Stick"))
    verb, card = name.split()
    return Action(action, name, say(f"{verb.capitalize()} {{card}}", card=Card(card)), (card,))


def why_not(state: State, seat: int, text: str) -> Text:
    """Why that text is no legal action of the seat."""
    acting = rules.actors(state)
    if not acting:
        return say("Nobody can act now.")
    if not acting >> seat & 1:
        return say("It is not your turn: {who} is to act.", who=Who(next(each(acting))))
    verb, _, word = " ".join(text.split()).partition(" ")
    if verb.casefold() == VERBS[phase_of(state)] and word:
        return _why_not_card(state, seat, word)
    example = action_name(state, seat, next(each(rules.legal(state, seat))))
    return say("{text!r} is no action here; expected {expected}, such as: {example}",
               text=text, expected=EXPECTED[phase_of(state)], example=example)  # fmt: skip


def _why_not_card(state: State, seat: int, word: str) -> Text:
    try:
        number = next(each(DECK.named(word)))
    except CardError as error:
        return sentence_of(error)
    card = Card(DECK.name(number))
    if not int(state.hands[seat]) >> number & 1:
        return say("{card} is not in your hand.", card=card)
    if phase_of(state) == "play":
        return say("You must follow {suit}.", suit=Card(SUITS[suit_of(state.led)]))  # A5
    if suit_of(number) != HEART:
        return say("{card} is no heart: only a heart can be spent.", card=card)  # A4
    return say("Your deck is empty: there is no card to buy.")  # A4


# --- records


def chance_event(before: State, state: State) -> Event:
    """What chance has done; the cards that were drawn at once come first, the lowest on top."""
    if before.leader < 0:
        draw = [_pile(state, seat, int(state.hands[seat])) for seat in range(PLAYERS)]
        deck = [_top_first(state.deck[seat], int(state.deck_size[seat])) for seat in range(PLAYERS)]
        return {"deal": {"leader": int(state.leader), "draw": draw, "deck": deck}}
    seat = int(before.turn)
    return {"chance": {"seat": seat, "draw": _pile(state, seat, state.hands[seat] & ~before.hands[seat])}}


def _pile(state: State, seat: int, drawn: int) -> list[str]:
    return DECK.listed(drawn) + _top_first(state.draw[seat], int(state.draw_size[seat]))


def place(state: State, event: Event) -> None:
    """The same chance again, from its event."""
    if state.leader < 0:
        _place_setup(state, _content(event, "deal"))
    else:
        _place_shuffle(state, _content(event, "chance"))


def _place_setup(state: State, deal: Event) -> None:
    leader = _checked_seat(deal.get("leader"), "leader", rules.first_leaders(state))
    piles = [_checked_piles(state, deal, seat) for seat in range(PLAYERS)]
    for seat, (draw, deck) in enumerate(piles):
        _lay(state.draw[seat], state.draw_size, seat, draw)
        _lay(state.deck[seat], state.deck_size, seat, deck)
    state.leader = leader
    rules.begin_match(state)


def _checked_piles(state: State, deal: Event, seat: int) -> tuple[list[int], list[int]]:
    """The draw pile and the deck of a seat in the setup (A1)."""
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


# --- the view


def view(state: State, seat: int) -> View:
    """The table as the seat sees it; the state went through `hide` for that seat."""
    state = reading(state)
    phase, acting = phase_of(state), rules.actors(state.record)
    mine = seat >= 0 and bool(acting >> seat & 1)
    legal = rules.legal(state.record, seat) if mine else 0
    return View(
        game="active13",
        seat=seat,
        phase=phase,
        section=SECTIONS.get(phase, "Setting up" if state.leader < 0 else "Drawing"),
        round=int(state.rounds) + (phase != "over"),
        prompt=_prompt(state, seat, acting),
        to_act=tuple(each(acting)),
        seats=tuple(_seat(state, place) for place in range(PLAYERS)),
        centre=_centre(state, seat),
        sheet=_sheet_row(state) if state.rounds else None,
        actions=tuple(_action(state, seat, action) for action in each(legal)),
        refused=_refused(state, seat, legal) if mine else (),
        over=phase == "over",
        winners=tuple(each(state.victors)),
        moments=moments_of(state),
    )


def _refused(state: State, seat: int, legal: int) -> tuple[Refused, ...]:
    names = DECK.listed(state.hands[seat] & ~legal)
    return tuple(Refused(name, _why_not_card(state, seat, name)) for name in names)


def _prompt(state: State, seat: int, acting: int) -> Text:
    if not acting:
        if phase_of(state) == "over":
            return say("The match is over.")
        if state.leader < 0:
            return say("The cards are shuffled.")
        return say("{who} shuffles the discard pile.", who=Who(int(state.turn)))
    if seat < 0 or not acting >> seat & 1:
        return say("{who} is to act.", who=Who(next(each(acting))))
    return _own_prompt(state, seat)


def _own_prompt(state: State, seat: int) -> Text:
    phase = phase_of(state)
    if phase == "bin":
        return say("You have bought a card: bin one card of your hand.")
    if phase == "upgrade":
        if rules.legal(state.record, seat) == 1 << rules.STICK:
            return say("You cannot upgrade: stick.")
        return say("Spend a heart to buy a card, or stick.")
    if state.led == NO_CARD:
        return say("You lead: play any card.")
    return say("Your turn: {suit} was led.", suit=Card(SUITS[suit_of(state.led)]))


def _seat(state: State, seat: int) -> Seat:
    return Seat(
        seat=seat,
        cards=hand_count(state.record, seat),
        hand=DECK.shown(state.hands[seat]),
        score=int(state.scores[seat]),
        tricks=int(state.won[seat]),
        badges=("has_lead",) if seat == state.leader else (),
    )


def _centre(state: State, onlooker: int) -> Centre:
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
        piles=tuple(pile for seat in range(PLAYERS) for pile in _piles(state, seat, seat == onlooker)),
        markers=(Marker(say("Trump"), SUITS[HEART]),),
    )


def _finished_trick(state: State, place: int) -> Trick:
    """A trick of this round, or of the one before until somebody acts in this one; everybody saw it."""
    leader = rules.trick_leader(state.record, place)
    led, reply = (int(state.tricks[seat][place]) for seat in (leader, 1 - leader))
    plays = Play(leader, DECK.name(led)), Play(1 - leader, DECK.name(reply))
    return Trick(plays, _trick_winner(leader, led, reply))


def _left_over(state: State) -> list[tuple[int, str]]:
    """The cards that lie in the row as tricks of one card, each with its owner (A6)."""
    return [
        (seat, DECK.name(int(card)))
        for pair in zip(*state.tricks, strict=True)
        for seat, card in enumerate(pair)
        if pair[1 - seat] == NO_CARD != card
    ]


def _trick_winner(leader: int, led: int, reply: int) -> int | None:
    """Who won a trick; nobody if it was a draw (A5)."""
    if led == reply:
        return None
    return 1 - leader if rules.beats(reply, led) else leader


def _piles(state: State, seat: int, own: bool) -> Iterable[Pile]:
    """The piles before a seat: of one's own, all cards are known but not their order (A8).

    Everybody knows the discard pile too, but it lies face down.
    """
    draw, deck = (draw_cards_of(state.record, seat), deck_cards_of(state.record, seat)) if own else (0, 0)
    discard, binned = int(state.discard[seat]), int(state.binned[seat])
    yield Pile(say("Draw pile"), int(state.draw_size[seat]), DECK.shown(draw), seat)
    yield Pile(say("Discard pile"), discard.bit_count(), DECK.shown(discard), seat, face_down=True)
    yield Pile(say("Deck"), int(state.deck_size[seat]), DECK.shown(deck), seat)
    yield Pile(say("Bin"), binned.bit_count(), DECK.shown(binned), seat)


def _sheet_row(state: State) -> SheetRow:
    cells = (Cell(int(gain), int(score)) for gain, score in zip(state.gains, state.scores, strict=True))
    return SheetRow(int(state.rounds), tuple(cells))


# --- the story


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    """What happened between two states, in sentences; seat -1: chance."""
    before, state = reading(before), reading(state)
    if seat >= 0:
        story = _tell_action(before, seat, action)
        return story + (_tell_round(state) if state.rounds > before.rounds else [])
    if before.leader < 0:
        return [say("The cards are shuffled; {who} leads the first round.", who=Who(int(state.leader)))]
    return [say("{who} shuffles the discard pile into a new draw pile.", who=Who(int(before.turn)))]


def _tell_action(before: State, seat: int, action: int) -> list[Text]:
    who = Who(seat)
    if action == rules.STICK:
        return [say("{who} sticks with {number} cards.", who=who, number=hand_count(before.record, seat))]
    card = Card(DECK.name(action))
    if phase_of(before) == "upgrade":
        return [say("{who} spends {card} and buys a card.", who=who, card=card)]
    if phase_of(before) == "bin":
        return [say("{who} bins {card}.", who=who, card=card)]
    story = [say("{who} plays {card}.", who=who, card=card)]
    if before.led != NO_CARD:
        winner = _trick_winner(1 - seat, int(before.led), action)
        draw = say("The same card twice: a trick for each.")
        story.append(draw if winner is None else say("{who} takes the trick.", who=Who(winner)))
    return story


def _tell_round(state: State) -> list[Text]:
    left, story = _left_over(state), []
    if left:
        cards = DECK.listing([card for _, card in left])
        story.append(say("{who} has cards left and wins a trick for each: {cards}.", who=Who(left[0][0]), cards=cards))
    story.append(say("Round {round} is over.", round=int(state.rounds)))
    for other in range(PLAYERS):
        story.append(say("{who} won {gain} tricks and has {total} points.", who=Who(other),
                         gain=int(state.gains[other]), total=int(state.scores[other])))  # fmt: skip
    if phase_of(state) != "over":
        story.append(say("{who} leads round {round}.", who=Who(int(state.leader)), round=int(state.rounds) + 1))
    return story


# --- cards of events


def _top_first(pile: Iterable[int], size: int) -> list[str]:
    """The names of a pile, top card first."""
    return [DECK.name(card) for card in list(pile)[:size][::-1]]


def _lay(pile: Iterable[int], sizes: Iterable[int], seat: int, cards: list[int]) -> None:
    """Lay a pile, given top card first."""
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
    """The cards of a pile, each of them once and one of those that are free."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ParlourError(f"the {pile} is no list of card names: {names!r}")
    cards = []
    for name in names:
        card = next(each(DECK.named(name)))
        if not free >> card & 1:
            raise ParlourError(f"card {name!r} of the {pile} cannot be there or stands there twice")
        cards.append(card)
        free &= ~(1 << card)
    return cards
