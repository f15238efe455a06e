"""Active 13: what everybody can know of each seat's cards (A8), and `hide` and `redeal`, which are built on it.

Everybody knows the discard pile, the bin and the table. All other cards of a seat are unseen:

- the draw pile has cards of the discard pile that was shuffled last; before the first shuffle any cards, including the
  five starting cards;
- the hand has cards of the present draw pile (NEW), and others (OTHER): the rest of the previous draw pile, and bought
  ones. A player who did not follow suit has none of that suit;
- the deck has cards that nobody has ever seen (fresh ones), without the starting cards.

At the end of a round nobody has cards in hand, and all of them were seen. So a shuffled pile has no fresh cards, and
only before the first shuffle could a shown card be either NEW or OTHER. It is counted as OTHER, because the cards that
remain can then be any.

`redeal` draws from all placements of the unseen cards, all equally likely.
"""

from parlour.engine.rng import Rng, below, draw, draw_cards, pick, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest, rest
from parlour.game.cards import HIDDEN
from parlour.game.game import State

SUITS = 4
RANKS = 13  # 2 to ace in every suit
ALL_CARDS = (1 << SUITS * RANKS) - 1
HEART = 1  # the trump suit
STARTERS = sum(1 << suit * RANKS for suit in range(SUITS)) | 1 << HEART * RANKS + 1  # the four 2s and 3♥
PLAYERS = 2

NEW, OTHER = range(2)  # the groups of cards in a hand
HELD_GROUPS = 2


@hot_rule
def suit_of(card: int) -> int:
    """Return the suit of a card."""
    return int(card) // RANKS


@hot_rule
def suit_cards(suit: int) -> int:
    """Return all cards of a suit."""
    return first(RANKS) << (RANKS * int(suit))


# --- what everybody sees


@rule
def see_setup(state: State, seat: int) -> None:
    """Note that the draw pile holds the starting cards and any others."""
    state.fresh[seat] = ALL_CARDS & ~STARTERS
    state.draw_may[seat] = ALL_CARDS


@rule
def see_draw(state: State, seat: int, number: int) -> None:
    """Note that `number` cards went from the draw pile to the hand."""
    state.held[seat, NEW] += number


@rule
def see_shuffle(state: State, seat: int) -> None:
    """Note that the discard pile becomes the draw pile; cards drawn this round are the rest of the one before."""
    state.held[seat, OTHER] += state.held[seat, NEW]
    state.held[seat, NEW] = 0
    state.draw_may[seat] = state.discard[seat]


@rule
def see_buy(state: State, seat: int) -> None:
    """Note that a card came from the deck into the hand."""
    state.held[seat, OTHER] += 1


@hot_rule
def see_card(state: State, seat: int, card: int) -> None:
    """Note that a card of the hand is shown: its group has one card less."""
    others = state.fresh[seat] | ~state.draw_may[seat]
    group = OTHER if state.held[seat, OTHER] and has(others, card) else NEW
    state.held[seat, group] -= 1
    state.fresh[seat] &= ~bit(card)


@hot_rule
def see_void(state: State, seat: int, suit: int) -> None:
    """Note that the seat did not follow: its hand has no card of the suit."""
    state.void[seat] |= suit_cards(suit)


@rule
def see_leftovers(state: State, seat: int) -> None:
    """Note the end of a round: what is left in hand is laid out (A6)."""
    state.fresh[seat] &= ~state.hands[seat]
    state.void[seat] = 0
    for group in range(HELD_GROUPS):
        state.held[seat, group] = 0


@hot_rule
def hand_count(state: State, seat: int) -> int:
    """Return how many cards that seat holds."""
    return int(state.held[seat, NEW]) + int(state.held[seat, OTHER])


@hot_rule
def unseen_cards(state: State, seat: int) -> int:
    """Return a seat's cards in its hand, draw pile and deck."""
    return int(ALL_CARDS & ~(state.discard[seat] | state.binned[seat] | state.played[seat]))


@hot_rule
def held_cards(state: State, seat: int) -> int:
    """Return what a seat's cards in hand can be, as far as everybody else knows."""
    cards = 0
    if state.held[seat, NEW]:
        cards |= state.draw_may[seat]
    if state.held[seat, OTHER]:
        cards |= _other_cards(state, seat)
    return int(cards & unseen_cards(state, seat) & ~state.void[seat])


@hot_rule
def _other_cards(state: State, seat: int) -> int:
    """Return what the OTHER cards of a hand can be: all that are nowhere else, and fresh ones if these are too few."""
    cards = unseen_cards(state, seat) & ~(state.fresh[seat] | state.draw_may[seat])
    return int(cards if count(cards) == state.held[seat, OTHER] else cards | state.fresh[seat])


# --- hide


@rule
def hide(state: State, seat: int) -> None:
    """Leave only what this seat (-1: a spectator) may know."""
    for holder in range(PLAYERS):
        if holder == seat:
            _sort(state, holder)
        else:
            _wipe(state, holder)


@rule
def _sort(state: State, seat: int) -> None:
    """Sort the seat's own piles: it knows their cards, but not their order."""
    cards = draw_cards_of(state, seat)
    deck = unseen_cards(state, seat) & ~(cards | state.hands[seat])  # what is nowhere else is in the deck
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = lowest(cards)
        cards = rest(cards)
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = lowest(deck)
        deck = rest(deck)


@rule
def draw_cards_of(state: State, seat: int) -> int:
    """Return the cards in a draw pile."""
    cards = 0
    for place in range(state.draw_size[seat]):
        cards |= bit(state.draw[seat, place])
    return cards


@rule
def deck_cards_of(state: State, seat: int) -> int:
    """Return the cards in a deck."""
    cards = 0
    for place in range(state.deck_size[seat]):
        cards |= bit(state.deck[seat, place])
    return cards


@rule
def _wipe(state: State, seat: int) -> None:
    """Wipe another seat's hand, draw pile and deck."""
    state.hands[seat] = 0
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = HIDDEN
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = HIDDEN


# --- redeal


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what the seat can't see; every possibility is equally likely."""
    for holder in range(PLAYERS):
        if holder == seat:
            _shuffle_piles(state, holder, rng, draw_cards_of(state, holder), deck_cards_of(state, holder))
        elif state.leader >= 0 and state.draw_may[holder] & state.fresh[holder]:
            _redeal_first_pile(state, holder, rng)
        elif state.leader >= 0:  # before the setup there is nothing to know
            _redeal_shuffled_pile(state, holder, rng)


@rule
def _redeal_shuffled_pile(state: State, seat: int, rng: Rng) -> None:
    """Redeal after a shuffle: only fresh cards can have come from the deck, and none from the draw pile."""
    unseen, fresh = unseen_cards(state, seat), int(state.fresh[seat])
    pile = unseen & int(state.draw_may[seat])
    new = _some(rng, pile & ~state.void[seat], state.held[seat, NEW])
    others = unseen & ~(fresh | pile)
    others |= _some(rng, fresh & ~state.void[seat], state.held[seat, OTHER] - count(others))
    state.hands[seat] = new | others
    _shuffle_piles(state, seat, rng, pile & ~new, fresh & ~others)


@rule
def _redeal_first_pile(state: State, seat: int, rng: Rng) -> None:
    """Redeal before the first shuffle: any card can have come from the draw pile, but a bought card was fresh."""
    fresh, starters = int(state.fresh[seat]), unseen_cards(state, seat) & ~state.fresh[seat]
    hand = _some_hand(state, seat, rng, starters, fresh)
    while hand & state.void[seat] or count(hand & starters) > state.held[seat, NEW]:
        hand = _some_hand(state, seat, rng, starters, fresh)
    state.hands[seat] = hand
    pile = starters & ~hand
    pile |= _some(rng, fresh & ~hand, state.draw_size[seat] - count(pile))
    _shuffle_piles(state, seat, rng, pile, fresh & ~(hand | pile))


@rule
def _some_hand(state: State, seat: int, rng: Rng, starters: int, fresh: int) -> int:
    """Draw a hand as if all were possible, with the starting cards in it or the draw pile; stop at a misfit."""
    size, hand = hand_count(state, seat), 0
    room = size + int(state.draw_size[seat])
    for place in range(size):
        known = below(rng, room - place) < count(starters)
        card = bit(pick(rng, starters if known else fresh))
        hand |= card
        starters &= ~card
        fresh &= ~card
        if card & state.void[seat]:
            break
    return hand


@rule
def _some(rng: Rng, cards: int, number: int) -> int:
    """Pick this number of cards."""
    shuffle(rng, cards)
    return int(draw_cards(rng, number))


@rule
def _shuffle_piles(state: State, seat: int, rng: Rng, pile: int, deck: int) -> None:
    """Make the draw pile and the deck from these cards, in random order."""
    shuffle(rng, pile)
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = draw(rng)
    shuffle(rng, deck)
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = draw(rng)
