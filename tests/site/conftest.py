"""Fixtures with a browser for the tests of the site."""

from tests.web.conftest import browser as browser
