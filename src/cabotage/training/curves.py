"""The plots of a training's report as inline SVG; without matplotlib there are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cabotage.arena.plots import COLOURS, INK, localised, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cabotage.core.words import Words

HEIGHT_INCHES = 2.9


def curves(reports: Sequence[dict[str, Any]], words: Words) -> dict[str, str]:
    """SVG by name: strength by round, losses of the last round by epoch, its calibration."""
    try:
        import matplotlib  # noqa: F401  (asks whether it is installed)
    except ImportError:
        return {}

    def strength(axes: Axes) -> None:
        for told in reports:
            won = told["wins"]["captain"]
            at, colour = told["round"] + 1, COLOURS[0]
            if won["relative_interval"]:
                axes.plot([at, at], won["relative_interval"], color=colour, linewidth=3, alpha=0.5)
            axes.plot([at], [won["relative"]], "o", color=colour)
        axes.axhline(1.0, color=INK, linewidth=0.8, linestyle=":")
        axes.set_xticks([told["round"] + 1 for told in reports])
        axes.set_xlabel(words.say("page.round"))
        axes.set_ylabel(words.say("page.relative"))
        axes.set_ylim(bottom=0)

    def losses(axes: Axes) -> None:
        last = reports[-1]
        epochs = range(1, len(last["losses"]) + 1)
        axes.plot(epochs, last["losses"], color=COLOURS[0], marker=".", label=words.say("page.learned"))
        axes.plot(epochs, last["held_losses"], color=COLOURS[1], marker=".", label=words.say("page.held_out"))
        axes.axhline(last["estimate"]["loss"]["mean"], color=INK, linestyle=":", label=words.say("page.by_estimate"))
        axes.set_xlabel(words.say("page.epoch"))
        axes.set_ylabel(words.say("page.loss"))
        axes.legend(frameon=False, labelcolor=INK)

    def calibration(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color=INK, linewidth=0.8, linestyle=":")
        for number, name in enumerate(("network", "estimate")):
            rows = reports[-1][name]["calibration"]
            chances, results = [row[0] for row in rows], [row[1] for row in rows]
            axes.plot(chances, results, color=COLOURS[number], marker="o", label=words.say(f"page.by_{name}"))
        axes.set_xlabel(words.say("page.chance"))
        axes.set_ylabel(words.say("page.result"))
        axes.legend(frameon=False, labelcolor=INK)

    drawn = {"strength": strength, "losses": losses, "calibration": calibration}
    return {name: localised(svg(name, HEIGHT_INCHES, draw), words) for name, draw in drawn.items()}
