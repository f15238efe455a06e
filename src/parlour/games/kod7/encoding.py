"""What a seat observes of Kod-7."""

from parlour.games.sevens.encoding import KOD7 as ENCODING

__all__ = ["ENCODING"]
