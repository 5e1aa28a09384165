"""An analysis as JSON, to store and to read back. Texts are not stored: they are made again, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.analysis.account import WHOLE, Account, Analysis, Moment, Shares
from cabotage.analysis.decision import Decision
from cabotage.analysis.effort import Effort
from cabotage.analysis.errors import AnalysisError
from cabotage.analysis.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cabotage.core.record import Record

VERSION = 2  # of the format; an analysis of another version is made again
PARTS = ("start", "draws", "rest", "skill", "gifts", "result", "noise", "draws_noise")
MADE = ("luck", "adjusted")  # of the others: written, not read
DIGITS = 6


def write(analysis: Analysis) -> dict[str, Any]:
    """All of it as plain JSON, in shares of a win."""
    effort = analysis.effort
    return {
        "version": VERSION,
        "game": analysis.record.game,
        "seats": [
            {
                "seat": account.seat,
                **{name: getattr(account, name) / WHOLE for name in (*PARTS, *MADE)},
                "errors": account.errors,
            }
            for account in analysis.accounts
        ],
        "moments": [
            {"seq": moment.seq, "chances": _shares(moment.chances), "known": _shares(moment.known)}
            for moment in analysis.moments
        ],
        "decisions": [
            {
                "seq": decision.at,
                "seat": decision.seat,
                "chosen": decision.chosen,
                "best": decision.best,
                "cost": round(decision.cost, DIGITS),
                "noise": round(decision.noise, DIGITS),
                "verdict": str(decision.verdict),
                "effect": [round(float(share), DIGITS) for share in decision.effect],
            }
            for decision in analysis.decisions
        ],
        "effort": {"playouts": effort.playouts, "iterations": effort.iterations, "samples": effort.samples},
    }


def read(data: Mapping[str, Any], record: Record) -> Analysis:
    """The analysis of this record that was written; raises AnalysisError if it has another format."""
    if data.get("version") != VERSION or data.get("game") != record.game:
        raise AnalysisError("analysis.version", version=repr(data.get("version")), known=VERSION)
    accounts = tuple(
        Account(
            errors=dict(seat["errors"]),
            seat=int(seat["seat"]),
            **{name: round(WHOLE * seat[name]) for name in PARTS},
        )
        for seat in data["seats"]
    )
    moments = tuple(
        Moment(int(each["seq"]), _counted(each["chances"]), _counted(each["known"])) for each in data["moments"]
    )
    decisions = tuple(
        Decision(
            int(each["seq"]), int(each["seat"]), int(each["chosen"]), int(each["best"]),
            np.array(each["effect"], float), float(each["noise"]), Verdict(each["verdict"]),
        )
        for each in data["decisions"]
    )  # fmt: skip
    return Analysis(record, Effort(**data["effort"]), accounts, moments, decisions)


def _shares(counted: Shares) -> list[float]:
    return [share / WHOLE for share in counted]


def _counted(shares: list[float]) -> Shares:
    return tuple(round(WHOLE * share) for share in shares)
