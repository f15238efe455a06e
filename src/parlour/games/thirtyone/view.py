"""How Thirty-one appears to people: names of actions, reasons for refusals, records, the table, and the story."""

from collections.abc import Iterable

from parlour.engine.memory import snapshot
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import CardError
from parlour.game.game import Event, State
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import Action, Cell, Centre, Moment, Pile, Seat, SheetRow, View, with_hand
from parlour.games.kit import Table, changed
from parlour.games.thirtyone import rules
from parlour.games.thirtyone.hands import CARDS, DECK, THIRTY_ONE
from parlour.games.thirtyone.moments import moments_of
from parlour.games.thirtyone.rules import CHOOSE, HAND, LOOK, NOBODY, PACKET_LETTERS, PHASES, STAY, SWAP, TURN

EXPECTED = {"look": say("look A or look B"), "choose": say("keep or other"), "turn": say("switch, stay or swap")}


class ThirtyOneTable(Table):
    """The table of Thirty-one, with actions in words, two packets for the MVP, tokens and lives."""

    # --- actions

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return an action's name as written in records: look A, keep, other, switch 7S KD, stay or swap."""
        if state.phase == LOOK:
            return f"look {PACKET_LETTERS[action]}"
        if state.phase == CHOOSE:
            return ("keep", "other")[action]
        if action >= STAY:
            return ("stay", "swap")[action - STAY]
        give, take = _switched(state, seat, action)
        return f"switch {give} {take}"

    def action(self, state: State, seat: int, action: int) -> Action:
        """Return what to show for an action: two cards to click, or a button."""
        if state.phase == TURN and action < STAY:
            give, take = _switched(state, seat, action)
            label = say("Give {give}, take {take}", give=Card(give), take=Card(take))
            return Action(action, f"switch {give} {take}", label, (give, take))
        return Action(action, self.action_name(state, seat, action), _words(state, action))

    def why_not_yet(self, state: State, seat: int, acting: int) -> Text:
        """Say why the seat can't act now, whatever it chooses."""
        if acting and not int(state.still_in) >> seat & 1:
            return say("You are out of the match.")
        return super().why_not_yet(state, seat, acting)

    def no_action(self, state: State, seat: int, text: str) -> Text:
        """Return the reply to a text that names no legal action."""
        verb, *words = text.split() or [""]
        if state.phase == TURN and verb.casefold() == "switch":
            return _why_not_switch(state, seat, words)
        if state.phase == LOOK and verb.casefold() == "look":
            return say("There is no packet {word!r}; expected look A or look B.", word=" ".join(words))
        expected = EXPECTED[self.phase(state)]
        return say("{text!r} is not an action here; expected {actions}.", text=text, actions=expected)

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """Return the event that records the deal; the MVP (who has packets) and players who are out have no hand."""
        hands = [DECK.listed(cards) or None for cards in state.hands[: state.players]]
        packets = {letter: DECK.listed(state.packets[n]) for n, letter in enumerate(PACKET_LETTERS)}
        return {"deal": {"dealer": int(state.dealer), "hands": hands, "packets": packets}}

    def place(self, state: State, event: Event) -> None:
        """Repeat the deal from its event."""
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

    def known(self, state: State, seat: int, table: View) -> View:
        """Return the public view, extended by the seat's hand and, for the MVP, by the packet that was looked at."""
        table = changed(table, seat=seat, seats=with_hand(table.seats, seat, DECK.shown(int(state.hands[seat]))))
        if table.phase == "choose" and seat in table.to_act:
            return changed(table, centre=self.centre(snapshot(state)))
        return table

    def round(self, state: State, over: bool) -> int:
        """Return the current round's number; between two rounds, the number of the round that has just ended."""
        return int(state.rounds) + int(state.turn != NOBODY)

    def waiting(self, state: State, acting: int, moments: tuple[Moment, ...]) -> Text:
        """Say what is happening, for a seat that has to wait; between two rounds, say how the showdown ended."""
        return super().waiting(state, acting, moments[:1])

    def prompt(self, state: State, seat: int) -> Text:
        """Return a prompt that tells the seat what to do."""
        if state.phase == LOOK:
            return say("You are the MVP: look at packet A or B.")
        if state.phase == CHOOSE:
            return say("Keep these cards, or take the other packet unseen.")
        if state.first_stay >= 0:
            return say("The last play: you have one more action.")
        return say("Your turn: switch a card, stay, or swap all three and stay.")

    def seat(self, state: State, seat: int) -> Seat:
        """Return the view of one seat: how many cards it has, which of them everybody knows, and its lives."""
        known = DECK.shown(state.hands[seat])
        holds = int(state.still_in) >> seat & 1 and not (_choosing(state) and seat == state.mvp)
        return Seat(
            seat=seat,
            cards=HAND * int(holds) if state.turn >= 0 else len(known),
            hand=known,
            score=int(state.lives_left[seat]),
            badges=self.badges(state, seat),
        )

    def badges(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the badges to show beside the player: tokens, and marks for being out, being a Cow and staying."""
        names = [name for name in ("dealer", "mvp", "preacher") if getattr(state, name) == seat]
        if not int(state.still_in) >> seat & 1:
            names.append("out")
        elif int(state.cows) >> seat & 1:
            names.append("cow")
        return (*names, "stayed") if int(state.stayed) >> seat & 1 else tuple(names)

    def centre(self, state: State) -> Centre:
        """Return the middle of the table, with its packets or the playing deck."""
        return Centre(piles=tuple(_piles(state)))

    def moments(self, state: State) -> tuple[Moment, ...]:
        """Return what to announce now: the showdown, a hand of 31, new Cows, or players going out."""
        return moments_of(state)

    def sheet(self, state: State) -> SheetRow:
        """Return the score sheet's row for the last round; a new Cow loses one life and gets another."""
        lighter = int(state.lost) & ~int(state.new_cows)
        cells = tuple(Cell(-(lighter >> seat & 1), int(state.lives_left[seat])) for seat in range(state.players))
        notes = [_fate(state, seat) for seat in range(state.players) if state.points[seat]]
        return SheetRow(int(state.rounds), cells, tuple(notes))

    # --- the story

    def tell(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Describe in sentences what happened between two states; seat -1 is chance."""
        return super().tell(snapshot(before), snapshot(state), seat, action)

    def tell_chance(self, before: State, state: State) -> list[Text]:
        """Say who deals, and who has the tokens."""
        return [
            say("{dealer} deals round {round}; {mvp} is the MVP and {preacher} the Preacher.",
                round=int(state.rounds) + 1, dealer=Who(int(state.dealer)), mvp=Who(int(state.mvp)),
                preacher=Who(int(state.preacher)))
        ]  # fmt: skip

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Say what a player has done."""
        if before.phase == LOOK:
            return [say("{who} looks at packet {packet}.", who=Who(seat), packet=PACKET_LETTERS[action])]
        return _tell_choice(before, state, seat, action) if before.phase == CHOOSE else _tell_turn(before, state, seat)

    def tell_round(self, before: State, state: State) -> list[Text]:
        """Say how the round has ended, which hands everybody had, and who loses a life."""
        points = {seat: int(points) for seat, points in enumerate(state.points[: state.players]) if points}
        story = [say("{who} has 31!", who=Who(seat)) for seat in points if points[seat] == THIRTY_ONE]
        if not story and state.first_stay < 0:
            story = [say("Nobody has stayed, and the switch limit ({limit}) is reached: the hands are compared.",
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


TABLE = ThirtyOneTable(
    hand=HAND,
    verbs=dict.fromkeys(PHASES, ""),  # No action consists of a single card.
    sections={
        "deal": "The deal and the tokens",
        "look": "Choosing a packet",
        "choose": "Choosing a packet",
        "turn": "Taking turns",
        "over": "Winning",
    },
)


# --- actions and records


def all_cards(state: State) -> list[int]:
    """Return every card once: the cards in hands, packets and the playing deck, and those that weren't dealt."""
    piles = [int(mask) for mask in (*state.hands, *state.packets, state.playing_deck)]
    dealt = [card for pile in piles for card in each(pile)]
    return dealt + [card for card in range(len(DECK.names)) if card not in dealt]


def _switched(state: State, seat: int, action: int) -> tuple[str, str]:
    """Return the card that a switch gives and the card that it takes."""
    give, take = divmod(action, HAND)
    return DECK.shown(state.hands[seat])[give], DECK.shown(state.playing_deck)[take]


def _words(state: State, action: int) -> Text:
    """Return the words on the button for an action that isn't a switch."""
    if state.phase == LOOK:
        return say("Look at packet {packet}", packet=PACKET_LETTERS[action])
    if state.phase == CHOOSE:
        packet = PACKET_LETTERS[state.looked ^ action]
        return say("Take packet {packet} instead", packet=packet) if action else say("Keep these cards")
    return say("Swap all three and stay") if action == SWAP else say("Stay")


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
    """Check a deal and return its hands by seat and its packets; the state's tokens have already moved on."""
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
    """Return the piles as sets, after checking that each has three cards and no card is in two piles."""
    masks: list[int] = []
    for name, cards in piles.items():
        if not isinstance(cards, list) or len(cards) != HAND or not all(isinstance(card, str) for card in cards):
            raise ParlourError(f"{name} is {cards!r}; expected a list of {HAND} card names")
        masks.append(DECK.mask(cards))
        for earlier in masks[:-1]:
            if earlier & masks[-1]:
                twice = " ".join(DECK.listed(earlier & masks[-1]))
                raise ParlourError(f"{name} has {twice}, which is dealt already; expected each card only once")
    return masks


# --- the view


def _choosing(state: State) -> bool:
    """Say whether the MVP still has two packets and no hand."""
    return state.phase in (LOOK, CHOOSE)


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


def _fate(state: State, seat: int) -> Text:
    """Say what happened to a player in the last round."""
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
    """Say what a player did on a turn, which follows from the changes to the playing deck."""
    who = Who(seat)
    given = DECK.listed(int(state.playing_deck) & ~int(before.playing_deck))
    taken = DECK.listed(int(before.playing_deck) & ~int(state.playing_deck))
    if not int(state.stayed) >> seat & 1:
        return [say("{who} gives {give} and takes {take}.", who=who, give=Card(given[0]), take=Card(taken[0]))]
    story = [say("{who} stays.", who=who)]
    if taken:
        story = [say("{who} swaps all three cards for {taken} and stays; {given} are face up.", who=who,
                     taken=DECK.listing(taken), given=DECK.listing(given))]  # fmt: skip
    begins = before.first_stay < 0 and state.rounds == before.rounds  # A swap that makes 31 ends the round.
    return story + ([say("The last play begins.")] if begins else [])
