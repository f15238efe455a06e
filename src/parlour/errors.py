"""Errors that a person can read: every one names the value and what was expected."""


class ParlourError(Exception):
    """Something that was asked for cannot be done; the text says why, in one line."""


class Refusal(ParlourError):  # noqa: N818 - the word of the table
    """An action that the rules do not allow; nothing has changed (ruling C2)."""
