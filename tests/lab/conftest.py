"""Pytest fixtures for the tests of the laboratory."""

from tests.lab.outside import registered
from tests.lab.planted import planted
from tests.lab.watching import interpreted

__all__ = ["interpreted", "planted", "registered"]
