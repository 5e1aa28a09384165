"""Takes pictures of pages and boards as phones and desktops show them, by day and by night, into screenshots/.

    python tools/screenshots.py                    everything that tools/scenes.py has written
    python tools/screenshots.py calypso --view 3   one board at one view
    python tools/screenshots.py --page /about      one page

Needs Playwright and the system's Chromium; serves web/dev.html by itself.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "screenshots"
SIZES = {"phone": (360, 780), "desktop": (1280, 800)}
PAGES = ("/", "/new/calypso", "/about", "/t/x?invitation=y")
SETTLED_MS = 900


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fixtures", nargs="*")
    parser.add_argument("--view", type=int, action="append", help="of the fixture; may be given several times")
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--language", default="en")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--theme", choices=("light", "dark"), action="append")
    chosen = parser.parse_args()
    is_all = not chosen.fixtures and not chosen.page
    fixtures = written() if is_all else chosen.fixtures
    pages = PAGES if is_all else chosen.page
    wanted = [{"fixture": name, "view": str(view)} for name in fixtures for view in chosen.view or (1, 4)]
    wanted += [{"page": address} for address in pages]
    FOLDER.mkdir(exist_ok=True)
    with served() as address, browser() as chromium:
        for asked in wanted:
            for size in chosen.size or SIZES:
                for theme in chosen.theme or ("light", "dark"):
                    take(chromium, address, {**asked, "theme": theme, "language": chosen.language}, size)


def written() -> list[str]:
    found = sorted(path.name.split(".")[0] for path in (ROOT / "web" / "fixtures").glob("*.en.json"))
    return [name for name in found if name != "games"]


def take(chromium: Browser, address: str, asked: dict[str, str], size: str) -> None:
    width, height = SIZES[size]
    is_phone = size == "phone"
    context = chromium.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=2 if is_phone else 1, has_touch=is_phone
    )
    sheet = context.new_page()
    sheet.on("pageerror", lambda error: print(f"  error: {error}", file=sys.stderr))
    sheet.on("console", lambda said: print(f"  {said.type}: {said.text}") if said.type == "error" else None)
    sheet.goto(f"{address}/dev.html?{urllib.parse.urlencode(asked)}")
    sheet.wait_for_load_state("networkidle")
    sheet.wait_for_timeout(SETTLED_MS)
    name = asked.get("fixture") or asked["page"].strip("/").replace("/", "-").split("?")[0] or "harbour"
    kind = "".join(f"-{asked[key]}" for key in ("view", "language") if key in asked)
    path = FOLDER / f"{name}{kind}-{size}-{asked['theme']}.png"
    sheet.screenshot(path=path, full_page="page" in asked)
    print(path.relative_to(ROOT))
    context.close()


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
    """One that nobody listens on: others may take pictures on this machine, too."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The development server of web/, for as long as it is needed."""
    sys.path.insert(0, str(ROOT))
    from tools import page

    page.install()
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    node = page.home() / ("node.exe" if os.name == "nt" else "bin/node")
    port = free_port()
    command = [str(node), str(vite), "--port", str(port), "--strictPort", "--host", "127.0.0.1", "--logLevel", "error"]
    server = subprocess.Popen(command, cwd=ROOT / "web")
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/dev.html", timeout=5):
                break
            time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
