"""Builds the documentation site into site/; fails on a broken link, an undocumented name or a page missing in the menu.

In a clone, pages link to files, so that links work in an editor and on a code host. On the site, some files outside
docs/ are pages too: this tool copies all of them into build/docs and points every link to the right page. There, links
to source code become plain text.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from griffe import Alias, Object

ROOT = Path(__file__).resolve().parent.parent
DOCS, STAGE = ROOT / "docs", ROOT / "build" / "docs"
LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\(([^()#\s]+)(#[^()\s]*)?\)")
SHOWN = re.compile(r"^::: cabotage\.?(\S*)((?:\n    .*)*)", re.MULTILINE)
PLACES = {path: path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.is_file()} | {
    ROOT / "README.md": "index.md",
    ROOT / "ARCHITECTURE.md": "explanation/architecture.md",
    ROOT / "CHANGELOG.md": "reference/changes.md",
    ROOT / "CONTRIBUTING.md": "how-to/contribute.md",
    ROOT / "benchmarks" / "results.md": "reference/speed.md",
    ROOT / "benchmarks" / "peers.md": "reference/peers.md",
    ROOT / "web" / "README.md": "how-to/page.md",
    ROOT / "web" / "public" / "icon.svg": "pictures/icon.svg",
    **{path: f"games/rules-{path.parent.name}.md" for path in ROOT.glob("src/cabotage/games/*/RULES.md")},
}


def main() -> int:
    """Copy the pages, compare them with the menu, check the docstrings, build the site."""
    shutil.rmtree(STAGE, ignore_errors=True)
    for path, place in PLACES.items():
        if place == "index.md" and path.parent != DOCS:
            continue
        target = STAGE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(relinked(path, place), "utf-8")
        else:
            shutil.copy(path, target)
    menu = (ROOT / "zensical.toml").read_text("utf-8")
    missing = [place for place in PLACES.values() if place.endswith(".md") and f'"{place}"' not in menu]
    if missing:
        print(f"missing in the menu of zensical.toml: {', '.join(missing)}")
    undocumented = list(undocumented_names())
    if undocumented:
        print(f"without a docstring: {', '.join(undocumented)}")
    if missing or undocumented:
        return 1
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout + done.stderr)
    return done.returncode


def relinked(page: Path, place: str) -> str:
    """The text of a page with its links as they are on the site."""

    def link(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        path = (page.parent / target).resolve()
        found = PLACES.get(path / "index.md" if path.is_dir() else path)
        return f"[{text}]({Path(os.path.relpath(found, Path(place).parent)).as_posix()}{anchor})" if found else text

    return LINK.sub(link, page.read_text("utf-8"))


def undocumented_names() -> Iterator[str]:
    """Names on the pages of the Python reference that have no docstring; the site would silently leave them out."""
    import griffe

    package = griffe.load("cabotage", search_paths=[str(ROOT / "src")], allow_inspection=False)
    for page in sorted((DOCS / "reference" / "python").glob("*.md")):
        for name, options in SHOWN.findall(page.read_text("utf-8")):
            shown = package[name] if name else package
            chosen = re.search(r"members: \[(.*)\]", options)
            yield from _undocumented(shown, chosen[1].split(", ") if chosen else ())


def _undocumented(shown: Object | Alias, chosen: Sequence[str] = ()) -> Iterator[str]:
    if not shown.has_docstring:
        yield shown.path
    for name, member in shown.members.items():
        is_name = not member.is_alias and (not member.is_attribute or bool({"property", "cached"} & member.labels))
        if is_name and not name.startswith("_") and (not chosen or name in chosen):
            yield from _undocumented(member)


if __name__ == "__main__":
    sys.exit(main())
