"""How Rook appears to people: names of actions, reasons for refusals, records, the table, and the story."""

from parlour.engine.memory import snapshot
from parlour.engine.sets import each, first
from parlour.errors import ParlourError
from parlour.game.cards import NO_CARD
from parlour.game.game import Event, State, checked_cards
from parlour.game.texts import Card, Text, Who, say
from parlour.game.view import Action, Cell, Centre, Marker, Moment, Pile, Play, Refused, Seat, SheetRow, View, with_hand
from parlour.games.kit import Table, changed
from parlour.games.rook import rules
from parlour.games.rook.moments import moments_of
from parlour.games.rook.score import shares_of
from parlour.games.rook.state import (
    ASIDE,
    BID,
    BID_STEP,
    CARDS,
    DECK,
    HAND,
    LETTERS,
    NO_COLOUR,
    NOBODY,
    OUTCOMES,
    PASS,
    PLAY,
    REVOKE_AWARD,
    REVOKED,
    SEATS,
    TEAMS,
    THE_ROOK,
    THROWN_IN,
    TRUMP,
    VALUES,
    hand_count,
    lay_out,
)

COLOUR_SIGNS = tuple(Card(letter) for letter in LETTERS)  # How sentences show the colours.
OUTCOME_NOTES = {
    "thrown in": say("All passed: the hand was thrown in."),
    "made": say("The bid was made."),
    "set": say("The bid was not made."),
    "revoke": say("A revoke ended the hand."),
}


class RookTable(Table):
    """The table of Rook, with an auction, a card in the centre, face-down tricks and the scores of both teams."""

    # --- actions

    def action_name(self, state: State, seat: int, action: int) -> str:
        """Return an action's name as written in records, such as bid 75, pass, put 6Y, trump G or play 14R."""
        if state.phase == BID:
            return "pass" if action == PASS else f"bid {action * BID_STEP}"
        return f"trump {LETTERS[action]}" if state.phase == TRUMP else super().action_name(state, seat, action)

    def action(self, state: State, seat: int, action: int) -> Action:
        """Return what to show for an action: a card to click, or a button."""
        if state.phase == PLAY:
            return super().action(state, seat, action)
        name = self.action_name(state, seat, action)
        if state.phase == ASIDE:
            card = DECK.name(action)
            return Action(action, name, say("Put {card} aside", card=Card(card)), (card,))
        if state.phase == TRUMP:
            return Action(action, name, say("{colour} is trump", colour=COLOUR_SIGNS[action]))
        if action != PASS:
            return Action(action, name, say("Bid {bid}", bid=action * BID_STEP))
        forced = rules.must_play(state.record)
        return Action(action, name, say("Play for {bid}", bid=int(state.min_bid)) if forced else say("Pass"))

    # --- why not

    def why_not_yet(self, state: State, seat: int, acting: int) -> Text:
        """Say why the seat can't act now, whatever it chooses."""
        if acting and state.phase == BID and int(state.passed) >> seat & 1:
            return say("You have passed: you are out of this auction.")  # R2
        return super().why_not_yet(state, seat, acting)

    def no_action(self, state: State, seat: int, text: str) -> Text:
        """Return the reply to a text that is not an action in this phase."""
        names = [self.action_name(state, seat, action) for action in each(rules.legal(state, seat))]
        phase = self.phase(state)
        verbs, example = (say("pass or bid"), names[1]) if phase == "bid" else (self.verb(phase), names[0])
        return say("{text!r} is not an action here; expected {verbs} and a choice, such as: {example}",
                   text=text, verbs=verbs, example=example)  # fmt: skip

    def why_not_card(self, state: State, seat: int, word: str) -> Text:
        """Say why the seat can't choose this card, bid or colour."""
        if state.phase == BID:
            return why_not_bid(state, word)
        if state.phase == TRUMP:
            return say("{word!r} is not a colour; expected R, G, Y or B", word=word)
        return super().why_not_card(state, seat, word)

    def reason(self, state: State, seat: int, card: int) -> Text:
        """Say why a card of the hand can't be put aside or played."""
        if state.phase == ASIDE:
            return say("{card} is worth points: put another card aside.", card=Card(DECK.name(card)))  # R4
        if int(state.hands[seat]) & int(state.follow) == 1 << THE_ROOK:
            return say("You must follow with the Rook: it is your only trump.")  # R5
        return say("You must follow {colour}.", colour=COLOUR_SIGNS[colour_of(state.follow)])  # R6

    def refused(self, state: State, seat: int, legal: int) -> tuple[Refused, ...]:
        """Return the cards of the hand that can't be put aside or played."""
        return super().refused(state, seat, legal) if state.phase in (ASIDE, PLAY) else ()

    # --- records

    def chance_event(self, before: State, state: State) -> Event:
        """Return the event that records the deal."""
        hands = super().chance_event(before, state)["deal"]["hands"]
        return {"deal": {"dealer": int(state.dealer), "hands": hands, "centre": DECK.name(state.centre)}}

    def place(self, state: State, event: Event) -> None:
        """Repeat the deal from its event."""
        deal = event.get("deal")
        if not isinstance(deal, dict):
            raise ParlourError(f"expected a deal event, not {sorted(map(str, event))}")
        dealer, centre, expected = deal.get("dealer"), deal.get("centre"), int(state.rounds) % SEATS
        if isinstance(dealer, bool) or dealer != expected:
            raise ParlourError(f"the dealer of the deal cannot be {dealer!r}; expected seat {expected}")
        if not isinstance(centre, str):
            raise ParlourError(
                f"the centre of the deal cannot be {centre!r}; expected the name of one card, such as '7R'"
            )
        listed = {"deal": {**deal, "centre": [centre]}}
        groups = checked_cards(DECK, listed, "deal", SEATS, HAND, ("centre",), first(CARDS))
        lay_out(state)
        for seat in range(SEATS):
            state.hands[seat] = sum(1 << card for card in groups["hands"][seat])
        state.centre = groups["centre"][0][0]

    # --- the view

    def known(self, state: State, seat: int, table: View) -> View:
        """Return the public view, extended by the seat's hand and, for the bidder, by the card put aside."""
        seats = with_hand(table.seats, seat, DECK.shown(int(state.hands[seat])))
        if state.aside < 0:
            return changed(table, seat=seat, seats=seats)
        aside, *tricks = table.centre.piles
        piles = (changed(aside, open=(DECK.name(state.aside),)), *tricks)
        return changed(table, seat=seat, seats=seats, centre=changed(table.centre, piles=piles))

    def round(self, state: State, over: bool) -> int:
        """Return the current hand's number; between two hands, the number of the hand that has just ended."""
        return int(state.rounds) + int(state.turn != NOBODY)

    def prompt(self, state: State, seat: int) -> Text:
        """Return a prompt that tells the seat what to do."""
        if state.phase == ASIDE:
            return say("You took {card} from the centre: put aside a card that is worth no points.",
                       card=Card(DECK.name(state.centre)))  # fmt: skip
        if state.phase == TRUMP:
            return say("Name the trump colour.")
        if state.phase == PLAY:
            if not state.follow:
                return say("You lead: play any card.")
            return say("Your turn: {colour} was led.", colour=COLOUR_SIGNS[colour_of(state.follow)])
        if rules.must_play(state.record):
            return say("All the others have passed: you must play, for {bid} or more.", bid=int(state.min_bid))
        if state.bid:
            return say("The bid is {bid}: bid more or pass.", bid=int(state.bid))
        return say("Bid {bid} or more, or pass.", bid=int(state.min_bid))

    def seat(self, state: State, seat: int) -> Seat:
        """Return the view of one seat, without its tricks, because partners share a pile (see `piles_of`)."""
        return Seat(
            seat=seat,
            cards=hand_count(state.record, seat),
            hand=DECK.shown(state.hands[seat]),
            score=int(state.scores[seat % TEAMS]),
            bid=self.bid(state, seat),
            team=seat % TEAMS,
            badges=self.badges(state, seat),
        )

    def badges(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the badges to show beside the player: dealer, bidder, leader."""
        named = (
            ("dealer", seat == state.dealer),
            ("bidder", seat == state.bidder and state.phase != BID),
            ("leader", seat == state.leader),
        )
        return tuple([name for name, holds in named if holds])

    def bid(self, state: State, seat: int) -> Text | None:
        """Return a seat's last bid, even if the seat has passed since; during the auction, add the pass."""
        passed, bid = bool(int(state.passed) >> seat & 1), int(state.bids[seat])
        if passed and bid and state.phase == BID:
            return say("{bid}, pass", bid=bid)
        if bid:
            return say("bid {bid}", bid=bid)
        return say("pass") if passed else None

    def centre(self, state: State) -> Centre:
        """Return the middle of the table: the current trick, or the last trick until the next card is led (R10)."""
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

    def moments(self, state: State) -> tuple[Moment, ...]:
        """Return what to announce now: the highest possible bid, or the result of the hand."""
        return moments_of(state)

    def sheet(self, state: State) -> SheetRow:
        """Return the score sheet's row for the last hand: each team's gain, and the winning bid."""
        bidders = int(state.last_bidder) % TEAMS if state.last_bidder != NOBODY else NOBODY
        cells = tuple(
            Cell(int(state.gains[team]), int(state.scores[team]), int(state.last_bid) if team == bidders else None,
                 shares=shares_of(state, team))
            for team in range(TEAMS)
        )  # fmt: skip
        return SheetRow(int(state.rounds), cells, (OUTCOME_NOTES[OUTCOMES[state.outcome]],))

    # --- the story

    def tell(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Describe in sentences what happened between two states; seat -1 is chance."""
        return super().tell(snapshot(before), snapshot(state), seat, action)

    def tell_chance(self, before: State, state: State) -> list[Text]:
        """Say who deals the hand."""
        return [say("{who} deals hand {hand}.", who=Who(int(state.dealer)), hand=int(state.rounds) + 1)]

    def tell_action(self, before: State, state: State, seat: int, action: int) -> list[Text]:
        """Say what a seat has done; if the auction or a trick has ended, also say how."""
        if before.phase == BID:
            return tell_bid(before, state, seat, action)
        if before.phase == ASIDE:
            return [say("{who} puts a card aside.", who=Who(seat))]
        if before.phase == TRUMP:
            return [say("{who} names {colour} trump.", who=Who(seat), colour=COLOUR_SIGNS[action])]
        story = [say("{who} plays {card}.", who=Who(seat), card=Card(DECK.name(action)))]
        if sum(state.won) > sum(before.won):
            story.append(say("{who} takes the trick.", who=Who(int(state.leader))))
        return story

    def tell_round(self, before: State, state: State) -> list[Text]:
        """Say how the hand has ended, and what both teams gained."""
        if state.outcome == THROWN_IN:
            return [say("All have passed: the hand is thrown in.")]
        if state.outcome != REVOKED:
            return tell_hand(state)
        who, colour = Who(int(before.turn)), COLOUR_SIGNS[colour_of(state.follow)]
        missed = say("{who} could have followed {colour}: the hand is forfeited.", who=who, colour=colour)
        return [missed, *tell_hand(state)]


TABLE = RookTable(
    hand=HAND,
    verbs={"bid": "bid", "aside": "put", "trump": "trump"},
    sections={
        "deal": "The deal",
        "bid": "The auction",
        "aside": "The centre card and the card aside",
        "trump": "Naming trump",
        "play": "Playing tricks",
        "over": "Winning",
    },
)


def colour_of(cards: int) -> int:
    """Return the colour of a set of cards that all follow the same lead."""
    return ((cards & -cards).bit_length() - 1) // VALUES


def partners(team: int) -> dict[str, Who]:
    """Return the two players of a team, as values for a sentence."""
    return {"who": Who(team), "partner": Who(team + TEAMS)}


def all_cards(state: State) -> list[int]:
    """Return every card of the state once, wherever it is."""
    cards = [card for mask in (*state.hands, *state.laid) for card in each(int(mask))]
    for card in (int(state.centre), int(state.aside)):
        cards += [card] if card >= 0 and card not in cards else []
    return cards


def why_not_bid(state: State, word: str) -> Text:
    """Say why the word isn't a legal bid (R2)."""
    least, most, bid = int(state.min_bid), int(state.max_bid), int(state.bid)
    try:
        number = int(word)
    except ValueError:
        number = -1
    if number < 0 or number % BID_STEP:
        return say("{word!r} is not a bid; expected a multiple of {step} from {least} to {most}",
                   word=word, step=BID_STEP, least=least, most=most)  # fmt: skip
    if number > most:
        return say("{number} is above the highest bid of {most}.", number=number, most=most)
    if number < least:
        return say("{number} is below the lowest bid of {least}.", number=number, least=least)
    if number <= bid:
        return say("{number} is not above the current bid of {bid}.", number=number, bid=bid)
    return say("{word!r} is not a bid; expected: {example}", word=word, example=f"bid {number}")


# --- the parts of a view


def plays(state: State, start: int, end: int) -> tuple[Play, ...]:
    """Return the cards played this hand from index `start` up to but not including `end`, with their players."""
    return tuple(
        Play((int(state.leaders[n // SEATS]) + n) % SEATS, DECK.name(state.played_cards[n])) for n in range(start, end)
    )


def taken_by(state: State, team: int) -> list[str]:
    """Return the cards in a team's tricks; they are shown only after the hand is over (R10)."""
    names: list[str] = []
    for trick in range(int(state.played) // SEATS):
        taker = state.leader if trick == HAND - 1 else state.leaders[trick + 1]
        if taker % TEAMS == team:
            names += [play.card for play in plays(state, trick * SEATS, (trick + 1) * SEATS)]
    return names


def piles_of(state: State) -> tuple[Pile, ...]:
    """Return the centre card or the card aside, and both teams' tricks, face down until the hand is over (R10)."""
    piles = [Pile(say("Centre card"), 1)] if state.phase == BID else []
    if state.aside != NO_CARD:
        known = (DECK.name(state.aside),) if state.aside >= 0 else ()
        piles.append(Pile(say("Card aside"), 1, known, int(state.bidder), face_down=True))
    for team in range(TEAMS):
        tricks = int(state.won[team]) + int(state.won[team + TEAMS])
        if tricks or state.phase == PLAY:
            seen = tuple(taken_by(state, team)) if state.turn == NOBODY else ()
            piles.append(Pile(say("Tricks: {tricks}", tricks=tricks), tricks * SEATS, seen, team))
    return tuple(piles)


def markers_of(state: State) -> tuple[Marker, ...]:
    """Return markers that show the trump colour and the colour led."""
    markers = [] if state.trump == NO_COLOUR else [Marker(say("Trump"), LETTERS[state.trump])]
    return (*markers, Marker(say("Lead"), LETTERS[colour_of(state.follow)])) if state.follow else tuple(markers)


# --- the story


def tell_bid(before: State, state: State, seat: int, action: int) -> list[Text]:
    """Say what a seat bid or that it passed, and how the auction ended."""
    if action != PASS:
        story = [say("{who} bids {bid}.", who=Who(seat), bid=action * BID_STEP)]
    elif rules.must_play(before.record):
        story = [say("{who}, the dealer, must play.", who=Who(seat))]
    else:
        story = [say("{who} passes.", who=Who(seat))]
    if state.phase == ASIDE:
        story.append(say("{who} has the bid at {bid} and takes the centre card.",
                         who=Who(int(state.bidder)), bid=int(state.bid)))  # fmt: skip
    return story


def tell_hand(state: State) -> list[Text]:
    """Say what both teams gained in the hand."""
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
