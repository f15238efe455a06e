"""Small Whist, a game for the kit's tests: two teams, 32 cards, a turned-up trump, and a button to claim all tricks."""

from parlour.engine.rng import Rng, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, first, has, highest, lowest
from parlour.game.cards import NO_CARD
from parlour.game.fields import card_set, choice, choice_set, each_seat, each_team, number, one_card, one_seat
from parlour.game.game import State
from parlour.games import kit
from parlour.games.kit.pack import suit_of

SEATS, TEAMS, CARDS, RANKS, HAND, CLAIM = 4, 2, 32, 8, 7, 32
SUIT = kit.suit_masks(CARDS)
DEAL, PLAY, OVER = range(3)
FIELDS = (
    card_set("hands", "the cards in each hand", each_seat(SEATS), observed="own", place="common"),
    card_set("played", "the cards that each seat has played", each_seat(SEATS), place="common"),
    card_set("turned", "the cards turned up", place="common"),
    choice_set("voids", "the suits that each seat could not follow", kit.SUITS, each_seat(SEATS)),
    one_card("trick", "each seat's card in the current trick", each_seat(SEATS)),
    one_card("last_trick", "each seat's card in the last trick", each_seat(SEATS)),
    one_seat("leader", "the leader of the current trick"),
    one_seat("last_leader", "the leader of the last trick"),
    one_seat("dealer", "the dealer"),
    one_seat("turn", "the seat that plays next"),
    choice("trump", "the trump suit", kit.SUITS),
    number("won", "tricks won", 0, HAND, each_seat(SEATS)),
    number("gains", "points gained in the last round", 0, HAND, each_team(TEAMS)),
    number("scores", "points in the match so far", 0, 100, each_team(TEAMS)),
)


@rule
def start(state: State, players: int) -> None:
    state.players, state.turn, state.leader, state.last_leader, state.trump = players, -1, -1, -1, -1
    state.turned = first(CARDS)


@rule
def deal(state: State, rng: Rng) -> None:
    shuffle(rng, first(CARDS))
    kit.deal_hands(rng, state.hands, SEATS, HAND)
    state.turned = 0
    while rng.left:
        rng.left -= 1
        state.turned |= bit(rng.pack[rng.left])
    begin(state)


@rule
def begin(state: State) -> None:
    state.dealer = state.rounds % SEATS
    state.leader = (state.dealer + 1) % SEATS
    state.last_leader, state.turn, state.phase = -1, state.leader, PLAY
    state.trump = suit_of(lowest(state.turned), RANKS)
    for seat in range(SEATS):
        state.played[seat], state.won[seat], state.voids[seat] = 0, 0, 0
        state.trick[seat], state.last_trick[seat] = NO_CARD, NO_CARD


@rule
def actors(state: State) -> int:
    return bit(state.turn) if state.turn >= 0 else 0


@rule
def legal(state: State, seat: int) -> int:
    if seat != state.turn:
        return 0
    led = int(state.trick[state.leader])
    if led >= 0:
        return kit.following(state.hands[seat], SUIT[suit_of(led, RANKS)])
    return int(state.hands[seat]) | (bit(CLAIM) if has(state.hands[seat], highest(SUIT[state.trump])) else 0)


@rule
def apply(state: State, seat: int, action: int) -> None:
    if action == CLAIM:
        while state.hands[seat]:
            for other in range(SEATS):
                card = lowest(state.hands[other])
                state.hands[other] &= ~bit(card)
                state.played[other] |= bit(card)
            state.won[seat] += 1
        end_round(state)
        return
    state.hands[seat] &= ~bit(action)
    state.played[seat] |= bit(action)
    state.trick[seat] = action
    suit = suit_of(state.trick[state.leader], RANKS)
    if not has(SUIT[suit], action):
        state.voids[seat] |= bit(suit)
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        winner = kit.taker(state.trick, SEATS, SUIT[suit], SUIT[state.trump])
        kit.lay_down(state.trick, state.last_trick, SEATS)
        state.last_leader, state.leader, state.turn = state.leader, winner, winner
        state.won[winner] += 1
        if state.hands[winner] == 0:
            end_round(state)


@rule
def end_round(state: State) -> None:
    for team in range(TEAMS):
        state.gains[team] = state.won[team] + state.won[team + TEAMS]
        state.scores[team] += state.gains[team]
    state.rounds += 1
    state.turn = -1
    state.phase = OVER if state.rounds == 2 else DEAL


@rule
def over(state: State) -> bool:
    return bool(state.phase == OVER)


@rule
def winners(state: State) -> int:
    best = kit.most(state.scores, TEAMS) if over(state) else 0
    return best | best << TEAMS


@rule
def hide(state: State, seat: int) -> None:
    for other in range(SEATS):
        state.hands[other] = state.hands[other] if other == seat else 0


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    size = HAND if state.phase == PLAY else 0
    cards = first(CARDS) & ~state.turned
    kit.redeal_hands(rng, state.hands, state.played, SEATS, size, cards, state.voids, SUIT)


TABLE = kit.Table(
    hand=HAND, begin=begin, piles={"turned": "Turned up"}, dealt=("turned",), buttons={CLAIM: "claim"},
    sections={"play": "Playing"},
)  # fmt: skip
GAME = kit.card_game(
    TABLE,
    name="small_whist", module=__name__, title="Small Whist", players=(SEATS,), teams=TEAMS, deck=kit.pack(CARDS),
    actions=CLAIM + 1, fields=FIELDS, phases=("deal", "play", "over"), start=start, deal=deal, actors=actors,
    legal=legal, apply=apply, hide=hide, redeal=redeal, over=over, winners=winners,
)  # fmt: skip
