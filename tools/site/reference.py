"""Write the reference pages: all public names with their docstrings.

The public names of a module are those in its `__all__`. In `__all__`, a comment on its own line starts a group of
names, and a comment after a name describes that name in the group's table.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import griffe

from tools.site.comments import Comments

MODULES = (
    "parlour",
    "parlour.games.kit",
    "parlour.testing",
    "parlour.envs.batch",
    "parlour.envs.vector",
    "parlour.envs.pettingzoo",
    "parlour.envs.openspiel",
    "parlour.envs.cuda.batch",
)


class Name(NamedTuple):
    """A public name of a module, as the reference lists it."""

    name: str
    group: str  # comment above the name's group; empty if there is none
    comment: str  # comment after the name
    summary: str  # first sentence of the name's docstring


class Module(NamedTuple):
    """A module with public names."""

    path: str
    summary: str
    names: list[Name]


def modules(source: Path, paths: tuple[str, ...] = MODULES) -> list[Module]:
    """Read the modules, without importing them."""
    loader = griffe.GriffeLoader(search_paths=[source], extensions=griffe.Extensions(Comments()))
    top = loader.load(paths[0].partition(".")[0])
    loader.resolve_aliases()
    return [_module(top if path == top.path else top[path.partition(".")[2]]) for path in paths]


def undocumented(module: Module) -> Iterator[str]:
    """Yield a message for each public name without a docstring or a comment."""
    for name in module.names:
        if not name.comment and not name.summary:
            yield f"{module.path}.{name.name} has no docstring"
    if not module.names:
        yield f"{module.path} lists no public names in __all__"


def reference_page(module: Module) -> str:
    """Write a module's page: its docstring, then each group of names as a table and in full."""
    lines = [
        f"# `{module.path}`",
        "",
        f"::: {module.path}",
        *_options("members: false", "show_root_heading: false", "show_root_toc_entry: false"),
        "",
    ]
    for group in dict.fromkeys(name.group for name in module.names):
        names = [name for name in module.names if name.group == group]
        lines += [f"## {group[:1].upper() + group[1:] or 'Names'}", ""]
        lines += ["| name | what it is |", "|---|---|"]
        for name in names:
            described = name.comment or name.summary
            lines.append(f"| [`{name.name}`][{module.path}.{name.name}] | {described.replace('|', chr(92) + '|')} |")
        lines.append("")
        for name in names:
            lines += [f"::: {module.path}.{name.name}", *_options("heading_level: 3"), ""]
    return "\n".join(lines)


def _options(*options: str) -> list[str]:
    return ["    options:", *(f"      {option}" for option in options)]


def _module(found: griffe.Object | griffe.Alias) -> Module:
    described = dict(_listed(Path(str(found.filepath)).read_text(encoding="utf-8")))
    names = []
    for name, (group, comment) in described.items():
        docstring = found[name].docstring if name in found.all_members else None
        names.append(Name(name, group, comment, _first_sentence(docstring.value if docstring else "")))
    return Module(found.path, _first_sentence(found.docstring.value if found.docstring else ""), names)


def _first_sentence(docstring: str) -> str:
    return " ".join(docstring.partition("\n\n")[0].split())


def _listed(text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name in `__all__`, with the comment above its group and the comment after the name."""
    assigned = [node for node in ast.parse(text).body if isinstance(node, ast.Assign) and _assigns_all(node)]
    if not assigned:
        return
    comments = {
        token.start[0]: (token.string.lstrip("# "), not token.line[: token.start[1]].strip())
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    assert isinstance(assigned[-1].value, ast.List | ast.Tuple)
    group, line = "", assigned[-1].lineno
    for element in assigned[-1].value.elts:
        for above in range(line + 1, element.lineno):
            if above in comments and comments[above][1]:
                group = comments[above][0]
        line = element.lineno
        comment, alone = comments.get(line, ("", True))
        yield ast.literal_eval(element), (group, "" if alone else comment)


def _assigns_all(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
