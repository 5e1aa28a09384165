"""The page: its built files; every other path gets index.html, and the page shows what belongs there."""

from __future__ import annotations

import base64
import hashlib
import html
import mimetypes
import re
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from cabotage.server.errors import NoSuchPath
from cabotage.server.language import server_words, wanted

FOLDER = Path(__file__).with_name("page")
INDEX = "index.html"
FOUND, LOST = 200, 404
WORKER = "worker.js"
BROTLI = ".br"
TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
WORKER_POLICY = "default-src 'none'; connect-src 'self'"  # it loads the files of the page, and runs nothing else
YEAR = "public, max-age=31536000, immutable"
# As route.ts reads them.
PLACES = re.compile(
    r"(index\.html|about|me|device|mail|new/[^/]+|learn/[^/]+|puzzles/[^/]+(/[^/]+){0,2}|club(/[^/]+){0,2}|t/[^/]+(/analysis)?)?/?"
)
INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)


def policy(page: str) -> str:
    """The Content-Security-Policy: everything from this server, and only the inline scripts that the page has."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in INLINE.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def mount(app: FastAPI, folder: Path = FOLDER) -> None:
    """Add a route for all paths that no other route has."""

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise NoSuchPath("request.not_found")
        file = _file(folder, path)
        if file is not None:
            return _answer(file, path, request)
        if path != INDEX and (path.startswith("assets/") or "." in path.rpartition("/")[2]):
            raise NoSuchPath("request.not_found")
        return _index(folder, wanted(request), FOUND if PLACES.fullmatch(path) else LOST)


def _answer(file: Path, path: str, request: Request) -> FileResponse:
    """The file, or the smaller copy that was made of it when the page was built."""
    headers = {"Cache-Control": YEAR if path.startswith("assets/") else "no-cache"}
    if path == WORKER:
        headers["Content-Security-Policy"] = WORKER_POLICY
    copy = file.with_name(file.name + BROTLI)
    if not copy.is_file():
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if not TAKES_BROTLI.search(request.headers.get("Accept-Encoding", "")):
        return FileResponse(file, headers=headers)
    kind, _ = mimetypes.guess_type(file.name)
    return FileResponse(copy, headers={**headers, "Content-Encoding": "br"}, media_type=kind)


def _file(folder: Path, path: str) -> Path | None:
    """A file of the page; never one outside its folder."""
    if not path or path == INDEX:
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name that the system does not allow: too long, or with a null byte
        return None


def _index(folder: Path, language: str, status: int) -> Response:
    index = folder / INDEX
    if index.is_file():
        text = index.read_text("utf-8")
        headers = {"Content-Security-Policy": policy(text), "Cache-Control": "no-cache"}
        return HTMLResponse(text, status, headers)
    words = server_words(language)
    title, missing = html.escape(words.say("page.title")), html.escape(words.say("page.missing"))
    text = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title><p>{missing}</p></html>'
    return HTMLResponse(text, status, {"Content-Security-Policy": policy("")})
