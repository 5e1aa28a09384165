"""The socket of one viewer at one table: sends a view, then updates, and takes choices."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import CabotageError
from cabotage.server.api.dependencies import eyes, make_choice, own
from cabotage.server.api.refusal import encoded, error_text
from cabotage.server.api.validation import malformed, of_parameter
from cabotage.server.api.view import mine, show
from cabotage.server.errors import NotYourSeat, TooLarge, TooMany, status
from cabotage.server.live.greetings import greet
from cabotage.server.live.messages import (
    CLIENT_MESSAGE,
    ClientChoose,
    ClientGreet,
    ClientLook,
    ClientMessage,
    ClientUndo,
)
from cabotage.server.live.protocol import LINE, SocketProtocol
from cabotage.server.middleware.costs import USUAL, message_cost
from cabotage.server.middleware.limits import REFUSAL_SECONDS
from cabotage.server.people.caller import Caller, limit_key, recognise
from cabotage.tables import Batch, Table

if TYPE_CHECKING:
    from cabotage.server.connections import Connections
    from cabotage.server.services import Services

MOST_BYTES = 16 * 1024
MOST_WAITING = 500  # messages for a client that does not read; then the connection is closed
CLOSE_BASE = 4000  # close codes are 4000 plus the HTTP status of the error
TRY_LATER = 1013
POLICY = 1008
MOST_REFUSED = 20  # messages over the budget, of a client that never waits

router = APIRouter()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """messages.py lists the messages; docs/reference/api.md explains them."""
    services: Services = socket.app.state.services
    await socket.accept()
    caller: Caller | None = None
    try:
        caller = await recognise(socket, services)
        found = await services.tables.find(table)
        viewer = eyes(found, caller, _number(socket, "seat"))
        since, is_full = _number(socket, "since"), socket.query_params.get("full") == "true"
    except CabotageError as error:
        services.metrics.refused(error.code)
        language = caller.language if caller is not None else "en"
        await socket.send_text(encoded({"type": "error", **error_text(error, language)}).decode())
        await socket.close(CLOSE_BASE + status(error))
        return
    connection = Connection(socket, services, found, caller, viewer, is_full)
    is_player = bool(mine(found, caller.identity))
    connections: Connections = socket.app.state.connections
    watching = connections.spectator(socket.scope["extensions"][LINE], caller.address)
    with contextlib.nullcontext() if is_player else watching:
        await connection.run(since)


def _number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    try:
        return max(-1, min(int(text), 2**31 - 1))
    except ValueError:
        raise of_parameter(name) from None


class Connection:
    """One queue takes the client's messages, appended rows and messages for the client, so that their order is kept.

    Updates do not wait in it if nothing else does.
    """

    def __init__(
        self, socket: WebSocket, services: Services, table: Table, caller: Caller, viewer: int, is_full: bool
    ) -> None:
        self._socket = socket
        self._line: SocketProtocol = socket.scope["extensions"][LINE]
        self._services = services
        self._table = table
        self._caller = caller
        self._viewer = viewer
        self._is_full = is_full  # views only, no updates
        self._queue: asyncio.Queue[str | Batch | dict[str, Any] | None] = asyncio.Queue()
        self._sent_seq: dict[int, int] = {}  # by viewer: the last row that was sent
        self._shown = viewer  # whose view was sent last
        self._first_seq = table.seq
        self._numbered_seq = table.seq  # seats are numbered as after this row
        self._seats = table.state.seats  # the same list until something about them changes
        self._limit_key = limit_key(socket)
        self._refused = 0
        self._sending = 0  # views and messages that have to be sent before anything else

    def hear(self, message: dict[str, Any]) -> None:
        """A greeting, who is connected, or chances, which are not for people who play."""
        if message["type"] == "chances" and mine(self._table, self._caller.identity):
            return
        self._queue.put_nowait(message)

    def put_nowait(self, batch: Batch) -> None:
        """What was appended to the table: sent at once, unless something else has to be sent first."""
        if self._sending or not self._queue.empty() or not self._line.is_writable:
            self._queue.put_nowait(batch)
            return
        try:
            update = self._update(batch)
        except Exception:  # the move was made, and must not seem to have failed; the queue raises it again
            update = None
        if update is None:
            self._queue.put_nowait(batch)
        elif update:
            self._line.write(update)

    def _hear_client(self, text: str | None) -> None:
        self._queue.put_nowait(text)
        if self._queue.qsize() > MOST_WAITING // 2:
            self._line.transport.pause_reading()

    async def run(self, since: int | None) -> None:
        presence, table, chances = self._services.presence, self._table, self._services.chances
        presence.enter(table, self, self._caller.identity)
        try:
            with table.subscribe(self):
                self._line.take_over(self._hear_client)
                await self._serve(since)
        finally:
            chances.leave(table, self)
            presence.leave(table, self, self._caller.identity)

    async def _serve(self, since: int | None) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # what Starlette raises after a disconnect
            self._first_seq = self._table.seq
            await self._show(since)
            if self._viewer == SPECTATOR and not mine(self._table, self._caller.identity):
                self._services.chances.enter(self._table, self, self._caller)
            while (item := await self._queue.get()) is not None:
                if self._queue.qsize() > MOST_WAITING:
                    await self._socket.close(TRY_LATER)
                    return
                if self._queue.qsize() == MOST_WAITING // 2:
                    self._line.transport.resume_reading()
                if isinstance(item, Batch):
                    await self._follow(item)
                elif isinstance(item, str):
                    if self._refused and self._line.transport.is_closing():
                        return  # a client that flooded us has gone: nobody waits for the rest
                    await self._receive(item)
                    if self._refused > MOST_REFUSED:
                        await self._socket.close(POLICY)
                        return
                else:
                    await self._send(item)

    async def _receive(self, text: str) -> None:
        """One message of the client. An invalid one is answered with an error, and changes nothing."""
        try:
            self._charge(USUAL)
            if len(text) > MOST_BYTES:
                raise TooLarge("request.too_large", most=MOST_BYTES)
            try:
                message = CLIENT_MESSAGE.validate_json(text)
            except ValidationError as error:
                raise malformed(error.errors(include_url=False, include_input=False)) from None
            if (more := message_cost(message.type) - USUAL) > 0:
                self._charge(more)
            if self._queue.empty():
                self._refused = 0
            await self._do(message)
        except CabotageError as error:
            if isinstance(error, TooMany):
                self._refused += 1
                await asyncio.sleep(REFUSAL_SECONDS)
            self._services.metrics.refused(error.code)
            await self._send({"type": "error", **error_text(error, self._caller.language)})

    def _charge(self, units: int) -> None:
        self._services.limits.request(self._limit_key, self._caller.address, units)

    async def _afford_view(self) -> None:
        """Over their budget, clients who want full views get fewer of them, later."""
        while True:
            try:
                return self._charge(message_cost("look"))
            except TooMany:
                await asyncio.sleep(REFUSAL_SECONDS)

    async def _do(self, message: ClientMessage) -> None:
        services, table = self._services, self._table
        self._renumber()
        if isinstance(message, ClientChoose):
            await make_choice(services, table, own(table, self._caller, self._seat(message.seat)), message)
        elif isinstance(message, ClientUndo):
            await table.undo(own(table, self._caller, self._seat(message.seat)), message.seq)
            services.bot_runner.look(table)
        elif isinstance(message, ClientGreet):
            greet(services, table, self._caller, self._viewer, message.greeting)
        elif isinstance(message, ClientLook):
            if message.seat not in mine(table, self._caller.identity):
                raise NotYourSeat("seat.not_yours")
            self._viewer = message.seat
            await self._show(None)
        else:
            await self._send({"type": "pong"})

    def _seat(self, seat: int | None) -> int | None:
        """By default, the seat whose view is shown acts."""
        return self._viewer if seat is None and self._viewer >= 0 else seat

    def _renumber(self) -> None:
        """The same viewers, if the lot has given their seats other numbers."""
        state, seq = self._table.state, self._numbered_seq
        if state.seats is self._seats:
            return
        self._seats = state.seats
        self._viewer = state.seat_now(self._viewer, seq)
        if (
            state.status != "over"
            and self._viewer >= 0
            and self._viewer not in mine(self._table, self._caller.identity)
        ):
            self._viewer = eyes(self._table, self._caller, None)  # their data was deleted
        self._sent_seq = {state.seat_now(viewer, seq): sent for viewer, sent in self._sent_seq.items()}
        self._numbered_seq = state.seq

    async def _follow(self, batch: Batch) -> None:
        """Send what was appended: as an update if the client has the view before it, otherwise as a new view."""
        update = self._update(batch)
        if update is None:
            if self._is_full:
                await self._afford_view()
            await self._show(None)
        elif update:
            await self._write(update)

    def _update(self, batch: Batch) -> bytes | None:
        """The update for this viewer: empty if they know it already, None if they need a new view."""
        self._renumber()
        viewer = self._viewer
        sent_seq = self._sent_seq.get(viewer, self._first_seq)
        if batch.last_seq <= sent_seq:
            return b""
        if self._is_full or not batch.is_play or self._shown != viewer or sent_seq != batch.first_seq - 1:
            return None
        update = batch.update(viewer, self._caller.language)
        self._sent_seq[viewer] = batch.last_seq
        return update

    async def _show(self, since: int | None) -> None:
        """Send a view; its steps begin after the last row that was sent for this viewer."""
        self._renumber()
        viewer = self._viewer
        if since is None:
            since = self._sent_seq.get(viewer, self._first_seq if self._sent_seq else None)
        self._sending += 1
        try:
            view = await show(self._services, self._table, self._caller, viewer, since)
            self._sent_seq[viewer] = view["seq"]
            self._shown = viewer
            await self._send({"type": "view", **view})
        finally:
            self._sending -= 1

    async def _send(self, message: dict[str, Any]) -> None:
        await self._write(encoded(message))

    async def _write(self, text: bytes) -> None:
        """Send a message as soon as the client has read the ones before it."""
        self._sending += 1
        try:
            await self._line.writable.wait()
            self._line.write(text)
        finally:
            self._sending -= 1
