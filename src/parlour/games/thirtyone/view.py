"""The human side of Thirty-one: names of actions, reasons, records, the view, the story."""

from collections.abc import Iterable

from msgspec.structs import replace

from parlour.engine.memory import reading
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import CardError
from parlour.game.game import SPECTATOR, Event, State
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import Action, Cell, Centre, Pile, Seat, SheetRow, View, with_hand
from parlour.games.thirtyone import rules
from parlour.games.thirtyone.hands import CARDS, DECK, THIRTY_ONE
from parlour.games.thirtyone.moments import moments_of
from parlour.games.thirtyone.rules import HAND, PACKET_LETTERS, STAY, SWAP

SECTIONS = {  # headings of the rules page by phase
    "deal": "The deal and the tokens",
    "look": "Choosing a packet",
    "choose": "Choosing a packet",
    "turn": "Taking turns",
    "over": "Winning",
}
EXPECTED = {"look": say("look A or look B"), "choose": say("keep or other"), "turn": say("switch, stay or swap")}


def phase_of(state: State) -> str:
    """The name of the phase."""
    return rules.PHASES[int(state.phase)]


# --- actions


def action_name(state: State, seat: int, action: int) -> str:
    """The action as in records: look A, keep, other, switch 7S KD, stay, swap."""
    phase = phase_of(state)
    if phase == "look":
        return f"look {PACKET_LETTERS[action]}"
    if phase == "choose":
        return ("keep", "other")[action]
    if action >= STAY:
        return ("stay", "swap")[action - STAY]
    give, take = _switched(state, seat, action)
    return f"switch {give} {take}"


def _action(state: State, seat: int, action: int) -> Action:
    phase, name = phase_of(state), action_name(state, seat, action)
    if phase == "look":
        return Action(action, name, say("Look at packet {packet}", packet=PACKET_LETTERS[action]))
    if phase == "choose":
        packet = PACKET_LETTERS[state.looked ^ action]
        label = say("Take packet {packet} instead", packet=packet) if action else say("Keep these cards")
        return Action(action, name, label)
    if action >= STAY:
        return Action(action, name, say("Swap all three and stay") if action == SWAP else say("Stay"))
    give, take = _switched(state, seat, action)
    return Action(action, name, say("Give {give}, take {take}", give=Card(give), take=Card(take)), (give, take))


def why_not(state: State, seat: int, text: str) -> Text:
    """Why that text is no legal action of the seat."""
    acting, phase = rules.actors(state), phase_of(state)
    if not acting:
        return say("Nobody can act now.")
    if not int(state.still_in) >> seat & 1:
        return say("You are out of the match.")
    if not acting >> seat & 1:
        return say("It is not your turn: {who} is to act.", who=Who(next(each(acting))))
    verb, *words = text.split() or [""]
    if phase == "turn" and verb.casefold() == "switch":
        return _why_not_switch(state, seat, words)
    if phase == "look" and verb.casefold() == "look":
        return say("There is no packet {word!r}; expected look A or look B.", word=" ".join(words))
    return say("{text!r} is no action here; expected {actions}.", text=text, actions=EXPECTED[phase])


# --- records


def all_cards(state: State) -> list[int]:
    """Every card, wherever it lies; those that were not dealt are in no hand, packet or deck."""
    piles = [int(mask) for mask in (*state.hands, *state.packets, state.playing_deck)]
    dealt = [card for pile in piles for card in each(pile)]
    return dealt + [card for card in range(len(DECK.names)) if card not in dealt]


def chance_event(before: State, state: State) -> Event:
    """The deal: no hand for the MVP, who has the packets, nor for players who are out."""
    hands = [DECK.listed(cards) or None for cards in state.hands[: state.players]]
    packets = {letter: DECK.listed(state.packets[n]) for n, letter in enumerate(PACKET_LETTERS)}
    return {"deal": {"dealer": int(state.dealer), "hands": hands, "packets": packets}}


def place(state: State, event: Event) -> None:
    """The same deal again, from its event."""
    deal = event.get("deal")
    if not isinstance(deal, dict):
        raise ParlourError(f"expected a deal event, not {sorted(event)}")
    laid_out = state.copy()
    rules.lay_out(laid_out)
    hands, packets = _checked_deal(laid_out, deal)
    rules.lay_out(state)
    for seat, cards in hands.items():
        state.hands[seat] = cards
    state.packets[:] = packets


# --- the view


def view(state: State, seat: int) -> View:
    """The table as the seat sees it; the state went through `hide` for that seat."""
    table = _table(reading(state))
    return table if seat < 0 else private_view(state, seat, table)


def private_view(state: State, seat: int, table: View) -> View:
    """What a seat sees more than everybody: its hand, the packet it looks at, and what it may do."""
    seats = with_hand(table.seats, seat, DECK.shown(int(state.hands[seat])))
    if seat not in table.to_act:
        return replace(table, seat=seat, seats=seats)
    state, legal = reading(state), rules.legal(state, seat)
    return replace(
        table,
        seat=seat,
        seats=seats,
        centre=Centre(piles=tuple(_piles(state))),
        prompt=_own_prompt(state),
        actions=tuple(_action(state, seat, action) for action in each(legal)),
    )


def _table(state: State) -> View:
    """What everybody sees."""
    phase, acting = phase_of(state), rules.actors(state.record)
    return View(
        game="thirtyone",
        seat=SPECTATOR,
        phase=phase,
        section=SECTIONS[phase],
        round=int(state.rounds) + (acting != 0),
        prompt=_prompt(state, acting),
        to_act=tuple(each(acting)),
        seats=tuple(_seat(state, place) for place in range(state.players)),
        centre=Centre(piles=tuple(_piles(state))),
        sheet=_sheet_row(state) if state.rounds else None,
        over=phase == "over",
        winners=tuple(each(state.victors)),
        moments=moments_of(state),
    )


def _prompt(state: State, acting: int) -> Text:
    if acting:
        return say("{who} is to act.", who=Who(int(state.turn)))
    if phase_of(state) == "over":
        return say("The match is over.")
    return moments_of(state)[0].text if state.rounds else say("The cards are dealt.")


def _own_prompt(state: State) -> Text:
    phase = phase_of(state)
    if phase == "look":
        return say("You are the MVP: look at packet A or B.")
    if phase == "choose":
        return say("Keep these cards, or take the other packet unseen.")
    if state.first_stay >= 0:
        return say("The last play: you have one more action.")
    return say("Your turn: switch a card, stay, or swap all three and stay.")


def _seat(state: State, place: int) -> Seat:
    known = DECK.shown(state.hands[place])
    holds = int(state.still_in) >> place & 1 and not (_choosing(state) and place == state.mvp)
    return Seat(
        seat=place,
        cards=HAND * int(holds) if state.turn >= 0 else len(known),
        hand=known,
        score=int(state.lives_left[place]),
        badges=tuple(_badges(state, place)),
    )


def _choosing(state: State) -> bool:
    """Whether the MVP still has two packets and no hand."""
    return phase_of(state) in ("look", "choose")


def _piles(state: State) -> Iterable[Pile]:
    if _choosing(state):
        for n, letter in enumerate(PACKET_LETTERS):
            seen = DECK.shown(state.packets[n])
            yield Pile(say("Packet {packet}", packet=letter), HAND, seen, int(state.mvp), spread=True)
    elif state.playing_deck:
        yield Pile(say("Playing deck"), HAND, DECK.shown(state.playing_deck))
    if state.turn >= 0:
        dealt = HAND * (int(state.still_in).bit_count() + 1)
        yield Pile(say("Not dealt"), CARDS - dealt)


# --- the story


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    """What happened between two states, in sentences; seat -1: chance."""
    before, state = reading(before), reading(state)
    if seat < 0:
        return [
            say("Round {round} is dealt by {dealer}; {mvp} is the MVP and {preacher} the Preacher.",
                round=int(state.rounds) + 1, dealer=Who(int(state.dealer)), mvp=Who(int(state.mvp)),
                preacher=Who(int(state.preacher)))
        ]  # fmt: skip
    phase = phase_of(before)
    if phase == "look":
        return [say("{who} looks at packet {packet}.", who=Who(seat), packet=PACKET_LETTERS[action])]
    story = _tell_choice(before, state, seat, action) if phase == "choose" else _tell_turn(before, state, seat)
    return story + (_tell_round(state) if state.rounds > before.rounds else [])


# --- actions and records


def _switched(state: State, seat: int, action: int) -> tuple[str, str]:
    """The card that a switch gives and the one that it takes."""
    give, take = divmod(action, HAND)
    return DECK.shown(state.hands[seat])[give], DECK.shown(state.playing_deck)[take]


def _why_not_switch(state: State, seat: int, words: list[str]) -> Text:
    if len(words) != 2:
        give, take = _switched(state, seat, 0)
        return say("A switch names the card you give and the card you take, such as: switch {give} {take}",
                   give=give, take=take)  # fmt: skip
    try:
        give_cards, take_cards = (DECK.named(word) for word in words)
    except CardError as error:
        return sentence_of(error)
    hand, playing_deck = int(state.hands[seat]), int(state.playing_deck)
    give, take = (word.upper() for word in words)
    if give_cards & playing_deck and take_cards & hand:
        return say("Name the card from your hand first: switch {give} {take}", give=take, take=give)
    if not give_cards & hand:
        return say("{card} is not in your hand.", card=Card(give))
    return say("{card} is not in the playing deck.", card=Card(take))


def _checked_deal(state: State, deal: Event) -> tuple[dict[int, int], list[int]]:
    """The hands by seat and the packets of a deal, for a state in which the tokens have moved on."""
    dealer, hands, packets = deal.get("dealer"), deal.get("hands"), deal.get("packets")
    if type(dealer) is not int or dealer != state.dealer:
        raise ParlourError(f"the dealer cannot be {dealer!r}; expected seat {state.dealer}")
    if not isinstance(hands, list) or len(hands) != state.players:
        raise ParlourError(f"hands of the deal are {hands!r}; expected a list for {state.players} seats")
    if not isinstance(packets, dict) or set(packets) != set(PACKET_LETTERS):
        raise ParlourError(f"packets of the deal are {packets!r}; expected A and B")
    holders = [seat for seat in each(state.still_in) if seat != state.mvp]
    for seat, hand in enumerate(hands):
        if hand is not None and seat not in holders:
            reason = "the MVP" if seat == state.mvp else "out"
            raise ParlourError(f"seat {seat} is {reason}; expected null for the hand, not {hand!r}")
    masks = _checked_piles(
        {f"the hand of seat {seat}": hands[seat] for seat in holders}
        | {f"packet {letter}": packets[letter] for letter in PACKET_LETTERS}
    )
    return dict(zip(holders, masks[:-2], strict=True)), masks[-2:]


def _checked_piles(piles: dict[str, object]) -> list[int]:
    """The piles as sets: three cards each, and no card in two of them."""
    masks: list[int] = []
    for name, cards in piles.items():
        if not isinstance(cards, list) or len(cards) != HAND or not all(isinstance(card, str) for card in cards):
            raise ParlourError(f"{name} is {cards!r}; expected a list of {HAND} card names")
        masks.append(DECK.mask(cards))
        for earlier in masks[:-1]:
            if earlier & masks[-1]:
                twice = " ".join(DECK.listed(earlier & masks[-1]))
                raise ParlourError(f"{name} has {twice}, which is dealt already; expected a card once only")
    return masks


# --- the view


def _badges(state: State, place: int) -> Iterable[str]:
    for name in ("dealer", "mvp", "preacher"):
        if getattr(state, name) == place:
            yield name
    if not int(state.still_in) >> place & 1:
        yield "out"
    elif int(state.cows) >> place & 1:
        yield "cow"
    if int(state.stayed) >> place & 1:
        yield "stayed"


def _sheet_row(state: State) -> SheetRow:
    """The last round: a new Cow lost a life and got one."""
    lighter = int(state.lost) & ~int(state.new_cows)
    cells = tuple(Cell(-(lighter >> seat & 1), int(state.lives_left[seat])) for seat in range(state.players))
    notes = [_fate(state, seat) for seat in range(state.players) if state.points[seat]]
    return SheetRow(int(state.rounds), cells, tuple(notes))


def _fate(state: State, seat: int) -> Text:
    """What the last round brought to a player."""
    who, points = Who(seat), int(state.points[seat])
    if not int(state.lost) >> seat & 1:
        return say("{who} has {points} points.", who=who, points=points)
    if int(state.new_cows) >> seat & 1:
        return say("{who} has {points} points, loses the last life, gets one more and is the Cow.",
                   who=who, points=points)  # fmt: skip
    if not state.lives_left[seat]:
        return say("{who} has {points} points, loses the last life and is out.", who=who, points=points)
    return say("{who} has {points} points and loses a life.", who=who, points=points)


# --- the story


def _tell_choice(before: State, state: State, seat: int, action: int) -> list[Text]:
    packet = PACKET_LETTERS[int(before.looked) ^ action]
    chosen = say("{who} takes packet {packet} instead.", who=Who(seat), packet=packet)
    kept = say("{who} keeps packet {packet}.", who=Who(seat), packet=packet)
    cards = DECK.listing(DECK.listed(state.playing_deck))
    return [chosen if action else kept, say("The playing deck is {cards}.", cards=cards)]


def _tell_turn(before: State, state: State, seat: int) -> list[Text]:
    """What a turn did, seen from the playing deck: it lies open."""
    who = Who(seat)
    given = DECK.listed(int(state.playing_deck) & ~int(before.playing_deck))
    taken = DECK.listed(int(before.playing_deck) & ~int(state.playing_deck))
    if not int(state.stayed) >> seat & 1:
        return [say("{who} gives {give} and takes {take}.", who=who, give=Card(given[0]), take=Card(taken[0]))]
    story = [say("{who} stays.", who=who)]
    if taken:
        story = [say("{who} swaps all three cards for {taken} and stays; {given} lie open.", who=who,
                     taken=DECK.listing(taken), given=DECK.listing(given))]  # fmt: skip
    begins = before.first_stay < 0 and state.rounds == before.rounds  # no last play after a swap to 31
    return story + ([say("The last play begins.")] if begins else [])


def _tell_round(state: State) -> list[Text]:
    points = {seat: int(points) for seat, points in enumerate(state.points[: state.players]) if points}
    story = [say("{who} has 31!", who=Who(seat)) for seat in points if points[seat] == THIRTY_ONE]
    if not story and state.first_stay < 0:
        story = [say("The limit of switches without a stay ({limit}) is reached: the hands are compared.",
                     limit=int(state.switch_limit))]  # fmt: skip
    story.append(say("Round {round} is over.", round=int(state.rounds)))
    shown = {seat: DECK.listing(DECK.listed(state.hands[seat])) for seat in points}
    story += [say("{who} shows {cards}.", who=Who(seat), cards=cards) for seat, cards in shown.items()]
    losing = {number for seat, number in points.items() if int(state.lost) >> seat & 1}
    if any(points[seat] in losing and not int(state.lost) >> seat & 1 for seat in points):  # T6
        story.append(
            say("Equal points: the cards counted are compared by true rank, then the points of all three cards.")
        )
    story += [_fate(state, seat) for seat in points]
    if not state.lost and min(points.values()) < THIRTY_ONE:
        story.append(say("Everybody would be out: nobody loses a life."))  # T9
    return story
