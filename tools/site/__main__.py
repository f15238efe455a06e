"""Build the documentation site and report mistakes in its pages: `python -m tools.site`.

The pages are collected in build/pages; the site is in build/site. Broken links and anchors, pages missing from the
navigation and public names without a docstring are errors.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.site.links import broken_links
from tools.site.pages import copy_pages, leading_nowhere, missing_in, pages
from tools.site.reference import Module, modules, reference_page, undocumented

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "build" / "pages"
SITE = ROOT / "build" / "site"
FOREIGN = re.compile(r"<(?!a\b)[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^\s\"'>]*")  # anything loaded from another site
BUILD = ("-m", "zensical", "build", "--clean", "--strict")


def main() -> int:
    """Check the pages and build the site; return the exit status."""
    public = modules(ROOT / "src")
    navigation = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    problems = list(problems_of_pages(public, navigation))
    if not problems:
        collect(public)
        problems = list(leading_nowhere(navigation, PAGES))
    if not problems:
        built = subprocess.run([sys.executable, *BUILD], cwd=ROOT, capture_output=True, text=True, check=False)
        problems = list(problems_of_site(public)) if built.returncode == 0 else [built.stdout + built.stderr]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"the documentation is in {(SITE / 'index.html').relative_to(ROOT)}")
    return 1 if problems else 0


def problems_of_pages(public: list[Module], navigation: object) -> Iterator[str]:
    """Yield a message for each mistake in the site's sources."""
    for page in pages(ROOT):
        yield from broken_links(ROOT, page)
    for module in public:
        yield from undocumented(module)
    own = [page.relative_to(ROOT).as_posix() for page in pages(ROOT)]
    yield from missing_in(navigation, [*own, *(f"reference/{module.path}.md" for module in public)])


def collect(public: list[Module]) -> None:
    """Copy the pages, the reference and the theme's files into the folder that the site is built from."""
    copy_pages(ROOT, PAGES)
    (PAGES / "reference").mkdir()
    for module in public:
        (PAGES / "reference" / f"{module.path}.md").write_text(reference_page(module), encoding="utf-8")
    shutil.copytree(Path(__file__).parent / "assets", PAGES / "assets")


def problems_of_site(public: list[Module]) -> Iterator[str]:
    """Yield a message for each public name that the built site lacks, and for each file that needs another site."""
    for module in public:
        page = (SITE / "reference" / f"{module.path}.html").read_text(encoding="utf-8")
        for name in module.names:
            if f'id="{module.path}.{name.name}"' not in page:
                yield f"{module.path}.{name.name} is missing in the reference"
    for file in sorted(SITE.rglob("*.html")):
        for found in FOREIGN.findall(file.read_text(encoding="utf-8")):
            yield f"{file.relative_to(SITE)} needs another site: {found}"


if __name__ == "__main__":
    sys.exit(main())
