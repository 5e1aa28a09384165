"""The log for hosts: one JSON object per line, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

QUERY = re.compile(r"\?[^\s\"']*")  # of an address: it may contain anything
# What uvicorn calls an error or a warning, and strangers could fill the log with.
IGNORED = ("ASGI callable returned without completing handshake.", "Invalid HTTP request received.")
QUIET = ("uvicorn.access", "alembic", "asyncio", "websockets")


class JsonLines(logging.Formatter):
    """The message is the name of the event; `fields` has the details."""

    def format(self, record: logging.LogRecord) -> str:
        said = record.getMessage()
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": QUERY.sub("?...", said) if record.name.startswith("uvicorn") else said,
            "from": record.name,
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def is_news(record: logging.LogRecord) -> bool:
    """Whether a line belongs into the log."""
    return not (record.name == "uvicorn.error" and record.getMessage() in IGNORED)


def begin(level: str) -> None:
    """Log to standard error, from this level on."""
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(JsonLines())
    writer.addFilter(is_news)
    logging.basicConfig(level=level.upper(), handlers=[writer], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
