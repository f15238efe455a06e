"""The token in the header of a request."""

from parlour.web.refusals import TableRefusal


def token_in(authorization: str | None) -> str | None:
    """The token of a request; None for a spectator."""
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    if kind.casefold() != "bearer" or not token.strip():
        raise TableRefusal("wrong_token", "Expected the header Authorization: Bearer TOKEN.")
    return token.strip()
