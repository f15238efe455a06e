"""Active 13 — build your thirteen cards while you play them, and be the first to win forty tricks.

Two players each have a full deck of their own. Hearts are always trumps, and aces are high.

Set up:  your first draw pile, your active thirteen, has the four 2s, 3♥ and eight of your other cards at random; your
         other 39 cards are your deck (A1). The first leader is drawn by lot or chosen; then the lead alternates (A2).
Draw:    each round begins with both players drawing five cards. When your draw pile runs out, you shuffle your discard
         pile, which becomes your draw pile (A3).
Upgrade: to upgrade, show a heart from your hand and put it on your discard pile, take the top card of your deck, and
         bin one card from your hand for good. You may repeat this; then stick. The leader goes first (A4).
Play:    follow suit if you can. The higher card of the led suit wins unless a heart trumps it. If both players play
         the same card, each gets a trick, and the same player leads again (A5).
Left:    when one player runs out of cards, the other wins a trick for each card left in hand, and lays each of them out
         as a trick. All cards played or left over go to their owner's discard pile (A6).
End:     if a player has 40 points or more at the end of a round, the higher score wins; at equal scores, play on (A7).
Known:   you know your opponent's shown cards, the sizes of all piles, and the cards in your own piles, though not
         their order (A8); see redeal.py.

Source: Active 13, a rule text published without a name. Rulings A1 to A8 are listed in docs/sources.md.
"""

from parlour.engine.rng import Rng, below, draw, draw_cards, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, has, lowest, rest
from parlour.game.cards import NO_CARD
from parlour.game.fields import card_set, each_seat, listed, number, one_card, one_seat, seat_set
from parlour.game.game import MOST_ROUNDS, State
from parlour.game.options import Option
from parlour.games.active13 import redeal as seen
from parlour.games.active13.redeal import ALL_CARDS, HEART, HELD_GROUPS, PLAYERS, STARTERS, suit_cards, suit_of
from parlour.games.kit.tricks import following

DEAL, UPGRADE, BIN, PLAY, OVER = range(5)
PHASES = ("deal", "upgrade", "bin", "play", "over")

STARTER_COUNT = 5
STICK = 52  # Sticking is the only action that isn't a card.
ACTIONS = STICK + 1
NOBODY = -1
MOST_ACTIVE = 52
MOST_HAND = 13
MOST_DECK = 47

LOT = "lot"  # With this choice, the first leader is drawn by lot.

OPTIONS = (
    Option("target", 40, "Points that end the match.", 1, 400),
    Option("hand_size", 5, "Cards drawn for each round.", 1, MOST_HAND),
    Option("start_cards", 8, "Random cards that each player starts with, besides the four 2s and 3♥.",
           0, MOST_DECK, not_below="hand_size", slack=STARTER_COUNT),
    Option("first_leader", LOT, "Who leads the first round: a player drawn by lot, or one of the two seats.",
           words=(LOT, "first_seat", "second_seat")),
)  # fmt: skip

EACH_SEAT = each_seat(PLAYERS)
MOST_SCORE = 1_000_000

FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="separate"),
    card_set("discard", "the cards in each discard pile; everybody saw them go there", EACH_SEAT, place="separate"),
    card_set("binned", "the binned cards, which are out of the match", EACH_SEAT, place="separate"),
    card_set("played", "cards played this round", EACH_SEAT, place="separate"),
    card_set("fresh", "fresh cards, which nobody can have seen; the whole deck is fresh", EACH_SEAT),
    card_set("draw_may", "the cards that the present draw pile could contain when it was shuffled", EACH_SEAT),
    card_set("void", "all cards of the suits that the seat failed to follow this round", EACH_SEAT, observed="none"),
    number("scores", "points in the match so far", 0, MOST_SCORE, EACH_SEAT),
    number("gains", "points gained in the last round", 0, 2 * MOST_HAND, EACH_SEAT, observed="none"),
    number("rounds", "rounds played", 0, MOST_ROUNDS),
    one_card("draw", "each draw pile, top card last", EACH_SEAT, listed(MOST_ACTIVE), observed="none",
             place="separate"),
    one_card("deck", "each deck, top card last", EACH_SEAT, listed(MOST_DECK), observed="none", place="separate"),
    number("draw_size", "how many cards each draw pile has", 0, MOST_ACTIVE, EACH_SEAT),
    number("deck_size", "how many cards each deck has", 0, MOST_DECK, EACH_SEAT),
    number("held", "how many cards of the hand came from the present draw pile, and how many did not", 0, MOST_HAND,
           EACH_SEAT, listed(HELD_GROUPS), observed="none"),
    number("won", "tricks won this round", 0, 2 * MOST_HAND, EACH_SEAT),
    one_card("tricks", "the card of each seat in each finished trick, until somebody acts in the next round; a card "
             "left over is a trick to which the other seat played no card", EACH_SEAT, listed(MOST_HAND),
             observed="none"),
    one_card("led", "the card led to the current trick"),
    one_seat("leader", "the seat that leads this round; nobody before the setup"),
    one_seat("turn", "the seat to act, or the seat whose discard pile is shuffled"),
    seat_set("victors", "the winner once the match is over", observed="none"),
)  # fmt: skip


# --- chance: the setup, and shuffling a discard pile


@rule
def start(state: State, players: int) -> None:
    """Prepare an empty state for the setup of a match."""
    state.players = players
    state.phase = DEAL
    state.leader = NOBODY
    state.turn = NOBODY
    for seat in range(PLAYERS):
        for place in range(MOST_ACTIVE):
            state.draw[seat, place] = NO_CARD
        for place in range(MOST_DECK):
            state.deck[seat, place] = NO_CARD
    _clear_tricks(state)
    _clear_table(state)


@rule
def deal(state: State, rng: Rng) -> None:
    """Set up the match (A1, A2), or shuffle a discard pile (A3)."""
    if state.leader == NOBODY:
        state.leader = state.first_leader - 1 if state.first_leader else below(rng, PLAYERS)  # A2
        for seat in range(PLAYERS):
            _set_up(state, seat, rng)
        begin_match(state)
    else:
        seat = int(state.turn)
        _fill_draw_pile(state, seat, rng, state.discard[seat])
        take_up_discard(state, seat)


def first_leaders(state: State) -> tuple[int, ...]:
    """Return the seats that can lead the first round (A2)."""
    chosen = int(state.first_leader) - 1
    return tuple(range(PLAYERS)) if chosen < 0 else (chosen,)


@rule
def _set_up(state: State, seat: int, rng: Rng) -> None:
    shuffle(rng, ALL_CARDS & ~STARTERS)
    active = STARTERS | draw_cards(rng, state.start_cards)
    state.deck_size[seat] = rng.left
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = draw(rng)
    _fill_draw_pile(state, seat, rng, active)


@rule
def _fill_draw_pile(state: State, seat: int, rng: Rng, cards: int) -> None:
    shuffle(rng, cards)
    state.draw_size[seat] = rng.left
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = draw(rng)


@rule
def begin_match(state: State) -> None:
    """Begin the first round, once both draw piles, both decks and the leader are set."""
    for seat in range(PLAYERS):
        seen.see_setup(state, seat)
    _begin_round(state)


@rule
def take_up_discard(state: State, seat: int) -> None:
    """Make the shuffled discard pile the draw pile, and draw the missing cards from it."""
    seen.see_shuffle(state, seat)
    state.discard[seat] = 0
    _draw_hand(state, seat)
    _await(state)


@rule
def _begin_round(state: State) -> None:
    for seat in range(PLAYERS):
        _draw_hand(state, seat)
    _await(state)


@rule
def _draw_hand(state: State, seat: int) -> None:
    """Fill up the hand from the draw pile, as far as its cards go (A3)."""
    size = int(state.draw_size[seat])
    end = max(size - _missing(state, seat), 0)
    for place in range(end, size):
        state.hands[seat] |= bit(state.draw[seat, place])
        state.draw[seat, place] = NO_CARD
    state.draw_size[seat] = end
    seen.see_draw(state, seat, size - end)


@rule
def _missing(state: State, seat: int) -> int:
    """Return how many cards the seat still has to draw."""
    return int(state.hand_size) - count(state.hands[seat])


@rule
def _await(state: State) -> None:
    """Wait for chance if a discard pile has to be shuffled, or otherwise for the leader, who may upgrade."""
    state.phase = UPGRADE
    state.turn = state.leader
    for seat in range(PLAYERS - 1, -1, -1):
        if _missing(state, seat) > 0 and state.discard[seat]:
            state.phase = DEAL
            state.turn = seat


# --- whose turn, and what for


@hot_rule
def actors(state: State) -> int:
    """Return the set of seats to act: the player whose turn it is, or nobody."""
    return bit(state.turn) if UPGRADE <= state.phase <= PLAY else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the seat's legal actions: the cards that it may spend, bin or play, and perhaps STICK."""
    if not has(actors(state), seat):
        return 0
    if state.phase == PLAY:
        return _legal_play(state, seat)
    return _legal_upgrade(state, seat) if state.phase == UPGRADE else int(state.hands[seat])


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a seat's action: spend a heart, bin a card, play a card, or stick."""
    if state.phase == UPGRADE and not (state.tricks[0, 0] == state.tricks[1, 0] == NO_CARD):
        _clear_table(state)
    if state.phase == PLAY:
        _apply_play(state, seat, action)
    elif state.phase == BIN:
        _apply_bin(state, seat, action)
    elif action == STICK:
        _apply_stick(state, seat)
    else:
        _apply_spend(state, seat, action)


# --- upgrades (A4)


@hot_rule
def _legal_upgrade(state: State, seat: int) -> int:
    """Return STICK and, if there is a card to buy, the hearts in hand."""
    hearts = int(state.hands[seat]) & suit_cards(HEART) if state.deck_size[seat] else 0
    return hearts | bit(STICK)


@rule
def _apply_spend(state: State, seat: int, card: int) -> None:
    """Move the heart to the discard pile, and the top card of the deck into the hand."""
    seen.see_card(state, seat, card)
    state.discard[seat] |= bit(card)
    size = int(state.deck_size[seat]) - 1
    bought = int(state.deck[seat, size])
    state.hands[seat] = (state.hands[seat] & ~bit(card)) | bit(bought)
    state.deck[seat, size] = NO_CARD
    state.deck_size[seat] = size
    seen.see_buy(state, seat)
    state.phase = BIN


@rule
def _apply_bin(state: State, seat: int, card: int) -> None:
    seen.see_card(state, seat, card)
    state.hands[seat] &= ~bit(card)
    state.binned[seat] |= bit(card)
    state.phase = UPGRADE


@rule
def _apply_stick(state: State, seat: int) -> None:
    """End a seat's upgrades; after the leader the other player may upgrade, and then the tricks begin."""
    state.turn = 1 - seat
    if seat != state.leader:
        state.phase = PLAY
        _end_round_if_out(state)  # A hand may be empty before the first trick (A6).


# --- tricks (A5, A6)


@hot_rule
def _legal_play(state: State, seat: int) -> int:
    hand = int(state.hands[seat])
    return hand if state.led == NO_CARD else playable(hand, int(state.led))


@hot_rule
def playable(hand: int, led: int) -> int:
    """Return the cards of a hand that may be played to the card led: follow suit if you can (A5)."""
    return following(hand, suit_cards(suit_of(led)))


@hot_rule
def _apply_play(state: State, seat: int, card: int) -> None:
    seen.see_card(state, seat, card)
    state.hands[seat] &= ~bit(card)
    state.played[seat] |= bit(card)
    if state.led == NO_CARD:
        state.led = card
        state.turn = 1 - seat
    else:
        if suit_of(card) != suit_of(state.led):
            seen.see_void(state, seat, suit_of(state.led))
        _finish_trick(state, seat, card)


@hot_rule
def beats(card: int, led: int) -> bool:
    """Say whether the second card of a trick beats the card led."""
    suit, lead = suit_of(card), suit_of(led)
    return card > led if suit == lead else suit == HEART


@hot_rule
def _finish_trick(state: State, seat: int, card: int) -> None:
    """Give the trick to its winner, who leads next; if both cards are the same, each player gets a trick (A5)."""
    leader, led = 1 - seat, int(state.led)
    wins = beats(card, led)
    state.won[seat] += 1 if wins or card == led else 0
    state.won[leader] += 0 if wins else 1
    state.turn = seat if wins else leader
    place = played_tricks(state)
    state.tricks[seat, place] = card
    state.tricks[leader, place] = led
    state.led = NO_CARD
    _end_round_if_out(state)


@hot_rule
def played_tricks(state: State) -> int:
    """Return how many tricks of two cards are on the table; tricks of one leftover card come after them (A6)."""
    number = 0
    while number < MOST_HAND and state.tricks[0, number] != NO_CARD and state.tricks[1, number] != NO_CARD:
        number += 1
    return number


@hot_rule
def trick_leader(state: State, place: int) -> int:
    """Return who led to a trick on the table: the winner of the previous trick or, after a draw, its leader (A5)."""
    leader = int(state.leader) if state.phase == PLAY or state.phase == OVER else 1 - int(state.leader)  # A2
    for before in range(place):
        if beats(state.tricks[1 - leader, before], state.tricks[leader, before]):
            leader = 1 - leader
    return leader


@hot_rule
def _end_round_if_out(state: State) -> None:
    """End the round as soon as one player has no cards left (A6)."""
    if state.hands[0] == 0 or state.hands[1] == 0:
        _end_round(state)


# --- the end of a round and of the match


@rule
def _end_round(state: State) -> None:
    for seat in range(PLAYERS):
        state.gains[seat] = int(state.won[seat]) + count(state.hands[seat])  # A6
        state.scores[seat] += state.gains[seat]
        _lay_out(state, seat)
        _lay_down(state, seat)
    _clear_tricks(state)
    state.rounds += 1
    state.victors = _victors(state)
    if state.victors:
        state.phase = OVER
    else:
        state.leader = 1 - state.leader  # A2
        _begin_round(state)


@rule
def _lay_out(state: State, seat: int) -> None:
    """Lay out each card left over as a trick of one card (A6)."""
    cards, place = int(state.hands[seat]), played_tricks(state)
    while cards:
        state.tricks[seat, place] = lowest(cards)
        cards = rest(cards)
        place += 1


@rule
def _lay_down(state: State, seat: int) -> None:
    """Put a seat's played and leftover cards on its discard pile (A6)."""
    seen.see_leftovers(state, seat)
    state.discard[seat] |= state.played[seat] | state.hands[seat]
    state.played[seat] = 0
    state.hands[seat] = 0


@rule
def _clear_tricks(state: State) -> None:
    for seat in range(PLAYERS):
        state.won[seat] = 0
    state.led = NO_CARD


@rule
def _clear_table(state: State) -> None:
    """Clear the last round's tricks from the table."""
    for seat in range(PLAYERS):
        for place in range(MOST_HAND):
            state.tricks[seat, place] = NO_CARD


@rule
def _victors(state: State) -> int:
    """Return the seat with the higher score if it has reached the target; while scores are equal, nobody wins (A7)."""
    best = 1 if state.scores[1] > state.scores[0] else 0
    ended = state.scores[best] >= state.target and state.scores[0] != state.scores[1]
    return bit(best) if ended else 0


@rule
def over(state: State) -> bool:
    """Return whether the match is over."""
    return state.phase == OVER  # type: ignore[no-any-return]


@rule
def winners(state: State) -> int:
    """Return the winner's seat as a set, which is empty until the match is over."""
    return int(state.victors)


@rule
def points(state: State, seat: int) -> int:
    """Return the points that a seat has scored in the match."""
    return int(state.scores[seat])


def most_gain(state: State) -> int:
    """Return a number that no seat's tricks in a round can exceed: twice the size of a hand."""
    return 2 * int(state.hand_size)
