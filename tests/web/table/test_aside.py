"""A table that was set aside can be repaired and loaded again while the server runs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.samples import some_game
from tests.web.servers import Client, Server
