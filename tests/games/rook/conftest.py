"""Fixtures for tests on the page: a server and a browser."""

from tests.web.conftest import ann as ann
from tests.web.conftest import browser as browser
from tests.web.conftest import server as server
