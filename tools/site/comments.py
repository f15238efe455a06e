"""Turn the comments after fields and constants into docstrings for the documentation site."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

from griffe import Attribute, Docstring, Extension

DIRECTIVE = re.compile(r"(noqa|type:|pragma|fmt:)")


@cache
def trailing_comments(file: Path) -> dict[int, str]:
    """Read the comments that follow code on the same line, by line number."""
    text = file.read_text(encoding="utf-8")
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip():
            comment = token.string.lstrip("# ")
            if not DIRECTIVE.match(comment):
                found[token.start[0]] = comment
    return found


class Comments(Extension):
    """An extension: if a field or a constant has no docstring, the comment after it becomes its docstring."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        """Look for the comment on the last and the first line of the definition."""
        if attr.docstring is None and isinstance(attr.filepath, Path):
            comments = trailing_comments(attr.filepath)
            comment = comments.get(attr.endlineno or 0) or comments.get(attr.lineno or 0)
            if comment:
                attr.docstring = Docstring(comment[:1].upper() + comment[1:], parent=attr)
