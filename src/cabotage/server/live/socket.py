"""The socket of one viewer at one table: a view for every batch of rows, and the same door for choices."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cabotage.core.errors import CabotageError
from cabotage.server.api.dependencies import eyes, own
from cabotage.server.api.refusal import told, written
from cabotage.server.api.validation import malformed, of_parameter
from cabotage.server.api.view import mine, show
from cabotage.server.errors import NotYourSeat, TooLarge, TooMany, status
from cabotage.server.live.greetings import greet
from cabotage.server.live.messages import CLIENT_MESSAGE, ClientChoose, ClientGreet, ClientLook, ClientPing, ClientUndo
from cabotage.server.people.caller import Caller, limit_key, recognise
from cabotage.tables import Appended, Table

if TYPE_CHECKING:
    from cabotage.server.services import Services

MOST_BYTES = 16 * 1024
MOST_WAITING = 500  # messages for somebody who does not read; then the line is cut
CLOSE_BASE = 4000  # close codes are 4000 and the status that HTTP would have had
TRY_LATER = 1013
POLICY = 1008
MOST_REFUSED = 50  # messages too many, in a row

router = APIRouter()


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """See messages.py for what is said; docs/reference/api.md explains it."""
    services: Services = socket.app.state.services
    await socket.accept()
    caller: Caller | None = None
    try:
        caller = await recognise(socket, services)
        found = await services.tables.find(table)
        viewer = eyes(found, caller, _number(socket, "seat"))
        since = _number(socket, "since")
    except CabotageError as error:
        services.metrics.refused(error.code)
        language = caller.language if caller is not None else "en"
        await socket.send_text(written({"type": "error", **told(error, language)}).decode())
        await socket.close(CLOSE_BASE + status(error))
        return
    await Line(socket, services, found, caller, viewer).run(since)


def _number(socket: WebSocket, name: str) -> int | None:
    text = socket.query_params.get(name)
    if text is None:
        return None
    try:
        return max(-1, min(int(text), 2**31 - 1))
    except ValueError:
        raise of_parameter(name) from None


class Line:
    """What goes out waits in one inbox, with what comes in, so that all happens in one order."""

    def __init__(self, socket: WebSocket, services: Services, table: Table, caller: Caller, viewer: int) -> None:
        self._socket = socket
        self._services = services
        self._table = table
        self._caller = caller
        self._viewer = viewer
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._sent_seq: dict[int, int] = {}  # by viewer: steps up to here were shown
        self._first_seq = table.seq
        self._refs: dict[int, str | None] = {}  # by the last row of a batch: who asked for it
        self._limit_key = limit_key(socket)
        self._refused = 0

    def hear(self, message: dict[str, Any]) -> None:
        """From the hall: a greeting, or who is here."""
        self._inbox.put_nowait(message)

    async def run(self, since: int | None) -> None:
        presence, table = self._services.presence, self._table
        presence.enter(table, self, self._caller.identity)
        try:
            with table.subscribe() as moves:
                pumps = [asyncio.create_task(self._pump(moves)), asyncio.create_task(self._read())]
                try:
                    await self._serve(since)
                finally:
                    for pump in pumps:
                        pump.cancel()
                    await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            presence.leave(table, self, self._caller.identity)

    async def _serve(self, since: int | None) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # starlette's words for: nobody is there any more
            self._first_seq = self._table.seq
            await self._show(since)
            while True:
                item = await self._inbox.get()
                if item is None:
                    return
                if self._inbox.qsize() > MOST_WAITING:
                    await self._socket.close(TRY_LATER)
                    return
                if isinstance(item, Appended):
                    if item.last_seq > self._first_seq:
                        await self._show(None, item)
                elif isinstance(item, str):
                    await self._obey(item)
                    if self._refused > MOST_REFUSED:
                        await self._socket.close(POLICY)
                        return
                else:
                    await self._send(item)

    async def _pump(self, moves: asyncio.Queue[Appended]) -> None:
        while True:
            self._inbox.put_nowait(await moves.get())

    async def _read(self) -> None:
        """One message at a time is taken from the wire as long as the inbox is not full."""
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                if text is None:
                    text = (message.get("bytes") or b"").decode("utf-8", "replace")
                self._inbox.put_nowait(text)
                while self._inbox.qsize() > MOST_WAITING // 2:
                    await asyncio.sleep(0.01)
        finally:
            self._inbox.put_nowait(None)

    async def _obey(self, text: str) -> None:
        """One message from the page or a program. What is refused is told, and changes nothing."""
        ref: str | None = None
        try:
            self._services.limits.request(self._limit_key, self._caller.address)
            self._refused = 0
            if len(text) > MOST_BYTES:
                raise TooLarge("request.too_large", most=MOST_BYTES)
            ref = _ref(text)
            try:
                said = CLIENT_MESSAGE.validate_json(text)
            except ValidationError as error:
                raise malformed(error.errors(include_url=False, include_input=False)) from None
            await self._do(said)
        except CabotageError as error:
            self._refused += isinstance(error, TooMany)
            self._services.metrics.refused(error.code)
            await self._send({"type": "error", "ref": ref, **told(error, self._caller.language)})

    async def _do(self, said: ClientChoose | ClientUndo | ClientGreet | ClientLook | ClientPing) -> None:
        table = self._table
        if self._services.tables.log.is_shared:
            await table.refresh()
        if isinstance(said, ClientChoose):
            seat = own(table, self._caller, self._mine(said.seat))
            move = await table.submit(seat, said.seq, said.choice)
            self._refs[move.last_seq] = said.ref
            self._services.metrics.moved(table.state.opening.game, "person")
            self._services.bot_runner.look(table)
        elif isinstance(said, ClientUndo):
            move = await table.undo(own(table, self._caller, self._mine(said.seat)), said.seq)
            self._refs[move.last_seq] = said.ref
            self._services.bot_runner.look(table)
        elif isinstance(said, ClientGreet):
            greet(self._services, table, self._caller, self._viewer, said.greeting)
        elif isinstance(said, ClientLook):
            if said.seat not in mine(table, self._caller.identity):
                raise NotYourSeat("seat.not_yours")
            self._viewer = said.seat
            await self._show(None, ref=said.ref)
        else:
            await self._send({"type": "pong", "ref": said.ref})

    def _mine(self, seat: int | None) -> int | None:
        """Without a seat, the one whose eyes are shown acts."""
        return self._viewer if seat is None and self._viewer >= 0 else seat

    async def _show(self, since: int | None, at: Appended | None = None, ref: str | None = None) -> None:
        """A view; its steps begin where the last one for these eyes ended."""
        table, viewer = self._table, self._viewer
        last_seq = table.seq if at is None else at.last_seq
        if since is None:
            since = self._sent_seq.get(viewer, self._first_seq if self._sent_seq else None)
        here = self._services.presence.here(table)
        now_ms = self._services.now()
        view = show(table, viewer, self._caller.identity, self._caller.language, here, since, at, now_ms)
        self._sent_seq[viewer] = last_seq
        ref = self._refs.pop(last_seq, None) if at is not None else ref
        await self._send({"type": "view", "ref": ref, **view})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(written(message).decode())


def _ref(text: str) -> str | None:
    """The ref of a message that may be wrong otherwise."""
    with contextlib.suppress(ValueError, RecursionError):
        said = json.loads(text)
        if isinstance(said, dict) and isinstance(said.get("ref"), str) and len(said["ref"]) <= 64:
            ref: str = said["ref"]
            return ref if ref.isprintable() else None
    return None
