"""Thirty-one — three cards, three lives: do not hold the lowest hand.

The cards are 7 to Ace in ♣ ♠ ♥ ♦; J, Q and K count 10, an Ace counts 11. Each player starts with three lives.

Deal:  each player gets three cards, but the MVP, who sits after the dealer, gets two packets of three, A and B (T1).
Look:  the MVP looks at one packet and keeps it or takes the other packet; the packet not kept is turned face up and is
       the playing deck (T2).
Turn:  the Preacher, who sits after the MVP, begins. On your turn, switch one card with the playing deck, stay, or swap
       all three cards and stay. After the first stay every other player has one more action (T3). Sixty switches
       without a stay end the round (T11).
31:    a hand of an Ace and two cards worth ten, all of one suit, ends the round at once (T4).
Count: a hand counts the cards of its best suit (T5). If points are equal, first compare the true ranks of the
       counted cards, and then the points of all three cards (T6).
Lives: the players with the lowest hand each lose a life (T7), except with 31. The first player without a life left gets
       an extra life and is the Cow. Later players without a life are out, and so is a Cow who loses (T8). If everybody
       would go out at once, nobody loses a life (T9).
End:   the last player still in wins; by option, the match ends when the first player goes out (T10).

Source: a rule text published without a name. Rulings T1 to T12 are listed in docs/sources.md.
"""

import numpy as np

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest, nth, rest
from parlour.game.fields import WIDE, card_set, choice, each_seat, listed, number, one_seat, seat_set
from parlour.game.game import MOST_ROUNDS, State
from parlour.game.options import Option
from parlour.games.thirtyone.hands import BEYOND_ALL, CARDS, POINTS_PLACE, THIRTY_ONE, completing, has_31, strength

SEATS = 6  # At most six players can sit at a table.
HAND = 3  # A hand, a packet and the playing deck have three cards each.
PACKETS = 2
PACKET_LETTERS = "AB"
MOST_LIVES = 100
MOST_SWITCHES = 10_000
NOBODY = -1

DEAL, LOOK, CHOOSE, TURN, OVER = range(5)
PHASES = ("deal", "look", "choose", "turn", "over")
KEEP, OTHER = range(2)
STAY, SWAP = HAND * HAND, HAND * HAND + 1  # Actions with lower numbers are switches.
ACTIONS = SWAP + 1
TURN_ACTIONS = (1 << ACTIONS) - 1
MVP_ACTIONS = 0b11  # The MVP first chooses packet A or B, and then to keep it or to take the other packet.
LAST_STANDING, FIRST_OUT = range(2)

OPTIONS = (
    Option("lives", 3, "Lives at the start.", 1, MOST_LIVES),
    Option("ends", "last_standing", "The last player still in wins, or the match ends when the first player is out.",
           words=("last_standing", "first_out")),
    Option("switch_limit", 60, "The round ends after this many switches without a stay.", 1, MOST_SWITCHES),
)  # fmt: skip

EACH_SEAT = each_seat(SEATS)

FIELDS = (
    card_set("hands", "the cards in each hand; after a round, the hands that were compared", EACH_SEAT, observed="own",
             place="common"),
    card_set("known", "the cards in hand that everybody knows, because they came from the playing deck", EACH_SEAT),
    card_set("partners", "known cards that did not make 31 with the two unseen cards in hand", EACH_SEAT),
    card_set("excluded", "cards that cannot be the only unseen card in hand, because they would make 31", EACH_SEAT),
    card_set("packets", "packets A and B until the MVP has chosen; only the MVP knows the packet looked at",
             listed(PACKETS), place="common"),
    card_set("playing_deck", "the cards of the playing deck, which lie face up", place="common"),
    number("rounds", "rounds played", 0, MOST_ROUNDS),
    number("switches", "switches made this round before the first stay", 0, MOST_SWITCHES, stored=np.int32),
    number("lives_left", "lives left; 0: the player is out", 0, MOST_LIVES, EACH_SEAT),
    number("points", "points of each hand in the last round; 0: no hand", 0, 31, EACH_SEAT, observed="none"),
    seat_set("still_in", "the seats that are not out", stored=WIDE),
    seat_set("cows", "the seats of Cows, which got an extra life", stored=WIDE),
    seat_set("new_cows", "the seats that became Cows in the last round", stored=WIDE, observed="none"),
    seat_set("lost", "the seats that lost a life in the last round", stored=WIDE, observed="none"),
    seat_set("stayed", "the seats that stayed this round", stored=WIDE),
    one_seat("first_stay", "the seat that stayed first this round; -1 while nobody has stayed"),
    choice("looked", "the packet that the MVP looked at", PACKET_LETTERS),
    one_seat("dealer", "the seat with the dealer token; nobody before the first deal", stored=WIDE),
    one_seat("mvp", "the seat with the MVP token", stored=WIDE),
    one_seat("preacher", "the seat with the Preacher token", stored=WIDE),
    one_seat("turn", "the seat to act; nobody between the rounds and at the end", stored=WIDE),
    seat_set("victors", "the winners once the match is over", stored=WIDE, observed="none"),
)  # fmt: skip


@rule
def start(state: State, players: int) -> None:
    """Prepare an empty state for a match, with all players in."""
    state.players = players
    state.still_in = first(players)
    for seat in range(players):
        state.lives_left[seat] = state.lives
    state.dealer = NOBODY
    state.mvp = NOBODY
    state.preacher = NOBODY
    state.turn = NOBODY
    state.first_stay = NOBODY
    state.looked = NOBODY
    state.phase = DEAL


@hot_rule
def next_in(state: State, seat: int) -> int:
    """Return the next seat clockwise that is not out (C1)."""
    seats = state.still_in
    after = seats & ~first(seat + 1)
    return lowest(after if after else seats)


# --- the deal


@rule
def lay_out(state: State) -> None:
    """Clear the cards of the last round, and move the tokens on (T1)."""
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.known[seat] = 0
        state.partners[seat] = 0
        state.excluded[seat] = 0
    state.playing_deck = 0
    state.switches = 0
    state.stayed = 0
    state.first_stay = NOBODY
    state.looked = NOBODY
    state.dealer = next_in(state, state.dealer)
    state.mvp = next_in(state, state.dealer)
    state.preacher = next_in(state, state.mvp)
    state.turn = state.mvp
    state.phase = LOOK


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal a hand to each player still in, except the MVP, who gets two packets (T2)."""
    lay_out(state)
    shuffle(rng, first(CARDS))
    for seat in range(SEATS):
        if has(state.still_in, seat) and seat != state.mvp:
            state.hands[seat] = draw_cards(rng, HAND)
    for packet in range(PACKETS):
        state.packets[packet] = draw_cards(rng, HAND)


# --- whose turn it is


@hot_rule
def actors(state: State) -> int:
    """Return the set of seats to act: the player whose turn it is, or nobody."""
    return bit(state.turn) if state.turn >= 0 else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the seat's legal actions: all actions of the phase if it is the seat's turn, otherwise none."""
    if seat != state.turn:
        return 0
    return TURN_ACTIONS if state.phase == TURN else MVP_ACTIONS


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a seat's action: the MVP looks at a packet or chooses one, or a player takes a turn."""
    if state.phase == TURN:
        _apply_turn(state, seat, action)
    elif state.phase == LOOK:
        _apply_look(state, action)
    else:
        _apply_choose(state, seat, action)


# --- choosing a packet (T2)


@hot_rule
def _apply_look(state: State, packet: int) -> None:
    state.looked = packet
    state.phase = CHOOSE


@rule
def _apply_choose(state: State, seat: int, action: int) -> None:
    """Make one packet the MVP's hand, and the other packet the playing deck."""
    looked = int(state.looked)
    kept = looked if action == KEEP else 1 - looked
    state.hands[seat] = state.packets[kept]
    state.playing_deck = state.packets[1 - kept]
    for packet in range(PACKETS):
        state.packets[packet] = 0
    state.phase = TURN
    state.turn = state.preacher
    if _somebody_has_31(state):
        _end_round(state)  # T4


@rule
def _somebody_has_31(state: State) -> bool:
    for seat in range(SEATS):
        if has(state.still_in, seat) and has_31(state.hands[seat]):
            return True
    return False


# --- turns (T3)


@hot_rule
def _apply_turn(state: State, seat: int, action: int) -> None:
    if action < STAY:
        _switch(state, seat, action)
    else:
        _stay(state, seat, action)
    following = next_in(state, seat)
    # The round ends when the last play is complete (T3), at the switch limit (T11), or with 31 (T4).
    if following == state.first_stay or state.switches == state.switch_limit or has_31(state.hands[seat]):
        _end_round(state)
    else:
        state.turn = following


@hot_rule
def hand_after(state: State, seat: int, action: int) -> int:
    """Return the hand that a seat would have after a switch."""
    hand, deck = int(state.hands[seat]), int(state.playing_deck)
    return hand ^ (bit(nth(hand, action // HAND)) | bit(nth(deck, action % HAND)))


@hot_rule
def _switch(state: State, seat: int, action: int) -> None:
    """Exchange one card of the hand with one card of the playing deck."""
    give = nth(state.hands[seat], action // HAND)
    take = nth(state.playing_deck, action % HAND)
    _remember(state, seat, give, take)
    exchanged = bit(give) | bit(take)
    state.hands[seat] ^= exchanged
    state.playing_deck ^= exchanged
    state.switches += 1 if state.first_stay == NOBODY else 0


@hot_rule
def _stay(state: State, seat: int, action: int) -> None:
    """Stay, perhaps after swapping all three cards; the first stay begins the last play."""
    if action == SWAP:
        cards = state.playing_deck
        state.playing_deck = state.hands[seat]
        state.hands[seat] = cards
        state.known[seat] = cards
        state.partners[seat] = 0
        state.excluded[seat] = 0
    state.stayed |= bit(seat)
    if state.first_stay == NOBODY:
        state.first_stay = seat


# --- the end of a round


@rule
def _end_round(state: State) -> None:
    """End the round and compare all hands; each player with the lowest hand loses a life (T7)."""
    lowest_hand, losers = BEYOND_ALL, 0
    for seat in range(SEATS):
        state.points[seat] = 0
        if has(state.still_in, seat):
            value = strength(state.hands[seat])
            state.points[seat] = value >> POINTS_PLACE
            losers = losers if value >= lowest_hand else 0
            lowest_hand = min(value, lowest_hand)
            losers |= bit(seat) if value == lowest_hand else 0
    state.lost = losers if lowest_hand >> POINTS_PLACE < THIRTY_ONE else 0  # A player with 31 loses no life.
    _lose_lives(state)
    state.rounds += 1
    state.turn = NOBODY
    state.victors = _victors(state)
    state.phase = OVER if state.victors else DEAL


@rule
def _lose_lives(state: State) -> None:
    """Take a life from each loser; the first players without a life become Cows, later losers go out (T8)."""
    at_last_life, still_in = 0, state.still_in
    for seat in range(SEATS):
        if has(state.lost, seat) and state.lives_left[seat] == 1:
            at_last_life |= bit(seat)
    state.new_cows = 0 if state.cows else at_last_life
    if state.cows and at_last_life == still_in:
        state.lost = 0  # Nobody loses a life if everybody would go out (T9).
    elif state.cows:
        state.still_in = still_in & ~at_last_life
    else:
        state.cows = at_last_life
    for seat in range(SEATS):
        if has(state.lost & ~state.new_cows, seat):
            state.lives_left[seat] -= 1


@rule
def _victors(state: State) -> int:
    """Return the winners' seats if the match is over, otherwise none (T10)."""
    still_in = state.still_in
    ended = count(still_in) < state.players if state.ends == FIRST_OUT else count(still_in) == 1
    return still_in if ended else 0


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return state.phase == OVER  # type: ignore[no-any-return]


@rule
def winners(state: State) -> int:
    """Return the seats that have won."""
    return int(state.victors)


# --- what a seat may know (T12)


@hot_rule
def _remember(state: State, seat: int, give: int, take: int) -> None:
    """Record what everybody learns from a switch: which card was taken, and which hands can't have been 31."""
    known = int(state.known[seat])
    unseen = HAND - count(known)
    if not has(known, give):
        if unseen == HAND:
            state.partners[seat] = bit(give)
        elif unseen == 2:
            state.excluded[seat] = _completing_any(give, state.partners[seat])
            state.partners[seat] = 0
        unseen -= 1
    known = known & ~bit(give) | bit(take)
    state.known[seat] = known
    if unseen == 2:
        state.partners[seat] |= known
    else:
        state.excluded[seat] = state.excluded[seat] | completing(known) if unseen == 1 else 0


@rule
def _completing_any(card: int, partners: int) -> int:
    """Return the cards that make 31 together with the given card and one card of `partners`."""
    cards = 0
    while partners:
        cards |= completing(bit(card) | bit(lowest(partners)))
        partners = rest(partners)
    return cards


@rule
def hide(state: State, seat: int) -> None:
    """Hide what this seat may not know; between rounds all hands are open."""
    if state.turn == NOBODY:
        return
    for other in range(SEATS):  # A branch would be slower, because it would be unpredictable.
        state.hands[other] &= -1 if other == seat else state.known[other]
    for packet in range(PACKETS):
        state.packets[packet] &= -1 if packet == state.looked and seat == state.mvp else 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in the cards that the seat can't see; every possibility is equally likely."""
    if state.turn != NOBODY:
        unseen = _unseen(state, seat)
        _deal_unseen(state, seat, rng, unseen)
        while not _fits(state, seat):
            _deal_unseen(state, seat, rng, unseen)


@rule
def _unseen(state: State, seat: int) -> int:
    """Return the cards whose location the seat doesn't know."""
    seen = int(state.playing_deck) | int(state.packets[0]) | int(state.packets[1])
    for other in range(SEATS):
        seen |= state.hands[other] if other == seat else state.known[other]
    return first(CARDS) & ~seen


@rule
def _deal_unseen(state: State, seat: int, rng: Rng, unseen: int) -> None:
    """Deal the unseen cards to the hands and packets that the seat can't see."""
    choosing = state.phase != TURN  # The MVP has two packets, and no hand yet.
    shuffle(rng, unseen)
    for other in range(SEATS):
        holds = has(state.still_in, other) and not (choosing and other == state.mvp)
        if holds and other != seat:
            known = state.known[other]
            state.hands[other] = known | draw_cards(rng, HAND - count(known))
    for packet in range(PACKETS):
        if choosing and (packet != state.looked or seat != state.mvp):
            state.packets[packet] = draw_cards(rng, HAND)


@rule
def _fits(state: State, seat: int) -> bool:
    """Say whether the dealt hands are possible: none of them would have ended the round earlier with 31 (T4)."""
    if state.phase != TURN:
        return True
    for other in range(SEATS):
        if has(state.still_in, other) and other != seat and _would_have_ended(state, other):
            return False
    return True


@rule
def _would_have_ended(state: State, seat: int) -> bool:
    """Say whether the seat's unseen cards would have made 31 at some time, which would have ended the round."""
    cards = int(state.hands[seat]) & ~int(state.known[seat])
    if count(cards) == HAND:
        return has_31(cards)
    if count(cards) == 2:
        return completing(cards) & int(state.partners[seat]) != 0
    return cards & int(state.excluded[seat]) != 0


@rule
def points(state: State, seat: int) -> int:
    """Return how many lives the seat has left."""
    return int(state.lives_left[seat])


def most_gain(state: State) -> int:
    """Return the maximum that a seat can gain on another in a round: one life."""
    return 1


@hot_rule
def action_key(state: State, seat: int, action: int) -> int:
    """Return a number that identifies an action's name: a switch is named after its two cards."""
    if state.phase != TURN or action >= STAY:
        return int(state.phase) * ACTIONS + action
    give, take = nth(state.hands[seat], action // HAND), nth(state.playing_deck, action % HAND)
    return len(PHASES) * ACTIONS + give * CARDS + take
