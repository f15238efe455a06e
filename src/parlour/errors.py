"""Errors that a person can read: every one names the value and what was expected."""


class ParlourError(Exception):
    """A request that cannot be met; the text says why, in one line."""
