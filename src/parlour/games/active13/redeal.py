"""Active 13: what everybody can know of the cards of each seat (A8), and `hide` and `redeal` made of it.

A perfect memory at the table knows the place of every card that was shown: it is binned, in the trick, or in the
discard pile until that is shuffled. All other cards are unseen, and fall into groups: so many of them lie in one
place, and these are the cards that they can be. A group is kept for

- the draw pile: the cards that were in the discard pile when it was shuffled (at first: any card);
- the hand: OLD cards, the rest of the previous draw pile, NEW ones from the present pile, and BOUGHT ones, which
  nobody has ever seen; a player who did not follow suit has none of that suit;
- the discard pile: what was left over in hand at the end of a round (A6), as it was known then;
- the deck: cards that nobody has ever seen, the five starting cards not among them.

When a shown card can come from two groups of the hand, it is taken from the one whose cards the other one can also be:
that loses nothing. If there is no such group, the groups become one; so do leftovers of several rounds when they
are shuffled into a pile. Who keeps track of pairs of cards over a shuffle would at times know a little more.

`redeal` draws, each as likely as the others, from all placements of the unseen cards that fit all groups.
"""

from parlour.cards import HIDDEN, bit, count, first, has, lowest, rest
from parlour.game import State
from parlour.rng import Rng, below, draw, pick, shuffle
from parlour.rule import hot_rule, rule

SUITS = 4
RANKS = 13  # 2 to ace in every suit
ALL_CARDS = (1 << SUITS * RANKS) - 1
HEART = 1  # the trump suit
STARTERS = sum(1 << suit * RANKS for suit in range(SUITS)) | 1 << HEART * RANKS + 1  # the four 2s and 3♥
PLAYERS = 2

OLD, NEW, BOUGHT = range(3)  # the groups of unseen cards in a hand
HELD_GROUPS = 3
LEFT_GROUPS = 4  # groups of unseen cards in a discard pile
HAND, LEFT, DRAW = range(3)  # the places of unseen cards beside the deck
PLACES = 3


@hot_rule
def suit_of(card: int) -> int:
    """The suit of a card."""
    return int(card) // RANKS


@hot_rule
def suit_cards(suit: int) -> int:
    """All cards of a suit."""
    return first(RANKS) << (RANKS * int(suit))


# --- what everybody sees


@rule
def see_setup(state: State, seat: int) -> None:
    """The draw pile holds the starting cards and any others."""
    state.fresh[seat] = ALL_CARDS & ~STARTERS
    state.draw_may[seat] = ALL_CARDS


@rule
def see_draw(state: State, seat: int, number: int) -> None:
    """So many cards went from the draw pile to the hand."""
    state.held[seat, NEW] += number
    state.held_may[seat, NEW] = state.draw_may[seat] & ~_known(state, seat) if state.held[seat, NEW] else 0


@rule
def see_shuffle(state: State, seat: int) -> None:
    """The discard pile became the draw pile; what was drawn this round is the rest of the one before."""
    state.held[seat, OLD] = state.held[seat, NEW]
    state.held_may[seat, OLD] = state.held_may[seat, NEW]
    state.held[seat, NEW] = 0
    state.held_may[seat, NEW] = 0
    state.draw_may[seat] = state.open[seat]
    state.open[seat] = 0
    for group in range(LEFT_GROUPS):
        state.draw_may[seat] |= state.left_may[seat, group] & ~state.binned[seat]
        state.left[seat, group] = 0
        state.left_may[seat, group] = 0


@rule
def see_buy(state: State, seat: int) -> None:
    """A card came from the deck into the hand."""
    state.held[seat, BOUGHT] += 1
    state.held_may[seat, BOUGHT] = state.fresh[seat]


@hot_rule
def see_card(state: State, seat: int, card: int) -> None:
    """A card of the hand is shown: it is one card less of the group that it came from."""
    old, new, bought = state.held_may[seat, OLD], state.held_may[seat, NEW], state.held_may[seat, BOUGHT]
    state.fresh[seat] &= ~bit(card)
    groups = int(has(old, card)) | int(has(new, card)) << NEW | int(has(bought, card)) << BOUGHT
    group = lowest(groups)
    if rest(groups):
        group = _narrowest(state, seat, groups)
    state.held[seat, group] -= 1
    if state.held[seat, group] == 0:
        state.held_may[seat, group] = 0


@rule
def _narrowest(state: State, seat: int, groups: int) -> int:
    """Of groups that can all have had a card the one to take it from; they become one if none is the narrowest."""
    unseen = ~_known(state, seat)
    union, common, number = 0, ALL_CARDS, 0
    for group in range(HELD_GROUPS):
        if has(groups, group):
            union |= state.held_may[seat, group]
            common &= state.held_may[seat, group]
    for group in range(HELD_GROUPS):
        if has(groups, group) and state.held_may[seat, group] & unseen & ~common == 0:
            return group
    for group in range(HELD_GROUPS):
        if has(groups, group):
            number += int(state.held[seat, group])
            state.held[seat, group] = 0
            state.held_may[seat, group] = 0
    state.held[seat, lowest(groups)] = number
    state.held_may[seat, lowest(groups)] = union
    return lowest(groups)


@hot_rule
def see_void(state: State, seat: int, suit: int) -> None:
    """The seat did not follow: its hand has no card of that suit."""
    for group in range(HELD_GROUPS):
        state.held_may[seat, group] &= ~suit_cards(suit)


@rule
def see_leftovers(state: State, seat: int) -> None:
    """The round is over: what is left in hand goes to the discard pile, unseen (A6)."""
    for group in range(HELD_GROUPS):
        if state.held[seat, group]:
            _leave(state, seat, int(state.held[seat, group]), state.held_may[seat, group])
        state.held[seat, group] = 0
        state.held_may[seat, group] = 0


@rule
def _leave(state: State, seat: int, number: int, cards: int) -> None:
    """One more group in the discard pile; if there is no room for it, it joins the last one."""
    place = 0
    while place < LEFT_GROUPS - 1 and state.left[seat, place] and state.left_may[seat, place] != cards:
        place += 1
    state.left[seat, place] += number
    state.left_may[seat, place] |= cards


@rule
def _known(state: State, seat: int) -> int:
    """The cards of a seat that everybody can point to."""
    return state.open[seat] | state.binned[seat] | state.played[seat]  # type: ignore[no-any-return]


@rule
def hand_count(state: State, seat: int) -> int:
    """How many cards that seat holds."""
    return int(state.held[seat, OLD]) + int(state.held[seat, NEW]) + int(state.held[seat, BOUGHT])


@rule
def left_count(state: State, seat: int) -> int:
    """How many cards of the discard pile nobody has seen go there."""
    number = 0
    for group in range(LEFT_GROUPS):
        number += int(state.left[seat, group])
    return number


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
    """The own piles: which cards they hold, but no order."""
    cards = draw_cards_of(state, seat)
    elsewhere = cards | state.hands[seat] | state.discard[seat] | state.binned[seat] | state.played[seat]
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = lowest(cards)
        cards = rest(cards)
    cards = ALL_CARDS & ~elsewhere  # what is nowhere else is in the deck
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = lowest(cards)
        cards = rest(cards)


@rule
def draw_cards_of(state: State, seat: int) -> int:
    """The cards in a draw pile."""
    cards = 0
    for place in range(state.draw_size[seat]):
        cards |= bit(state.draw[seat, place])
    return cards


@rule
def deck_cards_of(state: State, seat: int) -> int:
    """The cards in a deck."""
    cards = 0
    for place in range(state.deck_size[seat]):
        cards |= bit(state.deck[seat, place])
    return cards


@rule
def _wipe(state: State, seat: int) -> None:
    """Another's hand, piles and unseen discards."""
    state.hands[seat] = 0
    state.discard[seat] = state.open[seat]
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = HIDDEN
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = HIDDEN


# --- redeal


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what the seat cannot see, every possibility being equally likely."""
    for holder in range(PLAYERS):
        if holder == seat:
            _shuffle_piles(state, holder, rng, draw_cards_of(state, holder), deck_cards_of(state, holder))
        elif state.leader >= 0:  # before the setup there is nothing to know
            _redeal_other(state, holder, rng)


@rule
def _redeal_other(state: State, seat: int, rng: Rng) -> None:
    unseen = ALL_CARDS & ~_known(state, seat)
    _set_places(state, seat, rng, unseen)
    while not (_try_deal(rng, unseen, state.fresh[seat]) and fits(state, seat, rng.given[HAND], rng.given[LEFT])):
        pass
    state.hands[seat] = rng.given[HAND]
    state.discard[seat] = state.open[seat] | rng.given[LEFT]
    deck_cards = unseen & ~(rng.given[HAND] | rng.given[LEFT] | rng.given[DRAW])
    _shuffle_piles(state, seat, rng, rng.given[DRAW], deck_cards)


@rule
def _set_places(state: State, seat: int, rng: Rng, unseen: int) -> None:
    """Each place: its room, the cards that can lie there, and among them those that can lie nowhere else."""
    rng.rooms[HAND] = hand_count(state, seat)
    rng.rooms[LEFT] = left_count(state, seat)
    rng.rooms[DRAW] = state.draw_size[seat]
    for place in range(PLACES):
        rng.groups[place] = place_may(state, seat, place) & unseen
    for place in range(PLACES):
        rng.takers[place] = rng.groups[place] & ~state.fresh[seat]
        for other in range(PLACES):
            rng.takers[place] &= ALL_CARDS if other == place else ~rng.groups[other]


@rule
def _try_deal(rng: Rng, unseen: int, fresh: int) -> bool:
    """Fill hand, leftovers and draw pile with the active cards and some fresh ones; False at the first misfit."""
    # The places are filled as if all ways were possible, and a way that is not is given up: so those that are stay
    # equally likely. That fails at the first cards, if at all: the hand, of which most is known, is filled first.
    active = unseen & ~fresh & ~(rng.takers[HAND] | rng.takers[LEFT] | rng.takers[DRAW])
    fresh &= rng.groups[HAND] | rng.groups[LEFT] | rng.groups[DRAW]
    room = 0
    for place in range(PLACES):
        rng.given[place] = rng.takers[place]
        rng.free[place] = rng.rooms[place] - count(rng.takers[place])
        room += rng.free[place]
    for place in range(PLACES):
        for _ in range(rng.free[place]):
            known = below(rng, room) < count(active)
            card = pick(rng, active if known else fresh)
            if not has(rng.groups[place], card):
                return False
            rng.given[place] |= bit(card)
            active &= ~bit(card)
            fresh &= ~bit(card)
            room -= 1
    return True


@rule
def place_may(state: State, seat: int, place: int) -> int:
    """The cards that can lie in a place."""
    if place == DRAW:
        return int(state.draw_may[seat]) if state.draw_size[seat] else 0
    cards = 0
    for group in range(HELD_GROUPS if place == HAND else LEFT_GROUPS):
        cards |= state.held_may[seat, group] if place == HAND else state.left_may[seat, group]
    return cards


@rule
def _shuffle_piles(state: State, seat: int, rng: Rng, draw_cards: int, deck_cards: int) -> None:
    """Draw pile and deck of these cards, in any order."""
    shuffle(rng, draw_cards)
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = draw(rng)
    shuffle(rng, deck_cards)
    for place in range(state.deck_size[seat]):
        state.deck[seat, place] = draw(rng)


@rule
def fits(state: State, seat: int, hand: int, left: int) -> bool:
    """Whether hand and unseen discards can be shared out to their groups.

    They can if no set of groups is too small for the cards that only these groups can have.
    """
    for groups in range(first(HELD_GROUPS)):
        cards, room = hand, 0
        for group in range(HELD_GROUPS):
            cards &= ALL_CARDS if has(groups, group) else ~state.held_may[seat, group]
            room += int(state.held[seat, group]) if has(groups, group) else 0
        if count(cards) > room:
            return False
    for groups in range(first(LEFT_GROUPS)):
        cards, room = left, 0
        for group in range(LEFT_GROUPS):
            cards &= ALL_CARDS if has(groups, group) else ~state.left_may[seat, group]
            room += int(state.left[seat, group]) if has(groups, group) else 0
        if count(cards) > room:
            return False
    return True
