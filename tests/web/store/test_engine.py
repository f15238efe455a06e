"""Only the owner of a database may read it, because it holds the keys of running matches."""

import logging
import os
from pathlib import Path

import pytest

from parlour.web.store.store import Store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="file permissions are tested only on POSIX systems")


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_only_the_owner_can_read_a_new_database_and_its_auxiliary_files(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        store = Store(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}")
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "new").iterdir()}
    store.close()
    assert set(modes) == {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"}
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o640, True), (0o600, False)])
def test_the_server_warns_about_an_existing_database_that_other_users_can_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int, warned: bool
) -> None:
    file = tmp_path / "tables.sqlite"
    Store(f"sqlite:///{file}").close()
    file.chmod(mode)
    with caplog.at_level(logging.WARNING, logger="parlour.web"):
        Store(f"sqlite:///{file}").close()
    assert (f"{file} has mode {mode:04o}" in caplog.text) is warned
    assert file.stat().st_mode & 0o777 == mode, "Parlour leaves the mode of an existing file to its owner"
