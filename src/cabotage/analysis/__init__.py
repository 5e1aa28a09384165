"""Analysis of finished games: chances over time, and what luck, skill and the errors of others contributed."""

from cabotage.analysis.account import Account, Analysis, Moment, analyse, within
from cabotage.analysis.decision import Decision, Verdict
from cabotage.analysis.effort import Effort

__all__ = ["Account", "Analysis", "Decision", "Effort", "Moment", "Verdict", "analyse", "within"]
