"""Games as they are being played: a log for each table, one door, fair dice. No network. Begin with `Tables`."""

from cabotage.tables.clock import Clock
from cabotage.tables.log import Log
from cabotage.tables.row import Kind, Row
from cabotage.tables.table import Appended, Table
from cabotage.tables.tables import Tables

__all__ = ["Appended", "Clock", "Kind", "Log", "Row", "Table", "Tables"]
