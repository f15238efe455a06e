"""Replace the generated parts of pages, which are between <!-- NAME: written by … --> and <!-- end of NAME -->."""

import re


def between_marks(text: str, name: str, written: str) -> str:
    """Replace the part of a page between the marks with this name; keep the marks."""
    part = re.compile(rf"(<!-- {name}:[^\n]*-->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    if len(part.findall(text)) != 1:
        raise ValueError(f"expected one part between the marks of {name!r} in the page, not {len(part.findall(text))}")
    return part.sub(lambda found: found[1] + written + found[2], text)
