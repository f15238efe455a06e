"""Kod-7 — promise with one of your own cards how many tricks you will win, and make the others fail.

The cards have the values 0 to 7 in ♠ ♥ ♣ ♦ ✿; there are ten stars ★ and one Interrobang ‽. The number of players
decides which of them are used (K1). Each player gets seven cards.

Estimate: all players secretly choose a card, but not ‽ (K2). Its value is the number of tricks promised. If the
          sum is 7, everybody chooses another card; at the third attempt any sum stands (K3, K4).
Leader:   the player of the highest card that isn't a star leads, and its suit is the exception suit. In a tie, the
          holder of ‽ shows it and chooses a tied player; if nobody holds ‽, lots are drawn (K5, K6). If all cards
          are stars, the highest star leads and its player names the suit; tied players first announce a suit each.
Play:     follow the lead suit if you can, but stars and ‽ may always be played (K7). The first card that is
          neither a star nor ‽ sets the lead suit (K8).
Trick:    the highest exception card wins, else ‽, else the highest card of the lead suit. Stars belong to the
          lead suit, just below its card of the same value (K9 to K11).
Score:    players who fail lose the difference, and the sum of all losses is the basket. Players who succeed score
          2 + the basket + 1 for each trick.
End:      after seven or more rounds, a player who alone has the highest score wins if they hit their last estimate.
Two:      with two players, a Dummy with a pile of ten cards is the third player, and wants two tricks (K12 to K17).

Source: Kod-7, a game by Salomon Brys. Rulings K1 to K17 are listed in docs/sources.md.
"""

from parlour.engine.rng import Rng, pick
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has, lowest
from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.games.sevens import redeal as sevens_redeal
from parlour.games.sevens import rules as sevens
from parlour.games.sevens.rules import DUMMY, INTERROBANG_SET, SPECIAL, VALUES, suit_of, value_of

DEAL, ESTIMATE, SUIT, LEAD, DRAW, PLAY, OVER = range(7)
PHASES = ("deal", "estimate", "suit", "lead", "draw", "play", "over")
OPTIONS = sevens.options("estimate", "The number of attempts; on the last attempt any sum is accepted.")

# The stars 0 0 1 1 2 2 3 4 5 6 are cards 40 to 49. For 3, 4, 5 and 6 players, K1 says which are in play.
STARS_FOR = (0b1111010101, 0b0111110101, 0b0011111101, 0b0001111111)
TWINS = 0b010101 << SPECIAL  # the first star of each equal pair


@rule
def deck(state: State) -> int:
    """Return the cards in play for this number of players; two players use the deck for three (K1, K12)."""
    places = sevens.places(state)
    return first(VALUES * (places - 1)) | STARS_FOR[places - 3] << SPECIAL | INTERROBANG_SET


@rule
def suits(state: State) -> int:
    """Return the suits in play."""
    return first(sevens.places(state) - 1)


@rule
def start(state: State, players: int) -> None:
    """Begin a match."""
    sevens.begin(state, players)
    state.phase = DEAL


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal a hand to every player, or draw a first leader from the tied players (K6)."""
    if state.phase == DRAW:
        choose_leader(state, pick(rng, state.tied))
    else:
        sevens.deal(state, rng, deck(state))
        _line_up_twins(state)  # a record can't tell equal stars apart, so put them in a fixed order
        state.phase = ESTIMATE


@hot_rule
def actors(state: State) -> int:
    """Return the seats that still have to choose, or the seat whose turn it is."""
    if state.phase == ESTIMATE:
        return sevens.undecided(state, first(state.players))
    if state.phase == SUIT:
        return sevens.undecided(state, state.tied)
    return bit(state.turn) if state.phase == PLAY or state.phase == LEAD else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the cards, suits or seats that the seat may choose."""
    if not has(actors(state), seat):
        return 0
    if state.phase == PLAY:
        return _by_name(sevens.playable(state, state.hands[seat]))
    if state.phase == ESTIMATE:
        return _by_name(_estimates(state, seat))
    return suits(state) if state.phase == SUIT else state.tied


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Choose or play a card, announce a suit, or choose a leader."""
    if state.phase == PLAY:
        _apply_play(state, seat, action)
    elif state.phase == ESTIMATE:
        _apply_estimate(state, seat, action)
    elif state.phase == SUIT:
        _apply_suit(state, seat, action)
    else:
        choose_leader(state, action)


# --- equal stars: both are the same action, so nobody can tell which of the two was meant


@hot_rule
def _by_name(cards: int) -> int:
    """Return the actions for these cards; the first star of an equal pair stands for both."""
    return (cards | ((cards >> 1) & TWINS)) & ~(TWINS << 1)


@hot_rule
def _card_named(cards: int, action: int) -> int:
    """Return the card that an action means: of two equal stars, the first if it's among `cards`, else the second."""
    return action if has(cards, action) else action + 1


@rule
def _line_up_twins(state: State) -> None:
    """Number equal stars in the order in which they are seen, so a number doesn't reveal where the other star is."""
    late = _late_twins(state)
    if late:
        _swap_twins(state, late)


@hot_rule
def _late_twins(state: State) -> int:
    """Return the pairs of equal stars whose second star comes before the first: played stars first, then each hand."""
    seen = int(state.gone)
    late = (seen >> 1) & ~seen
    for holder in range(state.players):
        hand, shown = int(state.hands[holder]), int(state.hands[holder] & state.shown[holder])
        late |= (shown >> 1) & ~(shown | seen)
        late |= (hand >> 1) & ~(hand | seen)
        seen |= hand
    played = state.gone & (state.gone >> 1) & TWINS
    return (late & TWINS) | (_played_late(state, played) if played else 0)


@rule
def _played_late(state: State, pairs: int) -> int:
    """Of these pairs of played stars, return the pairs whose second star was played first."""
    late, play = 0, 0
    while pairs:
        card = int(state.played_cards[play])
        pair = pairs & bit(card & ~1)
        late |= pair if card & 1 else 0
        pairs &= ~pair
        play += 1
    return late


@rule
def _swap_twins(state: State, pairs: int) -> None:
    """Exchange the two stars of each of these pairs everywhere in the state."""
    state.aside = _swapped(state.aside, pairs)
    state.gone = _swapped(state.gone, pairs)
    state.trick = _swapped(state.trick, pairs)
    for seat in range(state.players):
        state.hands[seat] = _swapped(state.hands[seat], pairs)
        state.shown[seat] = _swapped(state.shown[seat], pairs)
        state.cards[seat] = _twin(state.cards[seat], pairs)
        state.choice[seat] = _twin(state.choice[seat], pairs)
    for play in range(state.played if state.gone & (pairs | pairs << 1) else 0):
        state.played_cards[play] = _twin(state.played_cards[play], pairs)


@hot_rule
def _swapped(cards: int, pairs: int) -> int:
    """Return the set of cards after exchanging the two stars of each of these pairs."""
    return (cards & ~(pairs | pairs << 1)) | ((cards & pairs) << 1) | ((cards >> 1) & pairs)


@hot_rule
def _twin(card: int, pairs: int) -> int:
    """Return the other star of the card's pair if that pair is among `pairs`, else the card itself."""
    star = int(card) if card >= SPECIAL else SPECIAL
    return star ^ 1 if card >= SPECIAL and has(pairs, star & ~1) else int(card)


# --- estimates


@rule
def _estimates(state: State, seat: int) -> int:
    """Return the cards for an estimation: not ‽ (K2), no card used before (K3), and one star of each equal pair."""
    cards = int(state.hands[seat] & ~state.shown[seat] & ~INTERROBANG_SET)
    return cards & ~((cards & TWINS) << 1)


@rule
def _apply_estimate(state: State, seat: int, action: int) -> None:
    state.choice[seat] = _card_named(_estimates(state, seat), action)
    if actors(state) == 0:
        total = sevens.reveal(state)
        if total != state.forbidden_sum or state.attempt == state.attempts:  # K4
            _find_leader(state)


# --- first leader and exception suit (K5)


@rule
def _find_leader(state: State) -> None:
    state.tied = _highest_estimates(state)
    leader = lowest(state.tied)
    if state.cards[leader] >= SPECIAL:
        state.phase = SUIT
    elif count(state.tied) == 1:
        choose_leader(state, leader)
    else:
        _break_tie(state)


@rule
def _highest_estimates(state: State) -> int:
    """Return the seats with the highest estimation card; stars count only if all estimated with stars."""
    seats, top = 0, -1
    for seat in range(state.players):
        rank = value_of(int(state.cards[seat])) + VALUES * (state.cards[seat] < SPECIAL)
        if rank > top:
            seats, top = 0, rank
        if rank == top:
            seats |= bit(seat)
    return seats


@rule
def _apply_suit(state: State, seat: int, suit: int) -> None:
    state.choice[seat] = suit
    if actors(state) == 0:
        for tied in range(state.players):
            if has(state.tied, tied):
                state.suits[tied] = state.choice[tied]
                state.choice[tied] = NO_CARD
        if count(state.tied) == 1:
            choose_leader(state, seat)
        else:
            _break_tie(state)


@rule
def _break_tie(state: State) -> None:
    """Let the holder of the Interrobang show it and choose; if nobody holds the Interrobang, draw lots (K6)."""
    state.phase = DRAW
    state.absent = INTERROBANG_SET
    for seat in range(state.players):
        if state.hands[seat] & INTERROBANG_SET:
            state.shown[seat] |= INTERROBANG_SET
            state.absent = 0
            state.turn = seat
            state.phase = LEAD


@rule
def choose_leader(state: State, leader: int) -> None:
    """Set the first leader and this player's exception suit."""
    card = int(state.cards[leader])
    suit = suit_of(card) if card < SPECIAL else int(state.suits[leader])
    sevens.start_tricks(state, leader, suit)
    state.phase = PLAY


# --- tricks (K7 to K11, K14 to K16): see sevens.play


@hot_rule
def _apply_play(state: State, seat: int, action: int) -> None:
    if sevens.trick_size(state) == (1 if state.leader == DUMMY else 0):
        state.after_dummy = seat  # K14: if the Dummy leads the next trick, this seat plays second
    sevens.play(state, seat, _card_named(state.hands[seat], action))
    if state.tricks == state.hand_size:
        sevens.score(state)
        state.victors = _victors(state)
        state.phase = OVER if state.victors else DEAL


# --- the end


@rule
def _victors(state: State) -> int:
    """Return the winner if the match ends now: the seat that alone has the highest score and hit its last estimate."""
    best = sevens.best_seats(state)
    if state.rounds < state.min_rounds or count(best) > 1:
        return 0
    return best & int(state.kept)


# --- what a seat may know


@rule
def hide(state: State, seat: int) -> None:
    """Remove from the state what this seat may not know."""
    sevens.hide(state, seat)
    _line_up_twins(state)


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what the seat can't see; all possibilities are equally likely."""
    sevens_redeal.redeal(state, seat, rng, deck(state))
    while not _redeal_choices(state, seat, rng):
        sevens_redeal.redeal(state, seat, rng, deck(state))


@rule
def _redeal_choices(state: State, seat: int, rng: Rng) -> bool:
    """Draw the secret choices; return False if the draw has to be repeated with another deal."""
    for other in range(state.players):
        if other != seat and state.choice[other] != NO_CARD:
            if state.phase == SUIT:
                state.choice[other] = pick(rng, suits(state))
            else:
                state.choice[other] = pick(rng, state.hands[other] & ~state.shown[other])
                if not has(_estimates(state, other), int(state.choice[other])):
                    return False  # the Interrobang, or the second of two equal stars, can't be chosen
    return True
