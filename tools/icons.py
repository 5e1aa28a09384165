"""Draws the icons of the installed page, web/public/icon-*.png, from web/public/icon.svg.

python tools/icons.py

Needs Playwright and the system's Chromium. Run it after a change of icon.svg, and commit what it writes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "web" / "public"
ICONS = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512, "icon-maskable-512.png": 512}
# Systems cut a maskable icon to a circle or a squircle of 80 percent: the ship is smaller, the background is all.
CORNER = re.compile(r' rx="\d+"')
MASKED_BOX = 'viewBox="-8 -8 80 80"'
MASKED_BACKGROUND = '<rect x="-8" y="-8" width="80" height="80"'


def main() -> None:
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tools import chromium

    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        page = browser.new_page()
        for name, size in ICONS.items():
            svg = full_bleed(drawing) if name in ("icon-180.png", "icon-maskable-512.png") else drawing
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


def full_bleed(drawing: str) -> str:
    """The icon with margins, on a square background."""
    square = CORNER.sub("", drawing).replace('viewBox="0 0 64 64"', MASKED_BOX)
    return square.replace('<rect width="64" height="64"', MASKED_BACKGROUND)


if __name__ == "__main__":
    main()
