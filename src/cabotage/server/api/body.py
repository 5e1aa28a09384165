"""Parses JSON bodies: limits the number of fields first, and parses large bodies outside the event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from fastapi import Request, Response
from fastapi.routing import APIRoute

from cabotage.server.api.validation import not_json
from cabotage.server.errors import Malformed, TooLarge

RECORDS = "/api/records"
MOST_FIELDS = 2_000  # of a body; the largest board has a tenth of that
MOST_RECORD_FIELDS = 30_000  # about 10,000 events; long games have 2,000
SMALL_BYTES = 64 * 1024  # parsed in less than a millisecond


class JsonRoute(APIRoute):
    """A route whose body is parsed here instead of by FastAPI."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with our request class."""
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return handler


class JsonRequest(Request):
    """A request that raises our errors for a body that is too complex or invalid."""

    async def json(self) -> Any:
        """The parsed body."""
        return await parse(await self.body(), MOST_RECORD_FIELDS if self.url.path == RECORDS else MOST_FIELDS)


async def parse(body: bytes, most_fields: int) -> Any:
    """The value of a JSON text."""
    if body.count(b":") > most_fields:  # at least one per field, and counted in microseconds
        raise TooLarge("request.too_complex", most=most_fields)
    return decode(body) if len(body) <= SMALL_BYTES else await asyncio.to_thread(decode, body)


def decode(body: bytes) -> Any:
    """The value of a JSON text. Rejects lone surrogates, which could not be stored or sent."""
    try:
        return msgspec.json.decode(body)
    except RecursionError:
        raise _invalid(not_json()) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _invalid(_error(body)) from None


def _error(body: bytes) -> Malformed:
    """Where the text is wrong: only the standard library always says so."""
    try:
        json.loads(body)
    except json.JSONDecodeError as error:
        return not_json(error.pos)
    except (UnicodeDecodeError, RecursionError):
        pass
    return not_json()


def _invalid(reason: Malformed) -> Malformed:
    return Malformed("request.malformed", reason=reason)
