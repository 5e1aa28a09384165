"""axe-core in a page: what it finds wrong by WCAG 2.2 AA, in a few readable lines."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tools import page as built

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCRIPT = built.WEB / "node_modules" / "axe-core" / "axe.min.js"
# Chromium says that it has another colour scheme some pictures before the page has its colours: the flip would come
# while axe is reading. So ink must be as the scheme wants it. Then colours that change slowly have to arrive.
# Nothing here may wait for ever: a page that is not drawn gives no pictures, an animation that is cut off never ends.
SETTLE = """async () => {
  const picture = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  const last = performance.now() + 10_000;
  const until = async (what, isSo) => {
    while (!isSo()) {
      if (performance.now() > last) throw new Error(`the page did not settle: ${what()}`);
      await picture();
    }
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const probe = document.createElement("i");
  probe.style.cssText = `position: absolute; color-scheme: ${isDark ? "dark" : "light"}; color: var(--ink)`;
  document.body.append(probe);
  const colour = (element) => getComputedStyle(element).color;
  await until(() => `ink is ${colour(document.body)}`, () => colour(document.body) === colour(probe));
  probe.remove();
  await picture();
  const isEnding = (each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity;
  const ending = () => document.getAnimations().filter(isEnding);
  await until(() => `${ending().length} animations are running`, () => ending().length === 0);
}"""
RUN = """({ type, values }) =>
  axe.run(document, { runOnly: { type, values }, resultTypes: ["violations"], preload: false })"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]  # the rules for which the theme matters


def violations(page: Page, is_colours: bool = False) -> list[str]:
    """One line for each thing that is wrong: the rule, where, why. Perhaps with colours alone."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT.read_text("utf-8"))
    page.evaluate(SETTLE)
    rules = {"type": "rule", "values": OF_COLOURS} if is_colours else {"type": "tag", "values": TAGS}
    found: dict[str, Any] = page.evaluate(RUN, rules)
    return [
        f"{each['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
