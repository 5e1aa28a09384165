"""Analysis of finished games: chances over time, and what luck, skill and the errors of others contributed."""

from cabotage.analysis.account import Account, Analysis, Moment, add_up
from cabotage.analysis.decision import Decision
from cabotage.analysis.effort import Effort
from cabotage.analysis.judging import Judge, Judged, refinement, steps_of
from cabotage.analysis.passes import analyse, within
from cabotage.analysis.stored import read
from cabotage.analysis.telling import Telling
from cabotage.analysis.verdict import Verdict

__all__ = [
    "Account",
    "Analysis",
    "Decision",
    "Effort",
    "Judge",
    "Judged",
    "Moment",
    "Telling",
    "Verdict",
    "add_up",
    "analyse",
    "read",
    "refinement",
    "steps_of",
    "within",
]
