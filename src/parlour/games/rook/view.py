"""The human side of Rook: names of actions, reasons, records, the view, the story."""

from msgspec.structs import replace

from parlour.engine.memory import reading
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD, CardError
from parlour.game.game import SPECTATOR, Event, State, checked_cards
from parlour.game.texts import Card, Text, Who, say, sentence_of
from parlour.game.view import Action, Cell, Centre, Marker, Pile, Play, Refused, Seat, SheetRow, View, with_hand
from parlour.games.rook import rules
from parlour.games.rook.moments import moments_of
from parlour.games.rook.score import shares_of
from parlour.games.rook.state import (
    BID_STEP,
    CARDS,
    DECK,
    HAND,
    LETTERS,
    NO_COLOUR,
    NOBODY,
    OUTCOMES,
    PASS,
    PHASES,
    REVOKE_AWARD,
    REVOKED,
    SEATS,
    TEAMS,
    THE_ROOK,
    VALUES,
    hand_count,
    lay_out,
)

COLOUR_SIGNS = tuple(Card(letter) for letter in LETTERS)  # as they stand in sentences
VERBS = {"bid": "bid", "aside": "put", "trump": "trump", "play": "play"}  # what one does in each phase
SECTIONS = {  # headings of the rules page
    "deal": "The deal",
    "bid": "The auction",
    "aside": "The centre card and the card aside",
    "trump": "Naming trump",
    "play": "Playing tricks",
    "over": "Winning",
}
OUTCOME_NOTES = {
    "thrown in": say("All passed: the hand was thrown in."),
    "made": say("The bid was made."),
    "set": say("The bid was not made."),
    "revoke": say("A revoke ended the hand."),
}


def phase_of(state: State) -> str:
    """The name of the phase."""
    return PHASES[state.phase]


def colour_of(cards: int) -> int:
    """The colour of a set of cards that follow each other."""
    return next(each(cards)) // VALUES


def partners(team: int) -> dict[str, Who]:
    """The two players of a team, for the gaps of a sentence."""
    return {"who": Who(team), "partner": Who(team + TEAMS)}


# --- records


def all_cards(state: State) -> list[int]:
    """Every card, wherever it lies; the bidder holds the centre card before one is put aside."""
    cards = [card for mask in (*state.hands, *state.laid) for card in each(int(mask))]
    for card in (int(state.centre), int(state.aside)):
        cards += [card] if card >= 0 and card not in cards else []
    return cards


def chance_event(before: State, state: State) -> Event:
    """The deal."""
    hands = [DECK.listed(state.hands[seat]) for seat in range(SEATS)]
    return {"deal": {"dealer": int(state.dealer), "hands": hands, "centre": DECK.name(state.centre)}}


def place(state: State, event: Event) -> None:
    """The same deal again, from its event."""
    deal = event.get("deal")
    if not isinstance(deal, dict):
        raise ParlourError(f"expected a deal event, not {sorted(map(str, event))}")
    dealer, centre, expected = deal.get("dealer"), deal.get("centre"), int(state.rounds) % SEATS
    if isinstance(dealer, bool) or dealer != expected:
        raise ParlourError(f"the dealer of the deal cannot be {dealer!r}; expected seat {expected}")
    if not isinstance(centre, str):
        raise ParlourError(f"the centre of the deal cannot be {centre!r}; expected the name of one card, such as '7R'")
    listed = {"deal": {**deal, "centre": [centre]}}
    groups = checked_cards(DECK, listed, "deal", SEATS, HAND, ("centre",), (1 << CARDS) - 1)
    lay_out(state)
    for seat in range(SEATS):
        state.hands[seat] = sum(1 << card for card in groups["hands"][seat])
    state.centre = groups["centre"][0][0]


def action_name(state: State, seat: int, action: int) -> str:
    """The action as in records: bid 75, pass, put 6Y, trump G, play 14R."""
    phase = phase_of(state)
    if phase == "bid":
        return "pass" if action == PASS else f"bid {action * BID_STEP}"
    return f"{VERBS[phase]} {LETTERS[action] if phase == 'trump' else DECK.name(action)}"


# --- why not


def why_not_bid(state: State, word: str) -> Text:
    """Why that is no bid (R2)."""
    least, most, bid = int(state.min_bid), int(state.max_bid), int(state.bid)
    try:
        number = int(word)
    except ValueError:
        number = -1
    if number < 0 or number % BID_STEP:
        return say("{word!r} is no bid; expected a multiple of {step} from {least} to {most}",
                   word=word, step=BID_STEP, least=least, most=most)  # fmt: skip
    if number > most:
        return say("{number} is above the highest bid of {most}.", number=number, most=most)
    if number < least:
        return say("{number} is below the lowest bid of {least}.", number=number, least=least)
    if number <= bid:
        return say("{number} is not above the current bid of {bid}.", number=number, bid=bid)
    return say("{word!r} is no bid; expected: {example}", word=word, example=f"bid {number}")


def why_not_card(state: State, seat: int, word: str) -> Text:
    """Why that card may not be put aside or played."""
    try:
        card = next(each(DECK.named(word)))
    except CardError as error:
        return sentence_of(error)
    if not int(state.hands[seat]) >> card & 1:
        return say("{card} is not in your hand.", card=Card(DECK.name(card)))
    if phase_of(state) == "aside":
        return say("{card} is worth points: put another card aside.", card=Card(DECK.name(card)))  # R4
    following = int(state.hands[seat]) & int(state.follow)
    if following == 1 << THE_ROOK:
        return say("You must follow with the Rook: it is your only trump.")  # R5
    return say("You must follow {colour}.", colour=COLOUR_SIGNS[colour_of(state.follow)])  # R6


def why_not_yet(state: State, seat: int) -> Text:
    """Why a seat cannot act at all."""
    if state.turn == NOBODY:
        return say("Nobody can act now.")
    if phase_of(state) == "bid" and int(state.passed) >> seat & 1:
        return say("You have passed: you are out of this auction.")  # R2
    return say("It is not your turn: {who} is to act.", who=Who(int(state.turn)))


# --- the parts of a view


def plays(state: State, start: int, end: int) -> tuple[Play, ...]:
    """The cards played this hand from one place to another, with their players."""
    return tuple(
        Play((int(state.leaders[n // SEATS]) + n) % SEATS, DECK.name(state.played_cards[n])) for n in range(start, end)
    )


def taken_by(state: State, team: int) -> list[str]:
    """The cards in the tricks of a team: only to be shown when the hand is over (R10)."""
    names: list[str] = []
    for trick in range(int(state.played) // SEATS):
        taker = state.leader if trick == HAND - 1 else state.leaders[trick + 1]
        if taker % TEAMS == team:
            names += [play.card for play in plays(state, trick * SEATS, (trick + 1) * SEATS)]
    return names


def piles_of(state: State) -> tuple[Pile, ...]:
    """The centre card or the card aside, and the tricks of both teams, face down until the hand is over (R10)."""
    piles = [Pile(say("Centre card"), 1)] if phase_of(state) == "bid" else []
    if state.aside != NO_CARD:
        known = (DECK.name(state.aside),) if state.aside >= 0 else ()
        piles.append(Pile(say("Card aside"), 1, known, int(state.bidder), face_down=True))
    for team in range(TEAMS):
        tricks = int(state.won[team]) + int(state.won[team + TEAMS])
        if tricks or phase_of(state) == "play":
            seen = tuple(taken_by(state, team)) if state.turn == NOBODY else ()
            piles.append(Pile(say("Tricks: {tricks}", tricks=tricks), tricks * SEATS, seen, team))
    return tuple(piles)


def markers_of(state: State) -> tuple[Marker, ...]:
    """Trump, and the colour led."""
    markers = [] if state.trump == NO_COLOUR else [Marker(say("Trump"), LETTERS[state.trump])]
    return (*markers, Marker(say("Lead"), LETTERS[colour_of(state.follow)])) if state.follow else tuple(markers)


def bid_of(state: State, place: int) -> Text | None:
    """The last bid of a seat, also of one that has passed since; during the auction with the pass."""
    passed, bid = bool(int(state.passed) >> place & 1), int(state.bids[place])
    if passed and bid and phase_of(state) == "bid":
        return say("{bid}, pass", bid=bid)
    if bid:
        return say("bid {bid}", bid=bid)
    return say("pass") if passed else None


def seat_of(state: State, place: int) -> Seat:
    """One place at the table; the tricks of both partners together lie in one pile (`piles_of`)."""
    named = (
        ("dealer", place == state.dealer),
        ("bidder", place == state.bidder and phase_of(state) != "bid"),
        ("leader", place == state.leader),
    )
    return Seat(
        seat=place,
        cards=hand_count(state.record, place),
        hand=DECK.shown(state.hands[place]),
        score=int(state.scores[place % TEAMS]),
        bid=bid_of(state, place),
        team=place % TEAMS,
        badges=tuple(name for name, holds in named if holds),
    )


def sheet_row(state: State) -> SheetRow:
    """The last hand: what each team gained, and what the bidders had promised."""
    bidders = int(state.last_bidder) % TEAMS if state.last_bidder != NOBODY else NOBODY
    cells = tuple(
        Cell(int(state.gains[team]), int(state.scores[team]), int(state.last_bid) if team == bidders else None,
             shares=shares_of(state, team))
        for team in range(TEAMS)
    )  # fmt: skip
    return SheetRow(int(state.rounds), cells, (OUTCOME_NOTES[OUTCOMES[state.outcome]],))


def own_prompt(state: State) -> Text:
    """What the player whose turn it is has to do."""
    phase = phase_of(state)
    if phase == "aside":
        return say("You took {card} from the centre: put a card aside that is worth no points.",
                   card=Card(DECK.name(state.centre)))  # fmt: skip
    if phase == "trump":
        return say("Name the trump colour.")
    if phase == "play":
        if not state.follow:
            return say("You lead: play any card.")
        return say("Your turn: {colour} was led.", colour=COLOUR_SIGNS[colour_of(state.follow)])
    if rules.must_play(state.record):
        return say("All the others have passed: you must play, for {bid} or more.", bid=int(state.min_bid))
    if state.bid:
        return say("The bid is {bid}: bid more or pass.", bid=int(state.bid))
    return say("Bid {bid} or more, or pass.", bid=int(state.min_bid))


def prompt_of(state: State) -> Text:
    """What happens now, for who has nothing to do."""
    phase = phase_of(state)
    if phase == "over":
        return say("The match is over.")
    if phase != "deal":
        return say("{who} is to act.", who=Who(int(state.turn)))
    return moments_of(state)[0].text if state.rounds else say("The cards are dealt.")


# --- the story


def tell(before: State, state: State, seat: int, action: int) -> list[Text]:
    """What happened between two states, in sentences that everybody may hear; seat -1: chance."""
    before, state = reading(before), reading(state)
    if seat < 0:
        return [say("{who} deals hand {hand}.", who=Who(int(state.dealer)), hand=int(state.rounds) + 1)]
    phase = phase_of(before)
    if phase == "bid":
        return tell_bid(before, state, seat, action)
    if phase == "aside":
        return [say("{who} puts a card aside.", who=Who(seat))]
    if phase == "trump":
        return [say("{who} names {colour} trump.", who=Who(seat), colour=COLOUR_SIGNS[action])]
    return tell_play(before, state, seat, action)


def tell_bid(before: State, state: State, seat: int, action: int) -> list[Text]:
    """A bid or a pass, and how the auction ended."""
    if action != PASS:
        story = [say("{who} bids {bid}.", who=Who(seat), bid=action * BID_STEP)]
    elif rules.must_play(before.record):
        story = [say("{who}, the dealer, must play.", who=Who(seat))]
    else:
        story = [say("{who} passes.", who=Who(seat))]
    if state.rounds > before.rounds:
        story.append(say("All have passed: the hand is thrown in."))
    elif phase_of(state) == "aside":
        story.append(say("{who} has the bid at {bid} and takes the centre card.",
                         who=Who(int(state.bidder)), bid=int(state.bid)))  # fmt: skip
    return story


def tell_play(before: State, state: State, seat: int, card: int) -> list[Text]:
    """A card, the trick that it ended, and the hand that this ended."""
    story = [say("{who} plays {card}.", who=Who(seat), card=Card(DECK.name(card)))]
    if sum(state.won) > sum(before.won):
        story.append(say("{who} takes the trick.", who=Who(int(state.leader))))
    if state.rounds == before.rounds:
        return story
    if state.outcome == REVOKED:
        colour = COLOUR_SIGNS[colour_of(state.follow)]
        story.append(say("{who} could have followed {colour}: the hand is forfeited.", who=Who(seat), colour=colour))
    return story + tell_hand(state)


def tell_hand(state: State) -> list[Text]:
    """What the hand brought both teams."""
    story = [say("Hand {hand} is over.", hand=int(state.rounds))]
    for team in range(TEAMS):
        took = say("took {points}", points=int(state.points[team]))
        if state.outcome == REVOKED:
            took = say("receive {award}", award=REVOKE_AWARD) if state.gains[team] else say("score nothing")
        elif team == state.bidder % TEAMS:
            took = say("bid {bid} and took {points}", bid=int(state.bid), points=int(state.points[team]))
        story.append(
            say("{who} and {partner} {took}: {gain} points, {total} in all.", **partners(team), took=took,
                gain=f"{int(state.gains[team]):+d}", total=int(state.scores[team]))
        )  # fmt: skip
    return story


def why_not(state: State, seat: int, text: str) -> Text:
    """Why that text is no legal action of the seat."""
    if seat != state.turn:
        return why_not_yet(state, seat)
    phase = phase_of(state)
    verb, _, word = " ".join(text.split()).partition(" ")
    if verb.casefold() != VERBS[phase] or not word:
        names = [action_name(state, seat, action) for action in each(rules.legal(state, seat))]
        verbs, example = (say("pass or bid"), names[1]) if phase == "bid" else (VERBS[phase], names[0])
        return say("{text!r} is no action here; expected {verbs} and a choice, such as: {example}",
                   text=text, verbs=verbs, example=example)  # fmt: skip
    if phase == "bid":
        return why_not_bid(state, word)
    if phase == "trump":
        return say("{word!r} is no colour; expected R, G, Y or B", word=word)
    return why_not_card(state, seat, word)


def view(state: State, seat: int) -> View:
    """The table as the seat sees it; the state went through `hide` for that seat."""
    table = _table(reading(state))
    return table if seat < 0 else private_view(state, seat, table)


def private_view(state: State, seat: int, table: View) -> View:
    """What a seat sees more than everybody: its hand, the card it put aside, and what it may do."""
    seats = with_hand(table.seats, seat, DECK.shown(int(state.hands[seat])))
    centre = table.centre if state.aside < 0 else replace(table.centre, piles=piles_of(state))
    if seat not in table.to_act:
        return replace(table, seat=seat, seats=seats, centre=centre)
    state, legal = reading(state), rules.legal(state, seat)
    return replace(
        table,
        seat=seat,
        seats=seats,
        centre=centre,
        prompt=own_prompt(state),
        actions=tuple(_action(state, seat, action) for action in each(legal)),
        refused=_refused(state, seat, legal),
    )


def _table(state: State) -> View:
    """What everybody sees."""
    phase = phase_of(state)
    return View(
        game="rook",
        seat=SPECTATOR,
        phase=phase,
        section=SECTIONS[phase],
        round=int(state.rounds) + (phase not in ("deal", "over")),
        prompt=prompt_of(state),
        to_act=(int(state.turn),) if state.turn != NOBODY else (),
        seats=tuple(seat_of(state, place) for place in range(SEATS)),
        centre=_centre(state),
        sheet=sheet_row(state) if state.rounds else None,
        over=phase == "over",
        winners=tuple(each(state.victors)),
        moments=moments_of(state),
    )


def _centre(state: State) -> Centre:
    """The trick; the last one only until the next card is led (R10)."""
    played = int(state.played)
    start = played - int(state.trick).bit_count()
    last = played == start and played > 0
    return Centre(
        trick=plays(state, start, played),
        winning=int(rules.winner(state.record)) if played > start else None,
        last_trick=plays(state, start - SEATS, start) if last else (),
        last_winner=int(state.leader) if last else None,
        piles=piles_of(state),
        markers=markers_of(state),
    )


def _action(state: State, seat: int, action: int) -> Action:
    phase, name = phase_of(state), action_name(state, seat, action)
    if phase == "bid":
        label = say("Bid {bid}", bid=action * BID_STEP) if action != PASS else say("Pass")
        if action == PASS and rules.must_play(state.record):
            label = say("Play for {bid}", bid=int(state.min_bid))
        return Action(action, name, label)
    if phase == "trump":
        return Action(action, name, say("{colour} is trump", colour=COLOUR_SIGNS[action]))
    card = DECK.name(action)
    label = say("Put {card} aside", card=Card(card)) if phase == "aside" else say("Play {card}", card=Card(card))
    return Action(action, name, label, (card,))


def _refused(state: State, seat: int, legal: int) -> tuple[Refused, ...]:
    if not legal or phase_of(state) not in ("aside", "play"):
        return ()
    refused = DECK.listed(int(state.hands[seat]) & ~int(legal))
    return tuple(Refused(name, why_not_card(state, seat, name)) for name in refused)
