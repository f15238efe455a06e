"""The pages of the project, and the examples in them that are run as tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def page(name: str) -> str:
    """The text of a page, such as docs/records.md."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, kind: str) -> list[str]:
    """The code blocks of one kind in a page, in order."""
    return [found["body"] for found in FENCE.finditer(page(name)) if found["kind"] == kind]
