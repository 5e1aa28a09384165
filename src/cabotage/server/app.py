"""The application: routes, middleware and error responses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import cabotage
from cabotage.core.errors import CabotageError
from cabotage.server import lag, page
from cabotage.server.api import (
    analysis,
    clubs,
    dice,
    games,
    health,
    local_network,
    mistakes,
    notices,
    passkeys,
    people,
    puzzles,
    records,
    seat_requests,
    seats,
    tables,
)
from cabotage.server.api.refusal import of_status, refuse
from cabotage.server.api.validation import malformed
from cabotage.server.connections import Connections
from cabotage.server.errors import WrongMedia
from cabotage.server.language import wanted
from cabotage.server.live import socket
from cabotage.server.live.messages import CLIENT_MESSAGE, SERVER_MESSAGE
from cabotage.server.metrics import Metrics
from cabotage.server.middleware.http import Middleware
from cabotage.server.middleware.limits import Limits
from cabotage.server.readiness import Readiness, newest_ms
from cabotage.server.services import Services
from cabotage.server.totals import Totals
from cabotage.tables.clock import Now, SteadyClock, wall_clock_ms

if TYPE_CHECKING:
    from pathlib import Path

    from cabotage.server.settings import Settings

SMALL_BYTES, QUICK = 1000, 4  # smaller responses are not compressed; a low level, because people wait
SCHEMAS = "#/components/schemas/{model}"


def create(settings: Settings, now: Now = wall_clock_ms, shared: Path | None = None) -> FastAPI:
    """The application. Its services are opened when it starts, or before that by `app.state.open`.

    One of several workers shares its metrics with the others in a folder.
    """
    metrics, limits, connections = Metrics(), Limits(settings), Connections(settings)
    metrics.count_connections(connections)
    totals = None if shared is None else Totals(shared, metrics.text)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if not hasattr(app.state, "services"):
            await open_services()
        tasks = [asyncio.create_task(lag.watch(metrics))]
        if totals is not None:
            tasks.append(asyncio.create_task(totals.keep()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await app.state.services.close()

    async def open_services() -> None:
        services = await Services.open(settings, metrics, limits, now)
        if isinstance(now, SteadyClock):
            now.continue_from(await newest_ms(services.tables.log.database))
        app.state.services = services
        app.state.readiness = Readiness(services.tables.log.database, settings, metrics)

    app = FastAPI(
        title="Cabotage",
        version=cabotage.__version__,
        description="Tables of five sea-faring games. Choose the language of texts with ?language=en|fr; "
        "the header Content-Language names the one that was used.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.open = open_services
    app.state.totals = totals
    app.state.connections = connections
    app.add_middleware(GZipMiddleware, minimum_size=SMALL_BYTES, compresslevel=QUICK)
    app.add_middleware(Middleware, settings=settings, limits=limits, connections=connections, metrics=metrics)
    for part in (
        health,
        people,
        passkeys,
        notices,
        local_network,
        games,
        puzzles,
        mistakes,
        dice,
        tables,
        seats,
        seat_requests,
        records,
        analysis,
        clubs,
        socket,
    ):
        app.include_router(part.router)
    page.mount(app)
    _refusals(app, metrics)
    _schema(app)
    _build_routes(app)
    return app


def _build_routes(app: FastAPI) -> None:
    """FastAPI builds its routes when it first looks for one: now, or the first request would hold up all others."""
    for route in app.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "headers": []})


def _refusals(app: FastAPI, metrics: Metrics) -> None:
    """Turn every error into a response with a code and a sentence."""

    def refused(request: Request, error: CabotageError) -> Response:
        metrics.refused(error.code)
        return refuse(error, wanted(request))

    @app.exception_handler(CabotageError)
    async def _ours(request: Request, error: CabotageError) -> Response:
        return refused(request, error)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        is_json = not isinstance(error.body, bytes)  # a body with another content type was not parsed
        return refused(request, malformed(error.errors()) if is_json else WrongMedia("request.media"))

    @app.exception_handler(HTTPException)
    async def _framework(request: Request, error: HTTPException) -> Response:
        # FastAPI wraps errors raised while a body is read.
        cause = error.__cause__
        return refused(request, cause if isinstance(cause, CabotageError) else of_status(error.status_code))


def _schema(app: FastAPI) -> None:
    """Add the messages of the socket to the OpenAPI document, so that types can be generated from it alone."""
    usual = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = usual()
            schemas = document["components"]["schemas"]
            for name, adapter, mode in (
                ("ClientMessage", CLIENT_MESSAGE, "validation"),
                ("ServerMessage", SERVER_MESSAGE, "serialization"),
            ):
                made = adapter.json_schema(ref_template=SCHEMAS, mode=mode)  # type: ignore[arg-type]
                schemas.update({key: value for key, value in made.pop("$defs").items() if key not in schemas})
                schemas[name] = made
        schema: dict[str, Any] = usual()
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
