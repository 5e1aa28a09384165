"""Responses as JSON, and errors as responses: a stable code and a sentence in the caller's language."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from cabotage.core.errors import CabotageError
from cabotage.server.api.validation import not_json
from cabotage.server.errors import Malformed, NoSuchPath, ServerError, TooMany, WrongMethod, status

RETRY_SECONDS = 1
BAD_REQUEST, METHOD_NOT_ALLOWED = 400, 405


def encoded(content: Any) -> bytes:
    """JSON as it is sent."""
    return msgspec.json.encode(content)


def answer(content: Any, code: int = 200) -> Response:
    return Response(encoded(content), code, media_type="application/json")


def refuse(error: CabotageError, language: str) -> Response:
    """The response for an error."""
    response = answer({"error": error_text(error, language)}, status(error))
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def error_text(error: CabotageError, language: str) -> dict[str, str]:
    return {"code": error.code, "sentence": error.sentence(language)}


def of_status(code: int) -> ServerError:
    """The error for a status that the framework itself raised."""
    if code == BAD_REQUEST:
        return Malformed("request.malformed", reason=not_json())
    return WrongMethod("request.method") if code == METHOD_NOT_ALLOWED else NoSuchPath("request.not_found")
