"""Values that several packages use in their messages: names, tokens, commitments; and two answers to any request."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.wire.shapes import Text

Name = Annotated[str, Meta(min_length=1, max_length=200, description="A label for the others, not an account.")]
OWN_TOKEN = "At least 32 random bytes in base64url, made by the client: a repeated request gets the same seat."
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43,128}$", description=OWN_TOKEN)]
OWN_SECRET = "At least 32 random bytes in base64url, which one device keeps: whoever sends them is the same person."
Secret = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43,128}$", description=OWN_SECRET)]
SHA256 = "^[0-9a-f]{64}$"
Commitment = Annotated[str, Meta(pattern=SHA256, description="The SHA-256 of a salt, 32 random bytes of the client.")]
RevealedSalt = Annotated[str, Meta(pattern=SHA256, description="The 32 bytes of the salt, in hexadecimal digits.")]
OptionValue = Annotated[int, Meta(ge=-(2**31), le=2**31)] | Annotated[str, Meta(max_length=40)]


class Done(Struct):
    """The command was carried out."""

    done: bool = True


class Refusal(Struct):
    """Why a request was refused: the kind for programs, the reason in English, and as a sentence with gaps."""

    refused: str
    reason: str
    text: Text | None = None
