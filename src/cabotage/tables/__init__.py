"""Games being played: a log for each table, validated choices, fair dice. No network. Start with `Tables`."""

from cabotage.tables.batch import Batch
from cabotage.tables.clock import Clock
from cabotage.tables.log import Log
from cabotage.tables.notifications import Appended
from cabotage.tables.row import Kind, Row
from cabotage.tables.table import Table
from cabotage.tables.tables import Tables

__all__ = ["Appended", "Batch", "Clock", "Kind", "Log", "Row", "Table", "Tables"]
