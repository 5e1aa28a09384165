"""How an attempt to send something has ended."""

from __future__ import annotations

from enum import Enum


class Delivery(Enum):
    SENT = "sent"
    GONE = "gone"  # the device or the address does not exist any more
    FAILED = "failed"  # not accepted; it can be tried again
