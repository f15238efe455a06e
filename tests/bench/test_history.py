"""The benchmark of history queries makes a database that the server can query."""

from pathlib import Path

from bench.history import ANN, EVERY, fill, questions
from parlour.games import all_games
from parlour.web.people.messages import Statistics
from parlour.web.people.stored_history import own_tables
from parlour.web.store.store import Store


def test_every_query_of_the_history_benchmark_runs_on_the_invented_database(tmp_path: Path) -> None:
    matches = 100 * len(list(all_games()))
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        fill(store, matches)
        with store.engine.connect() as connection:
            assert len(own_tables(connection, ANN)) == matches // EVERY
            answers = {name: question(connection) for name, question in questions()}
    finally:
        store.close()
    found = answers["statistics of one game"]
    assert isinstance(found, Statistics)
    assert found.matches == matches // EVERY // len(list(all_games()))
