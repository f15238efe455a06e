"""Fixtures that the tests of several games share."""

from tests.lab.watching import interpreted

__all__ = ["interpreted"]
