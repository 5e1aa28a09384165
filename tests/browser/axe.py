"""axe-core in a page: what it finds wrong by WCAG 2.2 AA, in a few readable lines."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tools import page as built

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCRIPT = built.WEB / "node_modules" / "axe-core" / "axe.min.js"
# Colours that are still changing would be measured half-way, and a new theme is there with the next picture only.
SETTLE = """async () => {
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((each) => each.finished.catch(() => {})));
}"""
AGAIN_MS = 1000
RUN = "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })"


def violations(page: Page) -> list[str]:
    """One line for each thing that is wrong: the rule, where, why."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT.read_text("utf-8"))
    for pause_ms in (0, AGAIN_MS):  # what a busy machine has not finished painting is no violation, if it then does
        page.wait_for_timeout(pause_ms)
        page.evaluate(SETTLE)
        found: dict[str, Any] = page.evaluate(RUN, TAGS)
        if not found["violations"]:
            break
    return [
        f"{each['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
