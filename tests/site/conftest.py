"""The browser, which looks at the site."""

from tests.web.conftest import browser as browser
