"""Whatever is refused, told the same way: a stable code and a sentence in the reader's language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from cabotage.core.errors import CabotageError
from cabotage.server.errors import Malformed, NoSuchPath, ServerError, TooMany, WrongMethod, status

if TYPE_CHECKING:
    from collections.abc import Sequence

RETRY_SECONDS = 1
BAD_REQUEST, METHOD_NOT_ALLOWED = 400, 405
LONGEST_REASON = 300


def written(content: Any) -> bytes:
    """JSON as it goes over the wire."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def answer(content: Any, code: int = 200) -> Response:
    return Response(written(content), code, media_type="application/json")


def refuse(error: CabotageError, language: str) -> Response:
    """The error as an answer."""
    response = answer({"error": told(error, language)}, status(error))
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def told(error: CabotageError, language: str) -> dict[str, str]:
    return {"code": error.code, "sentence": error.sentence(language)}


def malformed(problems: Sequence[Any]) -> ServerError:
    """What is wrong with a body or a parameter, by the first problem found."""
    first = problems[0] if problems else {}
    where = ".".join(str(part) for part in first.get("loc", ())[1:])
    reason = f"{where}: {first.get('msg', '')}" if where else str(first.get("msg", ""))
    return Malformed("request.malformed", reason=printable(reason))


def of_status(code: int) -> ServerError:
    """What the framework itself refuses."""
    if code == BAD_REQUEST:
        return Malformed("request.malformed", reason="JSON")
    return WrongMethod("request.method") if code == METHOD_NOT_ALLOWED else NoSuchPath("request.not_found")


def printable(text: str) -> str:
    """What a stranger wrote, so that it can be repeated: no lone surrogates, no controls, not endless."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)[:LONGEST_REASON]
