"""Sentences of the log that all card games share: about deals, cards, tricks, and the end of a round or match."""

from parlour.engine.sets import each
from parlour.game.game import Game, State
from parlour.game.texts import Card, Text, Who, say


def dealt(state: State) -> Text:
    """Say that the next round is dealt."""
    return say("Round {round} is dealt.", round=int(state.rounds) + 1)


def chose(seat: int) -> Text:
    """Say that a seat has made a secret choice."""
    return say("{who} has chosen.", who=Who(seat))


def showed(game: Game, before: State, seat: int, card: int) -> list[Text]:
    """Say which card each seat shows: `seat`, who chose last, shows `card`; the others show their field `choice`."""
    cards = [card if place == seat else int(before.choice[place]) for place in range(before.players)]
    return [
        say("{who} shows {card}.", who=Who(place), card=Card(game.deck.name(shown)))
        for place, shown in enumerate(cards)
    ]


def played(seat: int, card: str) -> Text:
    """Say that a seat plays a card."""
    return say("{who} plays {card}.", who=Who(seat), card=Card(card))


def took(before: State, state: State) -> list[Text]:
    """If a trick has just ended, so that the field `won` has grown, say who takes the trick."""
    winners = [seat for seat in range(state.players) if state.won[seat] > before.won[seat]]
    return [say("{who} takes the trick.", who=Who(seat)) for seat in winners]


def after(game: Game, before: State, state: State) -> list[Text]:
    """Say what everybody gained in the round that has just ended, and who has won the match if it is over."""
    sentences = [say("Round {round} is over.", round=int(state.rounds))]
    for side in range(game.teams or int(state.players)):
        total, gain = int(game.points(state, side)), int(game.points(state, side)) - int(game.points(before, side))
        sentences.append(_gained(game, side, f"{gain:+d}", total))
    return sentences + won(list(each(game.winners(state))))


def won(winners: list[int]) -> list[Text]:
    """Name the winners of the match in one sentence; return no sentence while the match goes on."""
    if not winners:
        return []
    if len(winners) == 1:
        return [say("{who} wins the match.", who=Who(winners[0]))]
    return [say("{some} win the match.", some=together(winners))]


def together(seats: list[int]) -> Text:
    """Return a list of players for a sentence, such as "Ann, Ben and Cleo"."""
    listed = say("{who}", who=Who(seats[0]))
    for seat in seats[1:-1]:
        listed = say("{some}, {who}", some=listed, who=Who(seat))
    return listed if len(seats) == 1 else say("{some} and {who}", some=listed, who=Who(seats[-1]))


def _gained(game: Game, side: int, gain: str, total: int) -> Text:
    """Say what a player or a team of two gained in the last round."""
    if not game.teams:
        return say("{who}: {gain} this round, {total} in all.", who=Who(side), gain=gain, total=total)
    return say(
        "{who} and {partner}: {gain} this round, {total} in all.", who=Who(side), partner=Who(side + game.teams),
        gain=gain, total=total,
    )  # fmt: skip
