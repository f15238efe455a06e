"""What everybody can know about each seat's cards in Active 13 (A8); `hide` and `redeal` are built on it.

Both players know the discard piles, the bins and the table. All other cards of a seat are unseen:

- The draw pile contains cards of the discard pile that was shuffled last. Before the first shuffle it can contain any
  card, and it contains all starting cards that aren't in the hand.
- The hand contains cards drawn from the present draw pile (NEW) and others (OTHER): the rest of the previous draw pile,
  and bought cards. A player who did not follow suit has no card of that suit.
- The deck contains only fresh cards, which nobody has ever seen and which aren't starting cards.

At the end of a round all cards that were in the hands have been seen. So a shuffled pile contains no fresh cards, and
only before the first shuffle can it be unclear whether a card that is shown was NEW or OTHER. It is then counted as
OTHER, which leaves all possibilities open for the remaining cards.

`redeal` chooses one of all possible arrangements of the unseen cards; all are equally likely.
"""

from parlour.engine.rng import Rng, below, draw, draw_cards, pick, shuffle
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest, rest
from parlour.game.cards import HIDDEN
from parlour.game.game import State

SUITS = 4
RANKS = 13  # Every suit has the ranks from 2 to ace.
ALL_CARDS = (1 << SUITS * RANKS) - 1
HEART = 1  # Hearts, the second suit, are always trumps.
STARTERS = sum(1 << suit * RANKS for suit in range(SUITS)) | 1 << HEART * RANKS + 1  # The four 2s and 3♥.
PLAYERS = 2

NEW, OTHER = range(2)  # A hand has cards of the present draw pile and other cards.
HELD_GROUPS = 2


@hot_rule
def suit_of(card: int) -> int:
    """Return the suit of a card."""
    return int(card) // RANKS


@hot_rule
def suit_cards(suit: int) -> int:
    """Return all cards of a suit."""
    return first(RANKS) << (RANKS * int(suit))


# --- what both players see


@rule
def see_setup(state: State, seat: int) -> None:
    """Record that the draw pile contains the starting cards and may contain any other card."""
    state.fresh[seat] = ALL_CARDS & ~STARTERS
    state.draw_may[seat] = ALL_CARDS


@rule
def see_draw(state: State, seat: int, number: int) -> None:
    """Record that the seat drew this number of cards from its draw pile."""
    state.held[seat, NEW] += number


@rule
def see_shuffle(state: State, seat: int) -> None:
    """Record a shuffle: the discard pile is now the draw pile, so cards already drawn belong to the group OTHER."""
    state.held[seat, OTHER] += state.held[seat, NEW]
    state.held[seat, NEW] = 0
    state.draw_may[seat] = state.discard[seat]


@rule
def see_buy(state: State, seat: int) -> None:
    """Record that the seat took a card from the deck into its hand."""
    state.held[seat, OTHER] += 1


@hot_rule
def see_card(state: State, seat: int, card: int) -> None:
    """Record that the seat showed a card from its hand: the card's group (NEW or OTHER) loses one card."""
    others = state.fresh[seat] | ~state.draw_may[seat]
    group = OTHER if state.held[seat, OTHER] and has(others, card) else NEW
    state.held[seat, group] -= 1
    state.fresh[seat] &= ~bit(card)


@hot_rule
def see_void(state: State, seat: int, suit: int) -> None:
    """Record that the seat did not follow suit, and therefore has no card of that suit."""
    state.void[seat] |= suit_cards(suit)


@rule
def see_leftovers(state: State, seat: int) -> None:
    """Record that at the end of a round the seat lays out the cards left in its hand (A6)."""
    state.fresh[seat] &= ~state.hands[seat]
    state.void[seat] = 0
    for group in range(HELD_GROUPS):
        state.held[seat, group] = 0


@hot_rule
def hand_count(state: State, seat: int) -> int:
    """Return how many cards the seat has in hand."""
    return int(state.held[seat, NEW]) + int(state.held[seat, OTHER])


@hot_rule
def unseen_cards(state: State, seat: int) -> int:
    """Return the cards in a seat's hand, draw pile and deck, taken together."""
    return int(ALL_CARDS & ~(state.discard[seat] | state.binned[seat] | state.played[seat]))


@hot_rule
def held_cards(state: State, seat: int) -> int:
    """Return the cards that a seat's hand can contain, as far as the opponent knows."""
    cards = 0
    if state.held[seat, NEW]:
        cards |= state.draw_may[seat]
    if state.held[seat, OTHER]:
        cards |= _other_cards(state, seat)
    return int(cards & unseen_cards(state, seat) & ~state.void[seat])


@hot_rule
def _other_cards(state: State, seat: int) -> int:
    """Return what a hand's OTHER cards can be: cards that must be in the hand, and fresh cards if those are too few."""
    cards = unseen_cards(state, seat) & ~(state.fresh[seat] | state.draw_may[seat])
    return int(cards if count(cards) == state.held[seat, OTHER] else cards | state.fresh[seat])


# --- hide


@rule
def hide(state: State, seat: int) -> None:
    """Hide everything that this seat may not know; seat -1 is a spectator."""
    for holder in range(PLAYERS):
        if holder == seat:
            _sort(state, holder)
        else:
            _wipe(state, holder)


@rule
def _sort(state: State, seat: int) -> None:
    """Sort the seat's own draw pile and deck, because the seat knows their cards but not their order."""
    cards = draw_cards_of(state, seat)
    deck = unseen_cards(state, seat) & ~(cards | state.hands[seat])  # All other cards are in the deck.
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = lowest(cards)
        cards = rest(cards)
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = lowest(deck)
        deck = rest(deck)


@rule
def draw_cards_of(state: State, seat: int) -> int:
    """Return the set of cards in a seat's draw pile."""
    cards = 0
    for place in range(state.draw_size[seat]):
        cards |= bit(state.draw[seat, place])
    return cards


@rule
def deck_cards_of(state: State, seat: int) -> int:
    """Return the set of cards in a seat's deck."""
    cards = 0
    for place in range(state.deck_size[seat]):
        cards |= bit(state.deck[seat, place])
    return cards


@rule
def _wipe(state: State, seat: int) -> None:
    """Hide a seat's hand, draw pile and deck."""
    state.hands[seat] = 0
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = HIDDEN
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = HIDDEN


# --- redeal


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in the cards that the seat can't see; every possibility is equally likely."""
    for holder in range(PLAYERS):
        if holder == seat:
            _shuffle_piles(state, holder, rng, draw_cards_of(state, holder), deck_cards_of(state, holder))
        elif state.leader >= 0 and state.draw_may[holder] & state.fresh[holder]:
            _redeal_first_pile(state, holder, rng)
        elif state.leader >= 0:  # Before the setup there are no cards to fill in.
            _redeal_shuffled_pile(state, holder, rng)


@rule
def _redeal_shuffled_pile(state: State, seat: int, rng: Rng) -> None:
    """Redeal after a shuffle, when every card from the deck is fresh and no card from the draw pile is."""
    unseen, fresh = unseen_cards(state, seat), int(state.fresh[seat])
    pile = unseen & int(state.draw_may[seat])
    new = _some(rng, pile & ~state.void[seat], state.held[seat, NEW])
    others = unseen & ~(fresh | pile)
    others |= _some(rng, fresh & ~state.void[seat], state.held[seat, OTHER] - count(others))
    state.hands[seat] = new | others
    _shuffle_piles(state, seat, rng, pile & ~new, fresh & ~others)


@rule
def _redeal_first_pile(state: State, seat: int, rng: Rng) -> None:
    """Redeal before the first shuffle, when the draw pile may have held any card, but every bought card was fresh."""
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
    """Draw a hand, and leave the other starting cards in the draw pile; stop at a card that the hand can't have."""
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
    """Pick the given number of these cards at random."""
    shuffle(rng, cards)
    return int(draw_cards(rng, number))


@rule
def _shuffle_piles(state: State, seat: int, rng: Rng, pile: int, deck: int) -> None:
    """Put these cards into the draw pile and the deck, in random order."""
    shuffle(rng, pile)
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = draw(rng)
    shuffle(rng, deck)
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = draw(rng)
