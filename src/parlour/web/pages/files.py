"""The files of the page, kept in memory and compressed once: a browser asks for some forty of them at a visit."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from parlour.web.wire.refusals import TableRefusal

STATIC = Path(__file__).parents[1] / "static"
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
HIDDEN = (".ts",)  # for the type checker, not for browsers
CACHE = "no-cache"  # kept by the browser, but asked for each time: 304 is a short answer


@dataclass(frozen=True, slots=True)
class Kept:
    """A file, as it is sent."""

    changed: int
    plain: bytes
    packed: bytes
    tag: str
    kind: str


class Shelf:
    """The files of a folder; one that changes on disk is read again."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read yet."""
        self.folder = folder
        self._kept: dict[str, Kept] = {}

    def find(self, name: str) -> Kept:
        """The file of that name, or a refusal."""
        path = (self.folder / name.lstrip("/")).resolve()
        if not path.is_relative_to(self.folder.resolve()) or not path.is_file() or path.suffix in HIDDEN:
            raise TableRefusal("unknown_page", f"There is no file {name[:80]!r} here.")
        changed = path.stat().st_mtime_ns
        kept = self._kept.get(name)
        if kept is None or kept.changed != changed:
            kept = self._kept[name] = _read(path, changed)
        return kept


def _read(path: Path, changed: int) -> Kept:
    plain = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return Kept(changed, plain, gzip.compress(plain, 9, mtime=0), tag, kind)


SHELF = Shelf(STATIC)


def sent(kept: Kept, request: Request[Any, Any, Any], status: int = 200) -> Response[bytes]:
    """The file as the browser wants it: nothing if it has it, compressed if it can."""
    headers = {"etag": kept.tag, "cache-control": CACHE, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == kept.tag:
        return Response(b"", status_code=304, headers=headers, media_type=kept.kind)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(kept.packed, status_code=status, headers=headers, media_type=kept.kind)
    return Response(kept.plain, status_code=status, headers=headers, media_type=kept.kind)


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
def static(path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the page."""
    return sent(SHELF.find(str(path)), request)


@get(["/", "/t/{table:str}", "/replay/{table:str}", "/rules/{game:str}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page: the same for every address, it finds out by itself what to show."""
    return sent(SHELF.find("index.html"), request)
