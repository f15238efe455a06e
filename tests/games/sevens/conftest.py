"""A server and a browser, as the tests of the page have them."""

from tests.web.conftest import ann as ann
from tests.web.conftest import browser as browser
from tests.web.conftest import server as server
