"""Evaluate your own bot as the arena does: the same deals in every seat, against a bot of the house.

    python examples/own_bot.py --deals 200

A bot is a function of a hidden state, a seat and a generator; what the others hold is not in the state it gets. This
one plays Oh 7 ?: it bets its highest card below 4 and plays high while it wants tricks, low when it does not.
"""

import argparse

import numpy as np

from parlour.bots import Bot, find_bot
from parlour.cards import each
from parlour.fair import chance_generator, seeded_key
from parlour.game import Game, State
from parlour.games import find_game
from parlour.match import Match
from parlour.rng import Rng, generator

GAME = find_game("oh7")
VALUES = 8  # of a suit


def own_bot(state: State, seat: int, rng: Rng) -> int:
    """One of the legal actions."""
    cards = sorted(each(GAME.legal(state, seat)), key=lambda card: card % VALUES)
    if GAME.phase(state) == "bet":
        return max((card for card in cards if card % VALUES < 4), default=cards[0], key=lambda card: card % VALUES)
    wants_tricks = state.won[seat] < state.bids[seat]
    return cards[-1] if wants_tricks else cards[0]


def points(game: Game, own: Bot, others: Bot, deal: int, place: int, rounds: int) -> float:
    """Points a round above the mean of the table, of the own bot in that seat."""
    key = seeded_key(1, deal)
    match = Match(game, key=key, telling=False)
    generators = [generator(chance_generator(key, 10**6 + seat).words.tobytes()) for seat in range(match.players)]
    match.advance()
    while not match.over and match.rounds < rounds:
        seat = match.actors[0]
        bot = own if seat == place else others
        match.act(seat, int(bot(game.hidden(match.state, seat), seat, generators[seat])))
        match.advance()
    scores = match.state.scores[: match.players]
    return float(scores[place] - scores.mean()) / match.rounds


def main(deals: int = 200, others: str = "basic", rounds: int = 7) -> tuple[float, float]:
    """The mean over deals, each played once in every seat, and its margin (95 %)."""
    house, players = find_bot(GAME, others), GAME.default_players
    samples = [
        np.mean([points(GAME, own_bot, house, deal, place, rounds) for place in range(players)])
        for deal in range(deals)
    ]
    mean, margin = float(np.mean(samples)), float(1.96 * np.std(samples, ddof=1) / np.sqrt(len(samples)))
    print(f"own bot among {others}: {mean:+.2f} ± {margin:.2f} points a round above the table's mean ({deals} deals)")
    return mean, margin


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--others", default="basic")
    main(**vars(parser.parse_args()))
