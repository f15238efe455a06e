"""The page's files, kept in memory and compressed once, because a visit loads about forty of them."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from parlour.web.refusals import TableRefusal

STATIC = Path(__file__).parents[1] / "static"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
HIDDEN = (".ts",)  # the type checker needs these files, but browsers don't
MARK = "</title>\n"  # ends the common head; a single address's own tags are inserted after it
PAGES = 256  # keep at most this many pages that have their own tags: about 2 MB compressed
CACHE = "no-cache"  # browsers cache files but revalidate them each time: a 304 answer is short


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file in memory, plain and compressed, with its tag and media type."""

    changed: int
    plain: bytes
    packed: bytes
    tag: str
    kind: str


class StaticFiles:
    """A folder's files in memory; a file that has changed on disk is read again."""

    def __init__(self, folder: Path) -> None:
        """Serve this folder; each file is read when it is first requested."""
        self.folder = folder.resolve()
        # The keys are resolved paths, so that a file is kept once, however its path is spelled.
        self._files: dict[Path, StaticFile] = {}

    def find(self, name: str) -> StaticFile:
        """Return the file of this name; refuse if there is none."""
        try:
            path = (self.folder / name.lstrip("/")).resolve()
            found = path.is_relative_to(self.folder) and path.suffix not in HIDDEN and path.is_file()
        except (OSError, ValueError):  # no file can have this name: it is too long, or contains a zero byte
            found = False
        if not found:
            raise TableRefusal("unknown_page", f"There is no file {name[:80]!r} here.")
        changed = path.stat().st_mtime_ns
        file = self._files.get(path)
        if file is None or file.changed != changed:
            file = self._files[path] = _read(path, changed)
        return file


def _read(path: Path, changed: int) -> StaticFile:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return packed(path.read_bytes(), kind, changed)


def packed(plain: bytes, kind: str, changed: int = 0) -> StaticFile:
    """Prepare a document for sending: compress it and compute its tag."""
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return StaticFile(changed, plain, gzip.compress(plain, 9, mtime=0), tag, kind)


@lru_cache(maxsize=PAGES)
def with_head(page: StaticFile, tags: str) -> StaticFile:
    """Return the page with these tags in its head; the latest such pages stay in memory."""
    return packed(page.plain.decode().replace(MARK, MARK + tags, 1).encode(), page.kind)


FILES = StaticFiles(STATIC)


def sent(
    file: StaticFile, request: Request[Any, Any, Any], status: int = 200, vary: str = "accept-encoding"
) -> Response[bytes]:
    """Build the response for a file: empty if the browser already has it, compressed if the browser supports that."""
    headers = {"etag": file.tag, "cache-control": CACHE, "vary": vary}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, status_code=status, headers=headers, media_type=file.kind)
    return Response(file.plain, status_code=status, headers=headers, media_type=file.kind)


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
def static(path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve one of the page's static files."""
    return sent(FILES.find(str(path)), request)
