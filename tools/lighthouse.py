"""Runs Lighthouse on the harbour and on a table, as on a phone and on a desktop, and prints the scores and timings.

    python tools/lighthouse.py            three rounds; fails if a median is below 95
    python tools/lighthouse.py --rounds 1 table-phone

Lighthouse is installed into .cache/ at its first run, with the Node.js that builds the page. Run it on a machine that
does nothing else: performance depends on it, because a task counts as long as it takes, also while other programs have
the processor. So the blocking time is printed as processor time, too, which they do not change.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import json
import math
import os
import statistics
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import chromium, page, screenshots

VERSION = "12.8.2"
FOLDER = page.ROOT / ".cache" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
DEVICES: dict[str, list[str]] = {"phone": [], "desktop": ["--preset=desktop"]}
PAGES = [f"{name}-{device}" for name in ("harbour", "table") for device in DEVICES]
TIMINGS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "speed-index",
)
ENOUGH = 95
# Lighthouse's score of the total blocking time, by device: 0.9 at the first number of milliseconds, 0.5 at the second.
BLOCKING = {"phone": (200, 600), "desktop": (150, 350)}
BLOCKING_WEIGHT = 30
AT_FIRST = 0.9061938024368232  # where the error function is 0.8
LONG_MS = 50
SLOWER = {"phone": 4, "desktop": 1}  # than this machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", default=PAGES, help=", ".join(PAGES))
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    install()
    found: dict[str, list[dict[str, int]]] = {name: [] for name in given.pages}
    with screenshots.server() as address:
        table, cookie = open_table(address)
        paths = {"harbour": "/", "table": f"/t/{table}"}
        for _ in range(given.rounds):
            for name, rows in found.items():
                path, _, device = name.partition("-")
                report, blocked_ms = measure(address + paths[path], cookie, device)
                scores = {key: round(100 * report["categories"][key]["score"]) for key in CATEGORIES}
                rows.append({**scores, "by processor time": adjusted(report, blocked_ms, device)})
                told = ", ".join(f"{key} {score}" for key, score in rows[-1].items())
                blocked = f"blocked for {blocked_ms:.0f} ms of processor time"
                print(f"{name}: {told}", f"{timings(report)}, {blocked}", *faults(report), sep="\n    ", flush=True)
                (FOLDER / f"{name}.json").write_text(json.dumps(report), "utf-8")
    medians = {
        name: {key: statistics.median(row[key] for row in rows) for key in rows[0]} for name, rows in found.items()
    }
    for name, row in medians.items():
        print(f"median, {name}: " + ", ".join(f"{key} {score:.0f}" for key, score in row.items()))
    sys.exit(min(row[key] for row in medians.values() for key in CATEGORIES) < ENOUGH)


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


def measure(url: str, cookie: str, device: str) -> tuple[dict[str, Any], float]:
    """Lighthouse's report, and how long tasks would block this device, in milliseconds of processor time."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *chromium.FLAGS])
    os.environ["CHROME_PATH"] = chromium.find()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        options = [f"--chrome-flags={flags}", f"--only-categories={','.join(CATEGORIES)}", "--quiet", "--output=json"]
        options += [f"--output-path={path}", "--extra-headers=" + json.dumps({"Cookie": cookie}), "--save-assets"]
        if page.node(str(program), url, *options, *DEVICES[device]):
            sys.exit(f"Cabotage: Lighthouse failed for {url}")
        report: dict[str, Any] = json.loads(path.read_text("utf-8"))
        [trace] = Path(folder).glob("*.trace.json")
        events: list[dict[str, Any]] = json.loads(trace.read_text("utf-8"))["traceEvents"]
    return report, blocked(events, SLOWER[device])


def blocked(events: list[dict[str, Any]], slower: float) -> float:
    """What all tasks of the page's main thread take beyond 50 milliseconds each, if they take so many times as long."""
    threads = Counter((each["pid"], each["tid"]) for each in events if each["name"] == "FunctionCall")
    [(main, _)] = threads.most_common(1)
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) == main]
    return sum(max(0.0, slower * float(each.get("tdur", 0)) / 1000 - LONG_MS) for each in tasks)


def adjusted(report: dict[str, Any], blocked_ms: float, device: str) -> int:
    """The score of performance with this blocking time instead of that of the clock."""
    first, middle = BLOCKING[device]
    score = (1 - math.erf(math.log(max(1.0, blocked_ms) / middle) * AT_FIRST / math.log(middle / first))) / 2
    gained = BLOCKING_WEIGHT * (score - float(report["audits"]["total-blocking-time"]["score"]))
    return round(100 * float(report["categories"]["performance"]["score"]) + gained)


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
