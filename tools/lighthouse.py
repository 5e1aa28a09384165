"""Runs Lighthouse on the harbour and on a table, as on a phone and on a desktop, and prints the scores and timings.

    python tools/lighthouse.py            fails if a score is below 95

Lighthouse is installed into .cache/ at its first run, with the Node.js that builds the page. Run it on a machine that
does nothing else: the score of performance depends on it.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import chromium, page, screenshots

VERSION = "12.8.2"
FOLDER = page.ROOT / ".cache" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
DEVICES: dict[str, list[str]] = {"phone": [], "desktop": ["--preset=desktop"]}
TIMINGS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "speed-index",
)
ENOUGH = 95


def main() -> None:
    install()
    lowest = 100
    with screenshots.server() as address:
        table, cookie = open_table(address)
        for name, path in (("harbour", "/"), ("table", f"/t/{table}")):
            for device in DEVICES:
                report = measure(address + path, cookie, device)
                scores = {key: round(100 * report["categories"][key]["score"]) for key in CATEGORIES}
                told = ", ".join(f"{key} {score}" for key, score in scores.items())
                print(f"{name}, {device}: {told}", timings(report), *faults(report), sep="\n    ", flush=True)
                (FOLDER / f"{name}-{device}.json").write_text(json.dumps(report), "utf-8")
                lowest = min(lowest, *scores.values())
    sys.exit(lowest < ENOUGH)


def install() -> None:
    """Install Lighthouse, unless this version is there."""
    package = FOLDER / "node_modules" / "lighthouse" / "package.json"
    if package.is_file() and json.loads(package.read_text("utf-8"))["version"] == VERSION:
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    if page.npm("install", "--prefix", str(FOLDER), f"lighthouse@{VERSION}"):
        sys.exit("Cabotage: npm could not install Lighthouse (see its message above). Is there a network connection?")


def open_table(address: str) -> tuple[str, str]:
    """A table with a bot, and the cookie of its player."""
    jar = http.cookiejar.CookieJar()
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    body = json.dumps({"game": "calypso", "seats": ["me", "bot:cabin_boy"], "order": "listed"}).encode()
    request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
    with visitor.open(request) as answer:
        table = str(json.load(answer)["table"])
    return table, "; ".join(f"{each.name}={each.value}" for each in jar)


def measure(url: str, cookie: str, device: str) -> dict[str, Any]:
    """Lighthouse's report."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *chromium.FLAGS])
    os.environ["CHROME_PATH"] = chromium.find()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        options = [f"--chrome-flags={flags}", f"--only-categories={','.join(CATEGORIES)}", "--quiet", "--output=json"]
        options += [f"--output-path={path}", "--extra-headers=" + json.dumps({"Cookie": cookie})]
        if page.node(str(program), url, *options, *DEVICES[device]):
            sys.exit(f"Cabotage: Lighthouse failed for {url}")
        report: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return report


def timings(report: dict[str, Any]) -> str:
    """What the score of performance is made of."""
    return ", ".join(f"{name} {report['audits'][name]['displayValue']}" for name in TIMINGS)


def faults(report: dict[str, Any]) -> list[str]:
    """What cost points, in the categories that are below the mark."""
    poor = [report["categories"][key] for key in CATEGORIES if 100 * report["categories"][key]["score"] < ENOUGH]
    names = {reference["id"] for category in poor for reference in category["auditRefs"]}
    audits = (report["audits"][name] for name in sorted(names))
    return [f"{audit['id']}: {audit['title']}" for audit in audits if audit["score"] is not None and audit["score"] < 1]


if __name__ == "__main__":
    main()
