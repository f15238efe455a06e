"""Shared by the tests of games."""

from tests.lab.watching import interpreted

__all__ = ["interpreted"]
