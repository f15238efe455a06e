"""Evaluate your own bot in the arena: it plays the same deals in every seat, against the built-in bots.

    cd examples
    parlour arena oh7 --bots own_bot:make --among basic --deals 100

A bot is a function of a state, a seat and a random generator; the other players' cards are missing from the state. This
bot plays Oh 7 ?: it bets its highest card below 4, plays high cards while it needs tricks, and low cards otherwise.
"""

from parlour import Bot, Game, Rng, State, each

VALUES = 8  # Every suit has eight values.


def make(game: Game) -> Bot:
    """Return the bot's function for this game."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        cards = sorted(each(game.legal(state, seat)), key=lambda card: card % VALUES)
        if game.phase(state) == "bet":
            return max((card for card in cards if card % VALUES < 4), default=cards[0], key=lambda card: card % VALUES)
        wants_tricks = state.won[seat] < state.bids[seat]
        return cards[-1] if wants_tricks else cards[0]

    return choose
