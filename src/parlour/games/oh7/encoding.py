"""What a seat observes of Oh 7 ?."""

from parlour.games.sevens.encoding import OH7 as ENCODING

__all__ = ["ENCODING"]
