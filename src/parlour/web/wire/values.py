"""Types that several packages use in their messages: names, tokens, commitments, and two general answers."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.wire.shapes import Text

Name = Annotated[str, Meta(min_length=1, max_length=200, description="The name that others see; it is not an account.")]
OWN_TOKEN = "At least 32 random bytes in base64url, made by the client, so that a repeated request gets the same seat."
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43,128}$", description=OWN_TOKEN)]
OWN_SECRET = "At least 32 random bytes in base64url, kept by one device; they identify the person who uses it."
Secret = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43,128}$", description=OWN_SECRET)]
SHA256 = "^[0-9a-f]{64}$"
Commitment = Annotated[
    str, Meta(pattern=SHA256, description="The SHA-256 of a salt, which consists of 32 random bytes from the client.")
]
RevealedSalt = Annotated[str, Meta(pattern=SHA256, description="The 32 bytes of the salt, in hexadecimal digits.")]
OptionValue = Annotated[int, Meta(ge=-(2**31), le=2**31)] | Annotated[str, Meta(max_length=40)]


class Done(Struct):
    """The answer that the command was carried out."""

    done: bool = True


class Refusal(Struct):
    """Why a request was refused: the kind for programs, and the reason in English and as a translatable sentence."""

    refused: str
    reason: str
    text: Text | None = None
