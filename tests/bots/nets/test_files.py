"""Tests of net files: a net plays only the game for which it was made."""

import io
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.bots.nets import files
from parlour.bots.nets.files import Trained, header_for, load, misfit, save
from parlour.bots.nets.net import Net, new_net
from parlour.bots.nets.player import NetPlayer, load_player, net_bot, net_file
from parlour.engine.rng import generator
from parlour.envs.batch import Observer
from parlour.envs.encoding import find_encoding
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import GAMES, PATHS, all_games, load_game
from parlour.learn.training import report
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.pages import ROOT
from tests.samples import some_game, some_option


def made(path: Path, width: int = 16) -> Path:
    game = some_game()
    observer = Observer(game)
    header = header_for(game, observer.players, {"seed": 1})
    save(path, Trained(new_net(observer.size, game.actions, width, 2, 1), header))
    return path


def test_a_net_is_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    trained, game = load(made(tmp_path / "net.npz")), some_game()
    assert trained.header == header_for(game, game.default_players, {"seed": 1})
    assert misfit(trained.header, game, game.default_players) == ""
    expected = new_net(Observer(game).size, game.actions, 16, 2, 1)
    assert np.allclose(trained.net.numbers, expected.numbers, atol=4e-3, rtol=4e-3)


def test_a_net_loads_from_an_older_file_that_also_holds_an_empty_head_and_a_second_net(tmp_path: Path) -> None:
    net = load(made(tmp_path / "net.npz")).net
    width = len(net.biases[0])
    with np.load(tmp_path / "net.npz") as found:
        arrays = dict(found)
    arrays |= {"playing_weights_5": np.zeros((width, 0), np.float16), "playing_biases_5": np.zeros(0, np.float32)}
    arrays |= {name.replace("playing", "quick"): one + 1 for name, one in arrays.items() if name != "header"}
    np.savez(tmp_path / "before.npz", **arrays)
    before = load(tmp_path / "before.npz").net
    rows = np.random.default_rng(1).integers(-2, 3, (9, len(net.scale)))
    assert [one.shape for one in before.weights] == [one.shape for one in net.weights]
    assert all(np.array_equal(one, other) for one, other in zip(logits(before, rows), logits(net, rows), strict=True))


def logits(net: Net, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a net's logits for all actions, and the net's values."""
    return net.forward(rows)[1:]


@pytest.mark.parametrize("name", ["game", "version", "players", "encoding"])
def test_a_net_that_was_made_for_something_else_is_refused(tmp_path: Path, name: str) -> None:
    game = some_game()
    trained = load(made(tmp_path / "net.npz"))
    changed: dict[str, Any] = {name: 99 if name in ("version", "players") else "other"}
    save(tmp_path / "other.npz", replace(trained, header=replace(trained.header, **changed)))
    with pytest.raises(ParlourError, match=f"its {name} is"):
        load_player(game, game.default_players, tmp_path / "other.npz")


def test_a_net_does_not_fit_a_game_if_the_meaning_of_the_observations_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = some_game(fits=lambda game: game.part("encoding") is not None)
    header = header_for(game, game.default_players, {})
    monkeypatch.setattr(game.part("encoding"), "MEANING", 2, raising=False)
    monkeypatch.setattr(files, "find_encoding", find_encoding.__wrapped__)
    assert misfit(header, game, game.default_players).startswith("its encoding is")
    monkeypatch.setattr(game.part("encoding"), "MEANING", 1)
    assert misfit(header, game, game.default_players) == ""


def test_an_option_that_is_missing_from_a_nets_header_has_its_default_value(tmp_path: Path) -> None:
    game = some_game()
    (name, (default, other)), trained = some_option(game), load(made(tmp_path / "net.npz"))
    options = {option: value for option, value in trained.header.options.items() if option != name}
    save(tmp_path / "old.npz", replace(trained, header=replace(trained.header, options=options)))
    player = load_player(game, game.default_players, tmp_path / "old.npz")
    assert player.fits(game.new_state(options={name: default}))
    assert not player.fits(game.new_state(options={name: other}))


def test_a_file_that_is_not_a_net_is_refused(tmp_path: Path) -> None:
    (tmp_path / "net.npz").write_text("no net")
    with pytest.raises(ParlourError, match="cannot be read as a net"):
        net_bot(some_game(), str(tmp_path / "net.npz"))
    with pytest.raises(ParlourError, match="cannot be read as a net"):
        net_bot(some_game(), str(tmp_path / "missing.npz"))


def test_the_nets_of_a_game_in_a_single_file_are_in_the_folder_nets_next_to_the_file() -> None:
    try:
        hearts = load_game(str(ROOT / "examples" / "hearts.py"))
        assert net_file(hearts, 4) == ROOT / "examples" / "nets" / "hearts-4.npz"
    finally:
        GAMES.pop("hearts", None)
        PATHS.pop("hearts", None)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_shipped_net_is_small_and_fits_its_game_and_says_how_it_was_made(game: Game) -> None:
    for players in game.players:
        path = net_file(game, players)
        if path.is_file():
            header = load(path).header
            assert misfit(header, game, players) == ""
            assert header.made["decisions"] > 0
            assert path.stat().st_size <= 2_000_000
            assert path.with_suffix(".md").read_text(encoding="utf-8") == report(game, players, header.made)


def test_a_net_file_with_a_pickled_object_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ParlourError, match="cannot be read as a net"):
        load(tmp_path / "net.npz")


def arrays_of(tmp_path: Path) -> dict[str, Any]:
    with np.load(made(tmp_path / "whole.npz")) as found:
        return dict(found)


def header_that_is(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8)


def changed_text(header: Any, old: str, new: str) -> Any:
    return header_that_is(header.tobytes().decode().replace(old, new))


Arrays = dict[str, Any]
BROKEN: dict[str, Callable[[Arrays], Arrays]] = {
    "no arrays": lambda _: {},
    "a header nested too deeply": lambda arrays: {**arrays, "header": header_that_is("[" * 100_000)},
    "a header that is a list": lambda arrays: {**arrays, "header": header_that_is("[]")},
    "a header with a wrong type": lambda arrays: {
        **arrays, "header": changed_text(arrays["header"], '"players": ', '"players": -0.'),
    },
    "no layers": lambda arrays: {name: one for name, one in arrays.items() if "weights" not in name},
    "a missing layer": lambda arrays: {name: one for name, one in arrays.items() if name != "playing_weights_1"},
    "a layer without biases": lambda arrays: {name: one for name, one in arrays.items() if name != "playing_biases_1"},
    "a layer of another width": lambda arrays: {**arrays, "playing_weights_1": np.zeros((9, 9), np.float32)},
    "texts instead of numbers": lambda arrays: {**arrays, "playing_scale": np.array(["one"])},
    "a number that is not finite": lambda arrays: {**arrays, "playing_scale": arrays["playing_scale"] * np.nan},
}  # fmt: skip


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_net_file_is_refused_with_one_line(tmp_path: Path, how: str) -> None:
    np.savez(tmp_path / "net.npz", **BROKEN[how](arrays_of(tmp_path)))
    with pytest.raises(ParlourError, match="cannot be read as a net") as refused:
        load(tmp_path / "net.npz")
    assert "\n" not in str(refused.value)


def test_an_array_with_a_header_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    text = b"{'descr': " + b"(" * 9000
    with ZipFile(tmp_path / "net.npz", "w") as archive:
        archive.writestr("header.npy", np.lib.format.magic(1, 0) + len(text).to_bytes(2, "little") + text)
    with pytest.raises(ParlourError, match="cannot be read as a net") as refused:
        load(tmp_path / "net.npz")
    assert "\n" not in str(refused.value)


def test_an_array_with_a_header_of_python_2_is_refused_without_a_warning(tmp_path: Path) -> None:
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1L,)}"
    with ZipFile(tmp_path / "net.npz", "w") as archive:
        archive.writestr("header.npy", np.lib.format.magic(1, 0) + len(text).to_bytes(2, "little") + text + bytes(8))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(ParlourError, match="cannot be read as a net"):
            load(tmp_path / "net.npz")
    assert warned == []


def test_an_empty_net_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "net.npz").write_bytes(b"")
    with pytest.raises(ParlourError, match="cannot be read as a net"):
        load(tmp_path / "net.npz")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_net_file_causes_no_error_other_than_a_refusal(tmp_path: Path, data: st.DataObject) -> None:
    if not (tmp_path / "whole.npz").is_file():
        made(tmp_path / "whole.npz")
    whole = bytearray((tmp_path / "whole.npz").read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "net.npz").write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with suppress(ParlourError):
        load(tmp_path / "net.npz")


def test_a_small_file_that_unpacks_to_gigabytes_is_refused_before_it_takes_memory(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "net.npz", "w", ZIP_DEFLATED) as archive, archive.open("header.npy", "w") as file:
        for _ in range(80):
            file.write(bytes(1 << 20))
    assert (tmp_path / "net.npz").stat().st_size < 100_000
    with pytest.raises(ParlourError, match="expected at most"):
        load(tmp_path / "net.npz")


def test_an_array_that_claims_more_bytes_than_its_file_has_is_refused_before_it_takes_memory(tmp_path: Path) -> None:
    start = io.BytesIO()
    np.lib.format.write_array_header_1_0(start, {"descr": "<f4", "fortran_order": False, "shape": (1 << 30,)})
    with ZipFile(tmp_path / "net.npz", "w") as archive:
        archive.writestr("header.npy", start.getvalue())
    with pytest.raises(ParlourError, match="has the shape"):
        load(tmp_path / "net.npz")


def test_a_net_of_the_wrong_size_is_refused_though_its_header_fits(tmp_path: Path) -> None:
    game = some_game()
    header = load(made(tmp_path / "net.npz")).header
    save(tmp_path / "other.npz", Trained(new_net(Observer(game).size + 1, game.actions, 16, 2, 1), header))
    with pytest.raises(ParlourError, match="inputs"):
        load_player(game, game.default_players, tmp_path / "other.npz")


def test_a_net_player_computes_the_same_as_numpy_and_chooses_only_legal_actions(tmp_path: Path) -> None:
    game = some_game()
    net = load(made(tmp_path / "net.npz")).net
    player, rng = NetPlayer(game, game.default_players, net), generator(seeded_key(3, 1))
    match = Match(game, key=seeded_key(3, 0), limit=2)
    match.advance()
    observer = Observer(game)
    while not match.over:
        seat = match.actors[0]
        hidden = game.hidden(match.state, seat)
        expected = net.forward(observer.observe(hidden, seat)[None])[1][0]
        assert np.allclose(player.logits(hidden, seat), expected, atol=1e-4)
        action = player.choose(hidden, seat, rng)
        assert action in match.legal(seat)
        match.act(seat, action)
        match.advance()
