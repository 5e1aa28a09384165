"""Checks every Markdown file: lines of at most 120 characters, and links whose file and heading exist.

python tools/markdown.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 120
SKIPPED = {"node_modules", "site", "dist", "build"}
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$")
LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+)\)|^\[[^\[\]]+\]: (\S+)$", re.MULTILINE)


def main() -> int:
    """Print every problem; the exit code is 1 if there is one."""
    pages = [
        path
        for path in sorted(ROOT.rglob("*.md"))
        if not any(part in SKIPPED or part.startswith(".") for part in path.relative_to(ROOT).parts)
    ]
    problems = [f"{page.relative_to(ROOT)}:{problem}" for page in pages for problem in problems_of(page)]
    print("\n".join(problems) or f"{len(pages)} Markdown files, all links lead somewhere")
    return 1 if problems else 0


def problems_of(page: Path) -> Iterator[str]:
    """What is wrong with one file, each with its line."""
    text = page.read_text("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST:
            yield f"{number}: {len(line)} characters, at most {LONGEST} are allowed"
    prose = CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    for match in LINK.finditer(prose):
        number = prose.count("\n", 0, match.start()) + 1
        target = match[1] or match[2]
        file, _, anchor = target.partition("#")
        if "://" in file or file.startswith("mailto:"):
            continue
        path = (page.parent / file).resolve() if file else page
        if not path.exists():
            yield f"{number}: {target} does not exist"
        elif anchor and anchor not in anchors(path):
            yield f"{number}: {target}: there is no such heading"


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as code hosts and MkDocs make them."""
    headings = (HEADING.match(line) for line in page.read_text("utf-8").splitlines())
    texts = (re.sub(r"[^\w\s-]", "", match[1].lower()) for match in headings if match)
    return {re.sub(r"\s+", "-", text.strip()) for text in texts}


if __name__ == "__main__":
    sys.exit(main())
