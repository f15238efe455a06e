"""A server and a browser, as in the page tests."""

from tests.web.conftest import ann as ann
from tests.web.conftest import browser as browser
from tests.web.conftest import server as server
