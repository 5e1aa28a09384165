"""Games being played: a log for each table, validated choices, fair dice. No network. Start with `Tables`.

Imported when first used: dice and views are needed also where no database is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cabotage.tables.batch import Batch
    from cabotage.tables.clock import Clock
    from cabotage.tables.log import Log
    from cabotage.tables.notifications import Appended
    from cabotage.tables.row import Kind, Row
    from cabotage.tables.table import Table
    from cabotage.tables.tables import Tables

__all__ = ["Appended", "Batch", "Clock", "Kind", "Log", "Row", "Table", "Tables"]

_HOMES = {"Appended": "notifications", "Kind": "row"}  # where the file is not named like the class


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, name.lower())}"), name)
