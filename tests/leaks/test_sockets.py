"""Two servers whose tables differ only in what a viewer cannot know send that viewer the same bytes, in every game.

World A is a game played at random, with choices taken back. World B follows the same public story: wherever the viewer
does not see a number, it has any other that looks the same. Both are then played again on two real servers, whose dice
fall as the worlds say, while the viewer listens on a socket, loses it, comes back, looks over HTTP, takes the record
and a hint, and tries what is refused. As long as B follows, every byte and the number of messages must be the same; so
must be the headers and the compressed sizes, which an eavesdropper sees too, and what a bot at the viewer's seat is
asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert

from cabotage.core.contract import SPECTATOR
from cabotage.core.game import Game
from cabotage.games import find
from cabotage.server.bots.pool import Pool
from cabotage.server.bots.runner import ask
from cabotage.server.bots.worker import Question
from cabotage.server.live import chances
from cabotage.server.migration import upgrade
from cabotage.server.people import secret
from cabotage.server.schema import IDENTITIES
from cabotage.tables import Kind, Row
from cabotage.tables.clock import Clock
from cabotage.tables.dice import FairDice
from cabotage.tables.log import Log, Summary
from cabotage.tables.opening import Opening
from cabotage.tables.undo import may_undo
from tests.leaks.test_tables import World, follow
from tests.leaks.worlds import has_secrets
from tests.server.fixtures import Harbour, Visitor, Wire, harbour
from tests.settings import each_registered_game, few_settings

NOON_MS = 1_000_000_000_000
CHOICES = 25
UNDOES = 0.3
TRIES = 8
SETTING = {"treasure_boots": 2}  # with secret ports: the usual options hide nothing
MOST_ROWS = 45  # of each world
CHANCES = b'{"type":"chances"'
TRY_EVERY = 4  # choices between two looks at everything else
SEEDS = (b"A" * 32, b"B" * 32)  # told apart by the dice below; the promise is the same in both worlds
scripts: dict[bytes, dict[int, int]] = {}  # by seed: at each step, the index of what is drawn


class ScriptedDice(FairDice):
    """Fall as the world says."""

    def __init__(self, seed: bytes, digest: bytes, step: int, history: Any) -> None:
        super().__init__(seed, digest, step, history)
        self._script = scripts[seed]
        self._numbers = history

    def pick(self, weights: Any) -> int:
        return self._script[len(self._numbers)]


def holder(seat: int) -> str:
    return f"person{seat}"


def beginning(box: Any) -> list[Row]:
    """Every seat is another person's; spectators see live chances."""
    seats = ["me", *["friend"] * (box.seats - 1)]
    opening = Opening.of(box, seats, Clock(), "promise", has_chances=True)
    rows = [Row("t", 0, Kind.OPENED, -1, opening.written(), NOON_MS)]
    rows += [Row("t", 1 + seat, Kind.SAT, seat, {"holder": holder(seat)}, NOON_MS) for seat in range(box.seats)]
    return [*rows, Row("t", len(rows), Kind.STARTED, -1, None, NOON_MS)]


def script(world: World) -> dict[int, int]:
    """The index of every draw of a world among what could be drawn, by the number of steps before it."""
    step = World(world.rows[: _start(world) + 1])
    indices: dict[int, int] = {}
    for row in world.rows[_start(world) + 1 :]:
        position = step.state.position
        if row.kind is Kind.DRAWN:
            numbers = [outcome.number for outcome in position.chances]
            indices[len(position.history)] = numbers.index(row.value)
        step.add(row.kind, row.seat, row.value)
    return indices


def _start(world: World) -> int:
    return next(at for at, row in enumerate(world.rows) if row.kind is Kind.STARTED)


def _first(world: World) -> int:
    """Rows up to the first choice: these are there when the servers start."""
    return next(at for at, row in enumerate(world.rows) if row.kind is Kind.CHOSEN)


async def furnish(url: str, world: World, seed: bytes, most_rows: int | None = None) -> None:
    """A database with the people, and the table as it is before the first choice, or after so many rows."""
    log = await Log.open(url)
    await log.database.write(upgrade)
    seats = len(world.state.seats)
    people = [
        {"hash": secret.hashed(f"secret{seat}"), "id": holder(seat), "created_ms": NOON_MS} for seat in range(seats)
    ]
    await log.database.write(lambda connection: connection.execute(insert(IDENTITIES), people))
    rows = world.rows[: _first(world) if most_rows is None else most_rows]
    await log.create(seed, rows, Summary("t", world.state.opening.game, "running", NOON_MS))
    await log.close()


class Ear:
    """All that the viewer gets from one server, byte by byte."""

    def __init__(self, port: Harbour, viewer: int, people: list[Visitor]) -> None:
        self.people = people
        self.visitor = people[viewer] if viewer >= 0 else None
        self.port = port
        self.heard: list[str] = []
        self.sizes: list[str] = []  # of compressed messages
        self._stack = contextlib.ExitStack()
        self._wire: Wire | None = None

    def connect(self, since: int | None) -> None:
        self._stack.close()
        visitor = self.visitor
        if visitor is None:
            visitor = self._stack.enter_context(self.port.visitor())
        query = "?language=fr" if since is None else f"?language=fr&since={since}"
        self._wire = self._stack.enter_context(visitor.live("t", query))
        self.heard.append(self._wire.raw())
        self._weigh(self._wire)
        if self.visitor is None:
            self._hear_chances(json.loads(self.heard[-1])["seq"])

    def _weigh(self, wire: Wire) -> None:
        """Note the size of every compressed message from now on; the first was compressed alone."""
        [deflate] = wire.socket.protocol.extensions
        unpack = deflate.decode

        def decode(frame: Any, *, max_size: int | None = None) -> Any:
            size, unpacked = len(frame.data), unpack(frame, max_size=max_size)
            # Pings come when they come; the first chances may have come already, and are too short to be compressed.
            if frame.opcode.name == "TEXT" and not bytes(unpacked.data).startswith(CHANCES):
                self.sizes.append(f"{size} bytes")
            return unpacked

        deflate.decode = decode  # type: ignore[method-assign]

    def close(self) -> None:
        self._stack.close()

    def hear(self) -> None:
        """One message for every batch, then nothing more; for spectators, the chances after it."""
        assert self._wire is not None
        self.heard.append(self._wire.raw())
        if self.visitor is None:
            self._hear_chances(json.loads(self.heard[-1])["seq"])

    def _hear_chances(self, seq: int) -> None:
        assert self._wire is not None
        self.heard.append(self._wire.raw())
        told = json.loads(self.heard[-1])
        assert (told["type"], told["seq"]) == ("chances", seq), self.heard[-1][:300]

    def hear_no_more(self) -> None:
        """Whatever else was sent must have come before the answer to a ping."""
        assert self._wire is not None
        self._wire.say(type="ping")
        self.heard.append(self._wire.raw())
        assert json.loads(self.heard[-1])["type"] == "pong", self.heard[-1][:300]

    def try_everything(self, seq: int) -> None:
        """Looking, the record, a hint, and what is refused."""
        with contextlib.ExitStack() as stack:
            visitor = self.visitor or stack.enter_context(self.port.visitor())
            for method, path, body in (
                ("GET", "", None),
                ("GET", "?language=fr&since=0", None),
                ("GET", "?seat=-1", None),
                ("GET", f"?at={seq - 1}", None),
                ("GET", "?seat=1", None),
                ("GET", "/record", None),
                ("GET", "/hint", None),
                ("POST", "/choices", {"seq": seq, "choice": "nothing of the kind"}),
                ("POST", "/choices", {"seq": seq - 1, "choice": 0}),
                ("POST", "/fork", {"at": seq, "seats": ["me"] * 2}),
                ("POST", "/takeover", {"seat": 0, "rank": "nobody"}),
            ):
                answer = visitor.client.request(method, f"/api/tables/t{path}", json=body)
                self.heard.append(f"{method} {path} {answer.status_code} {answer.text}")
                headers = sorted((name, text) for name, text in answer.headers.items() if name != "date")
                self.heard.append(f"{headers} and {answer.num_bytes_downloaded} bytes")
            view = json.loads(next(line for line in self.heard[::-1] if line.startswith("GET  200"))[9:])
            if not view["can_undo"] and self.visitor is not None:
                answer = visitor.client.post("/api/tables/t/undo", json={"seq": seq})
                self.heard.append(f"undo {answer.status_code} {answer.text}")
            if view["to_act"] != view["viewer"] and self.visitor is not None:
                answer = visitor.client.post("/api/tables/t/choices", json={"seq": seq, "choice": 0})
                self.heard.append(f"choose {answer.status_code} {answer.text}")


def perform(port: Harbour, world: World, viewer: int, rows: int) -> list[str]:
    """Play the world again on a server; what the viewer got."""
    with contextlib.ExitStack() as stack:
        people = []
        for seat in range(len(world.state.seats)):
            visitor = stack.enter_context(port.visitor())
            visitor.client.cookies.set("cabotage", f"secret{seat}")
            people.append(visitor)
        ear = Ear(port, viewer, people)
        stack.callback(ear.close)
        ear.connect(None)
        seq = _first(world) - 1
        count = 0
        for row in world.rows[seq + 1 : rows]:
            if row.kind in (Kind.DRAWN, Kind.ENDED):
                continue
            path, body = "choices", {"seq": seq, "seat": row.seat, "choice": row.value}
            if row.kind is Kind.UNDONE:
                path, body = "undo", {"seq": seq, "seat": row.seat}
            seq = people[row.seat].ask("POST", f"/api/tables/t/{path}", 200, body)["seq"]
            ear.hear()
            count += 1
            if count % TRY_EVERY == 0:
                ear.hear_no_more()
                ear.try_everything(seq)
                ear.connect(max(0, seq - 6))
        ear.hear_no_more()
        assert len(ear.sizes) >= count
        return ear.heard + ear.sizes


def whole_moves(world: World, most: int) -> int:
    """So many rows, and no half move: a choice is appended with all draws that follow."""
    rows = world.rows[:most]
    while rows and (rows[-1].kind is Kind.DRAWN or len(rows) < len(world.rows)):
        if len(rows) < len(world.rows) and world.rows[len(rows)].kind in (Kind.CHOSEN, Kind.UNDONE):
            break
        rows = rows[:-1]
    return len(rows)


def last_common(real: World, other: World) -> int:
    """The rows that both worlds can be played to: whole moves, and nobody's last one."""
    most = min(len(real.rows), len(other.rows), MOST_ROWS + _first(real))
    return min(whole_moves(real, most), whole_moves(other, most))


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabotage.tables.draft.FairDice", ScriptedDice)
    monkeypatch.setattr(chances, "GRID_SECONDS", 0.01)
    monkeypatch.setattr(chances, "ITERATIONS", 20)

    async def run(_self: Pool, work: Any, *arguments: Any) -> Any:
        return await asyncio.to_thread(work, *arguments)  # hints without a new process for each of many servers

    monkeypatch.setattr(Pool, "run", run)


@each_registered_game
def test_a_bot_is_asked_the_same_in_both_worlds(game: Game) -> None:
    """So the time that it thinks cannot depend on what its seat does not know."""
    asked = 0
    for real, other, viewer, rows in worlds(game):
        if viewer == SPECTATOR:
            continue
        questions = []
        for world in (real, other):
            state = World(world.rows[:rows]).state
            table: Any = SimpleNamespace(state=state, view=state.position.view)
            questions.append(ask(table, viewer, state.move_seq))
        assert questions[0] == questions[1]
        asked += 1
    assert asked


def play(world: World, rng: random.Random) -> None:
    """Random choices, some taken back, as at a real table: chance acts at once, so only what it leaves alone."""
    chosen = 0
    while not world.state.position.is_over:
        position, last = world.state.position, world.rows[-1]
        if position.is_chance:
            weights = [float(outcome.probability) for outcome in position.chances]
            world.add(Kind.DRAWN, -1, rng.choices(position.chances, weights)[0].number)
        elif last.kind is Kind.CHOSEN and rng.random() < UNDOES and may_undo(world.state, last.seat):
            world.add(Kind.UNDONE, last.seat, {"choice": last.seq})
        elif chosen == CHOICES:
            break
        else:
            world.add(Kind.CHOSEN, position.to_act, int(rng.choice(position.legal.numbers)))
            chosen += 1


def worlds(game: Game, has_players: bool = True) -> Iterator[tuple[World, World, int, int]]:
    """Pairs of worlds that one viewer cannot tell apart, the longest of some; for two players and a spectator."""
    box = few_settings(game)[SETTING.get(game.id, 0)].box()
    rng = random.Random(f"sockets {game.id}")
    for viewer in (0, box.seats - 1, SPECTATOR) if has_players else (SPECTATOR,):
        pairs = []
        for _ in range(TRIES):
            real = World(beginning(box))
            play(real, rng)
            other, wrong = follow(real, viewer, rng)
            assert wrong == []
            rows = last_common(real, other)
            if real.rows[:rows] != other.rows[:rows] or not has_secrets(box):
                pairs.append((real, other, viewer, rows))
        if pairs:
            yield max(pairs, key=lambda pair: pair[3])


async def compare(game: Game, folder: Path, has_players: bool = True) -> tuple[int, list[str]]:
    """How much the viewers were sent, and what of it differed."""
    compared, differences = 0, []
    for number, (real, other, viewer, rows) in enumerate(worlds(game, has_players)):
        heard = []
        for world, seed, name in ((real, SEEDS[0], "a"), (other, SEEDS[1], "b")):
            scripts[seed] = script(world)
            url = f"sqlite:///{folder / f'{name}{number}.db'}"
            await furnish(url, world, seed)
            with harbour(url, lambda: NOON_MS, hint_iterations=60) as port:
                heard.append(await _in_thread(port, world, viewer, rows))
        assert len(heard[0]) == len(heard[1])
        differences += [f"viewer {viewer}: {one}" for one, two in zip(*heard, strict=True) if one != two]
        compared += len(heard[0])
    return compared, differences


@each_registered_game
@pytest.mark.usefixtures("scripted")
async def test_two_worlds_send_a_viewer_the_same_bytes(game: Game, tmp_path: Path) -> None:
    compared, differences = await compare(game, tmp_path)
    assert differences == []
    assert compared > 60


@pytest.mark.usefixtures("scripted")
async def test_a_hidden_choice_that_is_shown_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law bites: a step that names the choice to all is a leak."""
    for builder in ("projection", "update"):
        monkeypatch.setattr(f"cabotage.tables.{builder}.chosen", lambda event, viewer: str(event))
    _, differences = await compare(find("captn_clever"), tmp_path)
    assert differences


@pytest.mark.usefixtures("scripted")
async def test_chances_from_the_state_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(table: Any, spectator: int, seed: int) -> Question:
        return replace(ask(table, spectator, seed), view=table.state.position.states.tobytes())

    monkeypatch.setattr(chances, "ask", leaky)
    _, differences = await compare(find("smugglers"), tmp_path, has_players=False)
    assert differences
    assert all(CHANCES.decode() in difference for difference in differences)


async def _in_thread(port: Harbour, world: World, viewer: int, rows: int) -> list[str]:
    return await asyncio.to_thread(perform, port, world, viewer, rows)


def test_calypsos_backs_never_reach_a_browser(tmp_path: Path) -> None:
    """Not by any word for them: neither the field, nor a number that was drawn, nor a story told again."""
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port, port.visitor() as anna:
        table = anna.open("calypso")["table"]
        seen_texts = []
        for _ in range(8):
            view = anna.view(table, seat=anna.view(table)["to_act"])
            if view["to_act"] < 0:
                break
            anna.choose(table, view)
            seen_texts += [anna.client.get(f"/api/tables/{table}?since=0&seat={seat}").text for seat in (0, 1, -1)]
            seen_texts.append(anna.client.get(f"/api/tables/{table}/record").text)
        box_texts = ("back red", "back blue", "back yellow", "back green", '"back":', '"backs":')
        assert not [text for text in box_texts for given in seen_texts if text in given]
        tiles = [tile for tile in json.loads(seen_texts[0])["scene"]["hollows"] if tile]
        assert [tile == {"colour": tile["colour"], "corner": None, "number": None} for tile in tiles] == [True] * 6


def test_a_running_game_of_calypso_keeps_no_move_of_a_tile(tmp_path: Path) -> None:
    """Only the last move has choices with hollows; the record has none before the end, and all after it."""
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port, port.visitor() as anna:
        table = anna.open("calypso")["table"]
        moves = 0
        while (view := anna.view(table, seat=max(0, anna.view(table)["to_act"])))["to_act"] >= 0 and moves < 12:
            anna.choose(table, view)
            moves += 1
            given = json.loads(anna.client.get(f"/api/tables/{table}?since=0&seat=0").text)
            chosen = [step for step in given["steps"] if step["kind"] == "chosen"]
            assert given["is_over"] or all(step["scene"] is step["choice"] is None for step in chosen[:-1])
            kept = [line["text"] for line in given["story"]]
            assert given["is_over"] or not [text for text in kept if re.search(r"\b(tile|hollow) [a-i]\b", text)]
            events = json.loads(anna.client.get(f"/api/tables/{table}/record").text)["events"]
            assert given["is_over"] or {event["text"] for event in events} == {None}
        assert moves > 3
