"""axe-core in a page: what it finds wrong by WCAG 2.2 AA, in a few readable lines."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tools import page as built

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCRIPT = built.WEB / "node_modules" / "axe-core" / "axe.min.js"
# Chromium says that it has another colour scheme some pictures before the page has its colours: the flip would come
# while axe is reading. So ink must be as the scheme wants it. Then colours that change slowly have to arrive.
SETTLE = """async () => {
  const picture = () => new Promise(requestAnimationFrame);
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const probe = document.createElement("i");
  probe.style.cssText = `position: absolute; color-scheme: ${isDark ? "dark" : "light"}; color: var(--ink)`;
  document.body.append(probe);
  while (getComputedStyle(document.body).color !== getComputedStyle(probe).color) await picture();
  probe.remove();
  await picture();
  const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((each) => each.finished.catch(() => {})));
}"""
RUN = "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })"


def violations(page: Page) -> list[str]:
    """One line for each thing that is wrong: the rule, where, why."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT.read_text("utf-8"))
    page.evaluate(SETTLE)
    found: dict[str, Any] = page.evaluate(RUN, TAGS)
    return [
        f"{each['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
