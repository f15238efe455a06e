"""Copy the pages of the repository into a tree of the same shape, in which every link leads to a page or a picture.

Pages keep their paths, so links between them stay as they are. A linked file that isn't a page, such as a Python
module, becomes a page that shows its text. A linked folder without a README.md becomes a list of its pages.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.site.links import links

PATTERNS = ("*.md", "docs/**/*.md", "src/parlour/games/*/rules.md")
SHOWN = (".jpg", ".json", ".png", ".svg")  # files that browsers show as they are
LANGUAGES = {".py": "python", ".js": "js", ".po": "po", ".toml": "toml"}
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"


def pages(root: Path) -> list[Path]:
    """List the pages of the repository that go into the site."""
    return sorted(path for pattern in PATTERNS for path in root.glob(pattern))


def copy_pages(root: Path, target: Path) -> None:
    """Copy the pages, and whatever they link to, into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    linked: set[Path] = set()
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        for file in {link.file for link in links(text)} - {""}:
            found = (page.parent / file).resolve()
            linked.add(found)
            text = _with_link(text, file, _suffix(found, file))
        _write(target / page.relative_to(root), with_plain_bars(text))
    for found in sorted(linked):
        place = target / found.relative_to(root)
        if found.is_dir():
            if not (found / "README.md").exists():
                _write(place / "README.md", folder_page(found))
        elif found.suffix in SHOWN:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(found, place)
        elif found.suffix != ".md":
            _write(place.with_name(f"{place.name}.md"), file_page(root, found))


def file_page(root: Path, file: Path) -> str:
    """Write a page that shows the text of a file."""
    text, language = file.read_text(encoding="utf-8"), LANGUAGES.get(file.suffix, "text")
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{UNSEARCHED}# `{file.relative_to(root)}`\n\n{fence} {language}\n{text}{fence}\n"


def folder_page(folder: Path) -> str:
    """Write a page that lists the pages in a folder."""
    rows = [f"- [{title(page)}]({page.name})\n" for page in sorted(folder.glob("*.md"))]
    return f"# {folder.name.capitalize()}\n\n{''.join(rows)}"


def title(page: Path) -> str:
    """Read the first heading of a page."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return next((line[2:].strip() for line in lines if line.startswith("# ")), page.stem)


def with_plain_bars(text: str) -> str:
    r"""Write \| as | in code inside tables: Python-Markdown, unlike code hosts, shows the backslash."""
    rows = re.compile(r"^\|.*", re.MULTILINE)
    return rows.sub(lambda row: re.sub(r"`[^`]+`", lambda code: code[0].replace(r"\|", "|"), row[0]), text)


def missing_in(navigation: object, paths: Iterable[str]) -> Iterator[str]:
    """Yield a message for each page that the navigation lacks, unless it lists the README.md of the page's folder."""
    named = set(_paths(navigation))
    for path in paths:
        if path not in named and (Path(path).parent / "README.md").as_posix() not in named:
            yield f"{path} is missing in the navigation of zensical.toml"


def leading_nowhere(navigation: object, collected: Path) -> Iterator[str]:
    """Yield a message for each entry of the navigation that has no page."""
    for path in _paths(navigation):
        if not (collected / path).is_file():
            yield f"zensical.toml: there is no {path} for the navigation"


def _paths(navigation: object) -> Iterator[str]:
    if isinstance(navigation, str):
        yield navigation
    elif isinstance(navigation, dict | list):
        for part in navigation.values() if isinstance(navigation, dict) else navigation:
            yield from _paths(part)


def _suffix(found: Path, file: str) -> str:
    """Return the suffix with which a link to this file leads to the page made from it."""
    if found.is_dir():
        return "README.md" if file.endswith("/") else "/README.md"
    return "" if found.suffix in (".md", *SHOWN) else ".md"


def _with_link(text: str, file: str, suffix: str) -> str:
    return re.sub(rf"(\]\(|\]: ){re.escape(file)}(?=[#)\s])", lambda link: link[0] + suffix, text) if suffix else text


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
