"""Oh 7 ? — bet with one of your own cards how many tricks you will win.

The cards have the values 0 to 7 in ♠ ♥ ♣ ♦; three players use three suits (O1). Each player gets seven cards.

Bet:   all players secretly choose a card from their hands; its value is the number of tricks promised. If the
       bets sum to 7, everybody bets again with another card; after a third 7 the round is dealt again (O2, O3).
       The highest bet leads, with ties decided by suit (♠ > ♥ > ♣ > ♦), and its suit is trump (O4).
Play:  follow the lead suit if you can. The highest trump wins, else the highest card of the lead suit (O5).
Score: players who fail lose the difference, and the sum of all losses is the basket. Players who succeed score
       2 + the basket + 1 for each trick.
End:   after seven or more rounds, the highest score wins if its player fulfilled the last bet. If all tied players made
       their last bet, the most bets made decide, or they share the victory. Else play another round (O6).
Two:   with two players, a Dummy with a pile of ten cards is the third player, and wants two tricks (O7 to O10).

Source: Oh 7 ?, a game by Salomon Brys. Rulings O1 to O10 are listed in docs/sources.md.
"""

from parlour.engine.rng import Rng, pick
from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, count, first, has
from parlour.game.cards import NO_CARD
from parlour.game.game import State
from parlour.game.options import Option
from parlour.games.sevens import redeal as sevens_redeal
from parlour.games.sevens import rules as sevens
from parlour.games.sevens.rules import VALUES, suit_of, value_of

DEAL, BET, PLAY, OVER = range(4)
PHASES = ("deal", "bet", "play", "over")
SOURCE, EXTRA_ROUND = range(2)

OPTIONS = (
    *sevens.options("bet", "How many attempts may come to the forbidden sum before the round is dealt again."),
    Option("ties", "source",
           "What decides a tie between players who all made their bet: the most bets made, or another round.",
           words=("source", "extra_round")),
)  # fmt: skip


@rule
def deck(state: State) -> int:
    """Return the cards in play: one suit for each player; two players use the deck for three (O1, O7)."""
    return first(VALUES * sevens.places(state))


@rule
def start(state: State, players: int) -> None:
    """Begin a match."""
    sevens.begin(state, players)
    state.phase = DEAL


@rule
def deal(state: State, rng: Rng) -> None:
    """Deal a hand to every player."""
    sevens.deal(state, rng, deck(state))
    state.phase = BET


@hot_rule
def actors(state: State) -> int:
    """Return the seats that haven't bet yet, or the seat whose turn it is."""
    if state.phase == BET:
        return sevens.undecided(state, first(state.players))
    return bit(state.turn) if state.phase == PLAY else 0


@hot_rule
def legal(state: State, seat: int) -> int:
    """Return the cards that the seat may bet or play."""
    if not has(actors(state), seat):
        return 0
    return _legal_bet(state, seat) if state.phase == BET else sevens.playable(state, state.hands[seat])


@hot_rule
def apply(state: State, seat: int, action: int) -> None:
    """Bet or play a card."""
    if state.phase == BET:
        _apply_bet(state, seat, action)
    else:
        _apply_play(state, seat, action)


# --- bets


@hot_rule
def _legal_bet(state: State, seat: int) -> int:
    """Return the seat's cards that weren't used in an earlier attempt (O2)."""
    return int(state.hands[seat] & ~state.shown[seat])


@rule
def _apply_bet(state: State, seat: int, card: int) -> None:
    state.choice[seat] = card
    if actors(state) == 0:
        total = sevens.reveal(state)
        if total != state.forbidden_sum:
            _start_tricks(state)
        elif state.attempt == state.attempts:
            state.phase = DEAL  # O3


@rule
def _start_tricks(state: State) -> None:
    """Give the lead to the highest bet, or in a tie to the highest suit, and make its suit trump (O4)."""
    leader, top = 0, -VALUES  # lower than any bet's rank, so even a bet of 0 can lead
    for seat in range(state.players):
        rank = _bet_rank(state, seat)
        if rank > top:
            leader, top = seat, rank
    sevens.start_tricks(state, leader, suit_of(state.cards[leader]))
    state.phase = PLAY


@rule
def _bet_rank(state: State, seat: int) -> int:
    return (value_of(state.cards[seat]) + 1) * VALUES - suit_of(state.cards[seat])  # positive even for a bet of 0


# --- tricks (O5): see sevens.play


@hot_rule
def _apply_play(state: State, seat: int, card: int) -> None:
    sevens.play(state, seat, card)
    if state.tricks == state.hand_size:
        sevens.score(state)
        state.victors = _victors(state)
        state.phase = OVER if state.victors else DEAL


# --- the end


@rule
def _victors(state: State) -> int:
    """Return the winners if the match ends with this round, or no seats if it goes on (O6)."""
    best = sevens.best_seats(state)
    if state.rounds < state.min_rounds or best & ~state.kept:
        return 0
    if count(best) > 1 and state.ties == EXTRA_ROUND:
        return 0
    return _most_made(state, best)


@rule
def _most_made(state: State, seats: int) -> int:
    """Return which of these seats have made the most bets in the match."""
    most, victors = -1, 0
    for seat in range(state.players):
        if has(seats, seat) and state.made[seat] >= most:
            victors = bit(seat) if state.made[seat] > most else victors | bit(seat)
            most = int(state.made[seat])
    return victors


# --- what a seat may know


@rule
def hide(state: State, seat: int) -> None:
    """Remove from the state what this seat may not know."""
    sevens.hide(state, seat)


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Fill in what the seat can't see; all possibilities are equally likely."""
    sevens_redeal.redeal(state, seat, rng, deck(state))
    for other in range(state.players):
        if other != seat and state.choice[other] != NO_CARD:
            state.choice[other] = pick(rng, _legal_bet(state, other))
