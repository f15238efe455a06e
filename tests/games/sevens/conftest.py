"""Fixtures with a server and a browser, shared with the tests of the page."""

from tests.web.conftest import ann as ann
from tests.web.conftest import browser as browser
from tests.web.conftest import server as server
