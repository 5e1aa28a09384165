"""The log for people who run the server: one JSON object a line, and no secrets in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

QUERY = re.compile(r"\?[^\s\"']*")  # of an address: an invitation's secret may stand there
REFUSED_HANDSHAKE = "ASGI callable returned without completing handshake."
QUIET = ("uvicorn.access", "alembic", "asyncio", "websockets")


class JsonLines(logging.Formatter):
    """What happened is the message; what belongs to it stands in `fields`."""

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
    """Not that a handshake was refused: uvicorn calls that an error, and strangers could fill the log with it."""
    return not (record.name == "uvicorn.error" and record.getMessage() == REFUSED_HANDSHAKE)


def begin(level: str) -> None:
    """Write to standard error from this level on."""
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(JsonLines())
    writer.addFilter(is_news)
    logging.basicConfig(level=level.upper(), handlers=[writer], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
