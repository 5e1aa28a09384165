"""Takes screenshots of boards and pages, for phone and desktop, light and dark, into screenshots/.

    python tools/screenshots.py                    all boards in all phases, and all pages
    python tools/screenshots.py calypso --view 3   one board at one view
    python tools/screenshots.py --page /about      one page
    python tools/screenshots.py --readme           the small ones of README.md, into docs/pictures/

Boards come from the fixtures of tools/scenes.py, shown by web/dev.html; pages come from a temporary server. Phones use
French and desktops English, unless --language is given. Needs Playwright and the system's Chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "screenshots"
FIXTURES = ROOT / "web" / "fixtures"
PICTURES = ROOT / "docs" / "pictures"
SIZES = {"phone": (360, 780), "desktop": (1280, 800)}
LANGUAGES = {"phone": "fr", "desktop": "en"}
THEMES = ("light", "dark")
STATES = ("hand_over", "invite", "lost")  # rare states of a table
SETTLED_MS = 900
SERVE = "import sys; from cabotage.cli import main; sys.exit(main())"

REPLAYED = "cape_horn"  # the game of the replay
PAGES = ("/", f"/new/{REPLAYED}", "/about", "/t/x#invitation=y", "/t/RECORD?at=MIDDLE", "/t/RECORD")

# The pictures of README.md: a typical view of each game's fixture, and its theme.
README = {
    "calypso": (9, "light"),
    "captn_clever": (13, "light"),
    "smugglers": (13, "dark"),
    "cape_horn": (23, "light"),
    "treasure_boots": (10, "light"),
}
README_WIDTH = 800
README_MOST_BYTES = 150_000


@dataclass(frozen=True)
class Shot:
    """One screenshot: what it shows, how, and its name."""

    path: str
    name: str
    size: str
    theme: str
    language: str
    is_whole: bool = False  # the whole page, not only the first screen

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}-{self.language}-{self.size}-{self.theme}.png"


def main() -> None:
    chosen = arguments()
    if chosen.readme:
        readme()
        return
    is_all = not chosen.fixtures and not chosen.page
    looks = [(size, theme) for size in chosen.size or SIZES for theme in chosen.theme or THEMES]
    boards = [
        board(fixture, view, size, theme, chosen.language or LANGUAGES[size], state)
        for fixture, view, state in (moments() if is_all else selected(chosen.fixtures, chosen.view))
        for size, theme in looks
    ]
    pages = [
        Shot(path, page_name(path), size, theme, chosen.language or LANGUAGES[size], is_whole=True)
        for path in (PAGES if is_all else chosen.page)
        for size, theme in looks
    ]
    FOLDER.mkdir(exist_ok=True)
    with browser() as chromium:
        if boards:
            with dev_server() as address:
                for shot in boards:
                    take(chromium.new_context(**window(shot)), address, shot)
        if pages:
            with server() as address:
                visit(chromium, address, pages)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fixtures", nargs="*")
    parser.add_argument("--view", type=int, action="append", help="view of the fixture; can be repeated")
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--language", choices=("en", "fr"))
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--readme", action="store_true")
    return parser.parse_args()


def selected(fixtures: list[str], views: list[int] | None) -> Iterator[tuple[str, int, str]]:
    for name in fixtures:
        for view in views or by_phase(name).values():
            yield name, view, ""


def moments() -> Iterator[tuple[str, int, str]]:
    """Every game in every phase; its variants only in phases it did not reach, or once."""
    names = sorted(path.name.split(".")[0] for path in FIXTURES.glob("*.record.en.json"))
    seen: set[str] = set()
    for name in names:
        found = by_phase(name)
        rest = {phase: view for phase, view in found.items() if phase not in seen}
        is_variant = name[-1].isdigit()
        views = list((rest if is_variant else found).values()) or [sorted(found.values())[len(found) // 2]]
        seen = {*seen, *found} if is_variant else {*found}
        yield from ((name, view, "") for view in views)
    if names:
        yield from ((names[0], 1, state) for state in STATES)


def by_phase(name: str) -> dict[str, int]:
    """The middle view of each phase, when the board has something to show."""
    found: dict[str, list[int]] = {}
    for at, view in enumerate(json.loads((FIXTURES / f"{name}.en.json").read_text("utf-8"))):
        found.setdefault(view["phase"], []).append(at)
    return {phase: views[len(views) // 2] for phase, views in found.items()}


def board(fixture: str, view: int, size: str, theme: str, language: str, state: str = "") -> Shot:
    parameters = {"fixture": fixture, "view": view, "theme": theme, "language": language, "state": state}
    name = "-".join(filter(None, [fixture, str(view), state]))
    return Shot(f"/dev.html?{urllib.parse.urlencode(parameters)}", name, size, theme, language)


def page_name(path: str) -> str:
    if "RECORD" in path:
        return "replay" if "at=" in path else "result"
    return path.strip("/").replace("/", "-").replace("t-x#invitation=y", "join") or "harbour"


def window(shot: Shot) -> dict[str, Any]:
    width, height = SIZES[shot.size]
    is_phone = shot.size == "phone"
    return {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": 2 if is_phone else 1,
        "has_touch": is_phone,
        "color_scheme": shot.theme,
        "locale": shot.language,
    }


def take(context: BrowserContext, address: str, shot: Shot) -> bytes:
    sheet = context.new_page()
    sheet.on("pageerror", lambda error: print(f"  error: {error}", file=sys.stderr))
    sheet.on("console", lambda message: print(f"  {message.type}: {message.text}") if message.type == "error" else None)
    sheet.goto(f"{address}{shot.path}")
    sheet.wait_for_load_state("networkidle")
    sheet.wait_for_timeout(SETTLED_MS)
    picture = sheet.screenshot(path=shot.file, full_page=shot.is_whole)
    print(shot.file.relative_to(ROOT))
    context.close()
    return picture


def visit(chromium: Browser, address: str, shots: list[Shot]) -> list[bytes]:
    """Takes all pages as one person with one finished table."""
    guest = chromium.new_context()
    record = json.loads((FIXTURES / f"{REPLAYED}.record.en.json").read_text("utf-8"))
    guest.request.get(f"{address}/api/me")
    answer = guest.request.post(f"{address}/api/records", data={"record": record})
    if answer.status != 201:
        sys.exit(f"Cabotage: the server refused the record: {answer.text()}")
    known, table = guest.storage_state(), answer.json()["table"]
    middle = guest.request.get(f"{address}/api/tables/{table}").json()["seq"] // 2
    guest.close()
    return [
        take(
            chromium.new_context(storage_state=known, **window(shot)),
            address,
            replace(shot, path=shot.path.replace("RECORD", table).replace("MIDDLE", str(middle))),
        )
        for shot in shots
    ]


def readme() -> None:
    """The harbour and one board of each game, as small files."""
    FOLDER.mkdir(exist_ok=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with browser() as chromium:
        with server() as address:
            [picture] = visit(chromium, address, [Shot("/", "harbour", "desktop", "light", "en")])
            keep("harbour", picture)
        with dev_server() as address:
            for game, (view, theme) in README.items():
                shot = board(game, view, "desktop", theme, "en")
                keep(game, take(chromium.new_context(**window(shot)), address, shot))


def keep(name: str, picture: bytes) -> None:
    from PIL import Image  # comes with matplotlib

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    small = image.resize((README_WIDTH, image.height * README_WIDTH // image.width), Image.Resampling.LANCZOS)
    path = PICTURES / f"{name}.webp"
    small.save(path, "WEBP", quality=84, method=6)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    if path.stat().st_size > README_MOST_BYTES:
        sys.exit(f"Cabotage: {path.name} is too large for a README")


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tools import chromium

    path = chromium.find()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=chromium.FLAGS)
        yield launched
        launched.close()


def free_port() -> int:
    """A free port, so that several runs do not collide."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def dev_server() -> Iterator[str]:
    """Runs the development server of web/."""
    sys.path.insert(0, str(ROOT))
    from tools import page

    page.install()
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    node = page.home() / ("node.exe" if os.name == "nt" else "bin/node")
    port = free_port()
    command = [str(node), str(vite), "--port", str(port), "--strictPort", "--host", "127.0.0.1", "--logLevel", "error"]
    process = subprocess.Popen(command, cwd=ROOT / "web")
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/dev.html", timeout=5):
                break
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Runs `cabotage serve` with the current page and a temporary database."""
    sys.path.insert(0, str(ROOT))
    from tools import page

    page.build()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, "serve", "--no-open", "--no-limits", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/tables.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
        assert process.stdout is not None
        found = re.search(r"http://\S+?:\d+(?=/?\s)", process.stdout.readline())
        try:
            if not found:
                sys.exit("Cabotage: the server did not print its address")
            yield found[0]
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
