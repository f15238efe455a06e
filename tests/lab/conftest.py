"""Pytest fixtures for the tests of the laboratory."""

from tests.lab.planted import planted
from tests.lab.watching import interpreted

__all__ = ["interpreted", "planted"]
