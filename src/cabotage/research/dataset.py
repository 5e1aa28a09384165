"""Datasets of decisions: what a seat observed, what it could choose, what it chose, and how the game ended.

`generate` plays games, `export` reads records. Both write a folder with numbered files and a data card, README.md. The
files are Parquet (needs pyarrow, in `cabotage[research]`) or NumPy's .npz. In Parquet, observations and masks are
columns of bytes, because lists of numbers take many times longer to write; `read` gives the same rows for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from cabotage.core.chance import generators
from cabotage.core.errors import OptionError, RecordError
from cabotage.core.record import Record
from cabotage.core.vector import Policy
from cabotage.games import find
from cabotage.research.data_card import Facts, card

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.vector import Batch, Vector

Format = Literal["parquet", "npz"]
Chooser = Callable[["Batch"], NDArray[Any]]

CARD = "README.md"
GAMES_PER_FILE = 500  # some 1 GB in memory where observations are longest
LANES = 256
WORD_BYTES = 8
OBSERVED = "<i2"  # the numbers of an observation in Parquet


class Rows(NamedTuple):
    """A row for each decision, by game and step."""

    observation: NDArray[np.int16]
    mask: NDArray[np.uint8]  # a bit for each action, the lowest bit of the first byte first; see `masks`
    action: NDArray[np.int32]
    result: NDArray[np.float32]  # the share of the win that the seat had at the end
    seat: NDArray[np.int16]
    game: NDArray[np.int64]
    step: NDArray[np.int32]  # decisions of the game before this one


@dataclass(frozen=True)
class Dataset:
    """What was written."""

    folder: Path
    files: tuple[Path, ...]
    games: int
    rows: int


def generate(
    box: Box,
    out: Path | str,
    games: int,
    *,
    seed: int = 1,
    policy: Policy | Chooser = "random",
    format: Format = "parquet",  # noqa: A002
    threads: int = 1,
) -> Dataset:
    """Play this many games and write all decisions; the same seed gives the same rows with any number of threads.

    The policy is "random", "greedy", or a function from a batch of `box.vector(..., mask="bits")` to actions.
    """
    if games < 1:
        raise OptionError("dataset.games", games=games)
    name = policy if isinstance(policy, str) else getattr(policy, "__qualname__", repr(policy))
    blocks = range(0, games, GAMES_PER_FILE)
    seeds = generators(seed, np.arange(len(blocks)))

    def parts() -> Iterator[Rows]:
        for first, word in zip(blocks, seeds, strict=True):
            rows = _played(box, min(GAMES_PER_FILE, games - first), int(word >> np.uint64(1)), policy, threads)
            yield rows._replace(game=rows.game + first)

    return _written(box, parts(), Path(out), format, Facts(policy=name, seed=seed), writes_beside=threads > 1)


def export(records: Iterable[Path | str], out: Path | str, format: Format = "parquet") -> Dataset:  # noqa: A002
    """Write all decisions of these records, which must have the same game, seats and options."""
    paths = [Path(path) for path in records]
    if not paths:
        raise OptionError("dataset.no_records")
    first = Record.load(paths[0])
    box = first.open(find(first.game))

    def parts() -> Iterator[Rows]:
        for number, path in enumerate(paths):
            yield _recorded(box, path, number)

    return _written(box, parts(), Path(out), format, Facts(records=len(paths)))


def read(folder: Path | str) -> Rows:
    """All rows of a dataset, in memory."""
    paths = sorted(Path(folder).glob("data-*"))
    parts = [_from_parquet(path) if path.suffix == ".parquet" else _from_npz(path) for path in paths]
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def masks(rows: Rows, action_count: int) -> NDArray[np.bool_]:
    """The masks with a cell for each action."""
    return np.unpackbits(rows.mask, axis=1, count=action_count, bitorder="little").astype(np.bool_)


def _played(box: Box, games: int, seed: int, policy: Policy | Chooser, threads: int) -> Rows:
    vector = box.vector(min(LANES, games), seed, mask="bits", threads=threads)
    batch, results = vector.reset(), np.zeros((games, box.seats), np.float32)
    kept: list[Rows] = []
    left = games
    while left:
        wanted = batch.game < games
        actions = _actions(vector, batch, policy)
        kept.append(_kept(batch, wanted, actions))
        ending = batch.game.copy()
        batch = vector.step(actions)
        ended = batch.done & (ending < games)
        results[ending[ended]] = batch.rewards[ended]
        left -= int(ended.sum())
    return _sorted(kept, results)


def _sorted(kept: list[Rows], results: NDArray[np.float32]) -> Rows:
    """The rows by game and step, with the results of the games. Each number is copied once."""
    games, steps = (np.concatenate([getattr(rows, name) for rows in kept]) for name in ("game", "step"))
    place = np.empty(len(games), np.int64)
    place[np.lexsort((steps, games))] = np.arange(len(games))
    columns: list[Any] = [np.empty((len(games), *column.shape[1:]), column.dtype) for column in kept[0]]
    first = 0
    for rows in kept:
        to = place[first : first + len(rows.game)]
        for column, values in zip(columns, rows, strict=True):
            column[to] = values
        first += len(to)
    whole = Rows(*columns)
    return whole._replace(result=results[whole.game, whole.seat])


def _actions(vector: Vector, batch: Batch, policy: Policy | Chooser) -> NDArray[Any]:
    return policy(batch) if callable(policy) else vector.choose(policy)


def _kept(batch: Batch, wanted: NDArray[np.bool_], actions: NDArray[Any]) -> Rows:
    """A copy of the lanes whose games are wanted. Where a game has just ended, another one begins with step 0."""
    step = np.where(batch.done, 0, batch.length)
    words = batch.mask[wanted]
    return Rows(
        batch.observation[wanted],
        words.astype("<u8").view(np.uint8).reshape(len(words), -1),
        np.asarray(actions)[wanted].astype(np.int32),
        np.zeros(len(words), np.float32),
        batch.actor[wanted].astype(np.int16),
        batch.game[wanted],
        step[wanted].astype(np.int32),
    )


def _recorded(box: Box, path: Path, number: int) -> Rows:
    """The decisions of one record."""
    record = Record.load(path)
    own = record.open(find(record.game))
    if own.essence != box.essence:
        raise RecordError("dataset.other_box", path=path, box=repr(own), first=repr(box))
    observations, packed, actions, seats = [], [], [], []
    position = box.first() if record.origin is None else box.position(**record.origin)
    for shown, event in record.steps(own.game):
        if event is not None and event.actor >= 0:
            mask = np.zeros(len(_bits(box)), np.uint8)
            mask[position.legal.numbers] = 1
            observations.append(position.observation(event.actor))
            packed.append(np.packbits(mask, bitorder="little"))
            actions.append(event.number)
            seats.append(event.actor)
        position = shown.copy()
    if position.score is None:
        raise RecordError("dataset.unfinished", path=path)
    shares = np.array([float(share) for share in position.score], np.float32)
    count = len(actions)
    return Rows(
        np.array(observations, np.int16).reshape(count, box.observer.size),
        np.array(packed, np.uint8).reshape(count, -1),
        np.array(actions, np.int32),
        shares[seats],
        np.array(seats, np.int16),
        np.full(count, number, np.int64),
        np.arange(count, dtype=np.int32),
    )


def _bits(box: Box) -> range:
    """Room for all actions, in whole words."""
    return range(-(-box.action_count // (8 * WORD_BYTES)) * 8 * WORD_BYTES)


def _written(
    box: Box, parts: Iterable[Rows], out: Path, format_: Format, facts: Facts, *, writes_beside: bool = False
) -> Dataset:
    """Write each part to a file, in a thread of its own while the next part is made, if `writes_beside`."""
    if format_ not in get_args(Format):
        raise OptionError("dataset.format", name=repr(format_), known=", ".join(get_args(Format)))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OptionError("dataset.folder", path=out)
    write = _parquet_writer(box) if format_ == "parquet" else _to_npz
    out.mkdir(parents=True, exist_ok=True)
    files, rows, games, wins = [], 0, 0, np.zeros(box.seats)
    writing: Future[None] | None = None
    with ThreadPoolExecutor(1) as writer:
        for number, part in enumerate(parts):
            if writing is not None:
                writing.result()
            files.append(out / f"data-{number:05}.{format_}")
            writing = writer.submit(write, part, files[-1])
            if not writes_beside:
                writing.result()
            rows += len(part.action)
            games += len(np.unique(part.game))
            _, firsts = np.unique(part.game * box.seats + part.seat, return_index=True)
            np.add.at(wins, part.seat[firsts], part.result[firsts])
        if writing is not None:
            writing.result()
    (out / CARD).write_text(
        card(box, facts, Rows._fields, games, rows, [len(files), format_], (wins / games).tolist()), "utf-8"
    )
    return Dataset(out, tuple(files), games, rows)


def _to_npz(rows: Rows, path: Path) -> None:
    np.savez(path, **rows._asdict())


def _from_npz(path: Path) -> Rows:
    with np.load(path) as columns:
        return Rows(*(columns[name] for name in Rows._fields))


def _parquet_writer(box: Box) -> Callable[[Rows, Path], None]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise OptionError("dataset.no_pyarrow") from None
    about = {"game": box.game.id, "rules_version": str(box.game.version), "actions": str(box.action_count)}
    about["observation"] = f"{OBSERVED}, {box.observer.size} numbers"

    def column_of(values: NDArray[Any]) -> Any:
        if values.ndim == 1:
            return pa.array(values)
        cells = np.ascontiguousarray(values, OBSERVED if values.dtype == np.int16 else np.uint8)
        kind = pa.binary(cells.shape[1] * cells.itemsize)
        return pa.FixedSizeBinaryArray.from_buffers(kind, len(cells), [None, pa.py_buffer(cells)])

    def write(rows: Rows, path: Path) -> None:
        table = pa.table({name: column_of(values) for name, values in rows._asdict().items()})
        table = table.replace_schema_metadata(about)
        pq.write_table(table, path, compression="zstd", use_dictionary=False, write_statistics=False)

    return write


def _from_parquet(path: Path) -> Rows:
    import pyarrow as pa
    import pyarrow.parquet as pq

    def values_of(name: str, column: Any) -> NDArray[Any]:
        if not pa.types.is_fixed_size_binary(column.type):
            values: NDArray[Any] = column.to_numpy()
            return values
        cells = np.frombuffer(column.buffers()[1], OBSERVED if name == "observation" else np.uint8)
        return cells.reshape(len(column), -1)

    table = pq.read_table(path)
    return Rows(*(values_of(name, pa.concat_arrays(table[name].chunks)) for name in Rows._fields))
