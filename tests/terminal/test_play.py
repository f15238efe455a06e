import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from parlour.bots import find_bot
from parlour.game.cards import pretty
from parlour.game.game import Game, State
from parlour.game.texts import Text, say
from parlour.games import all_games
from tests.samples import alone, some_game, together
from tests.terminal.match_for_tests import played


def always(line: str) -> Iterator[str]:
    while True:
        yield line


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_always_typing_1_plays_a_whole_match_in_the_terminal(game: Game) -> None:
    finished, shown, match = played(
        game, game.players[0], always("1"), short=True, bot=find_bot(game, "basic" if game.part("basic") else "random")
    )
    assert finished
    assert match.over
    assert shown.count("Score sheet") == int(match.state.rounds)
    assert " wins with " in shown or " win!" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_players_can_see_their_own_secret_choice() -> None:
    game = some_game(4, together)
    label = played(game, 4, [])[2].view(0).actions[0].label
    assert f"→ {label}" in played(game, 4, ["1"])[1]


def test_typing_only_a_card_chooses_the_action_on_that_card() -> None:
    game = some_game(4, together)
    action = played(game, 4, [])[2].view(0).actions[2]
    _, shown, _ = played(game, 4, [action.cards[0].lower()])
    assert action.label.format(()) in shown


def test_invalid_input_is_refused_and_changes_nothing() -> None:
    game = some_game(4)
    match = played(game, 4, [])[2]
    before, last = list(match.actors), len(match.view(0).actions)
    finished, shown, after = played(game, 4, ["", "{who}", "[red]", "'"])
    assert not finished
    if 0 in before:
        assert shown.count("✗ ") == 4
        assert f"✗ Type one of the numbers shown, 1 to {last}." in shown
        assert after.actors == before


def test_when_the_input_ends_the_match_ends_with_a_message_and_the_score() -> None:
    game = some_game(3, alone)
    finished, shown, match = played(game, 3, [])
    standing = ", ".join(f"{name} {seat.score}" for name, seat in zip(match.names, match.view(0).seats, strict=False))
    assert not finished
    assert shown.endswith(
        f"The input has ended, so the match ends here.\nThe score, in {game.scoring.many}: {standing}.\n"
    )


def test_a_player_sees_private_news_for_their_seat_but_not_for_other_seats() -> None:
    def news(before: State, state: State, seat: int) -> list[Text]:
        return [say("Only seat {seat} hears event {number}.", seat=seat, number=int(state.phase))]

    _, shown, match = played(replace(some_game(4, together), news=news), 4, ["1", "l"])
    assert shown.count("Only seat 0 hears event") >= 4, (
        "expected news of the deal, of the person's action and of a bot's action, and news in the log"
    )
    assert "Only seat 1" not in shown
    assert match.news(1) != match.news(0)


def named(shown: str, cards: Iterable[str]) -> set[str]:
    """Return the cards that appear in the output."""
    return {card for card in cards if re.search(rf"(?<!\w){re.escape(pretty(card))}(?!\w)", shown)}


def test_the_log_command_shows_no_card_of_a_closed_trick_before_the_round_ends() -> None:
    game = some_game(fits=lambda game: game.closed_tricks)
    players, typed = game.default_players, 0
    match = played(game, players, [])[2]
    while not match.rounds:
        lines = ["1"] * typed
        _, before, match = played(game, players, lines)
        after = played(game, players, [*lines, "l"])[1]
        told = named(after[before.index("The input has ended") :], game.deck.names)
        centre = match.view().centre
        lying = {play.card for play in centre.trick or centre.last_trick}
        assert told == lying if not match.rounds else len(told) > players
        typed += 5


def test_typing_q_leaves_the_table_at_once() -> None:
    finished, shown, _ = played(some_game(4), 4, ["q", "1"])
    assert not finished
    assert "You leave the table.\nThe score, in" in shown


def test_pressing_control_c_leaves_the_table() -> None:
    def interrupted() -> Iterator[str]:
        yield "s"
        raise KeyboardInterrupt

    finished, shown, _ = played(some_game(4), 4, interrupted())
    assert not finished
    assert "You leave the table." in shown


def test_hints_are_given_if_a_bot_can_give_them() -> None:
    def hint(state: object, seat: int) -> Text:
        return say("Play the highest.")

    assert "There are no hints at this table." in played(some_game(4), 4, ["h"])[1]
    with_hints = played(some_game(4), 4, ["hint"], hint=hint)[1]
    assert "Play the highest." in with_hints
    assert "h hint" in with_hints


def test_a_match_can_switch_to_compiled_rules_before_any_turn_or_hint() -> None:
    chances, seen = 0, []

    def between() -> None:
        nonlocal chances
        chances += 1

    def hint(state: object, seat: int) -> Text:
        seen.append(chances)
        return say("Play the highest.")

    played(some_game(4), 4, ["h", "h", "q"], hint=hint, between=between)
    first, second = seen
    assert first >= 2  # `between` was called before the turn and again before the hint.
    assert second == first + 1
