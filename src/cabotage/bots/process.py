"""A foreign program that answers line by line. It cannot block, flood, outlive or spy on this process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import IO, Any, NoReturn

from cabotage.bots.confinement import Confinement, shield
from cabotage.core.errors import BotCrashed, BotFailed, BotGarbled, BotNotStarted, BotSlow

LONGEST_ANSWER_BYTES = 1 << 16
KEPT_STDERR_BYTES = 1 << 12
PIECE_BYTES = 1 << 16
GRACE_SECONDS = 0.5  # for a program to exit by itself
QUOTED_LINES = 3  # of standard error, in an error message
QUOTED_LETTERS = 300
SETTINGS = {"OPENBLAS_NUM_THREADS": "1"}  # only a process with one thread can confine itself


class Process:
    """A running program with three non-blocking pipes and a temporary folder."""

    def __init__(
        self, command: str, arguments: Sequence[str], needed: Iterable[str] = (), confines_itself: bool = False
    ) -> None:
        """Start the program, which needs to read these files.

        It is confined before its first instruction. Only our own Python may do that itself, after it has loaded what
        the bot needs: then it must enter `confinement` before it runs anything of the bot.
        """
        self.command = command
        shield()
        folder = tempfile.mkdtemp(prefix="cabotage-bot-")
        try:
            self.confinement = Confinement.needing(needed, folder)
            child = _started(arguments, self.confinement, folder, confines_itself)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise BotNotStarted("bot.not_started", command=command, reason=reason) from None
        self._stdin, self._stdout, self._stderr = map(_unblocked, (child.stdin, child.stdout, child.stderr))
        self._child = child
        self._output = bytearray()
        self._errors = bytearray()  # the end of its standard error
        self._is_output_closed = False
        self._end = weakref.finalize(self, _end, self._child, folder)  # also runs without `close`, and at exit

    def ask(self, line: bytes, seconds: float, too_slow: str) -> bytes:
        """Write one line and read one line. Raises BotFailed if the program does anything else."""
        self._exchange(0)
        if self._output:
            self.garbled("bot.unasked", bytes(self._output))
        unsent = memoryview(line + b"\n")
        is_input_closed = False
        deadline = monotonic() + seconds
        while True:
            end = self._output.find(b"\n")
            if end >= 0 and not unsent and not is_input_closed:
                answer = bytes(self._output[:end])
                del self._output[: end + 1]
                return answer
            if len(self._output) > LONGEST_ANSWER_BYTES:
                self._fail(BotGarbled, "bot.endless", bytes=LONGEST_ANSWER_BYTES)
            if self._is_output_closed:
                self._ended()
            left = deadline - monotonic()
            if left <= 0:
                if is_input_closed:
                    self._fail(BotCrashed, "bot.deaf")
                self._fail(BotSlow, too_slow, seconds=seconds)
            if self._exchange(left, is_writing=len(unsent) > 0):
                try:
                    unsent = unsent[os.write(self._stdin.fileno(), unsent) :]
                except BlockingIOError:
                    pass
                except BrokenPipeError:  # it is probably exiting: wait for its exit code
                    unsent, is_input_closed = unsent[:0], True
                    deadline = min(deadline, monotonic() + GRACE_SECONDS)

    def garbled(self, key: str, line: bytes, **values: Any) -> NoReturn:
        """Raise: the program wrote an invalid answer."""
        self._fail(BotGarbled, key, line=repr(_printable(line.partition(b"\n")[0])), **values)

    def failure(self, kind: type[BotFailed], key: str, **values: Any) -> BotFailed:
        """The error to raise, with the end of the program's standard error."""
        self._read_errors()
        stderr = bytes(self._errors).decode("utf-8", "replace")
        lines = [text for text in map(_plain, stderr.splitlines()) if text]
        quoted = " / ".join(lines[-QUOTED_LINES:])[-QUOTED_LETTERS:]
        quote = {"key": "bot.said", "values": {"words": quoted}} if quoted else ""
        error = kind(key, command=self.command, said=quote, **values)
        error.stderr = stderr
        return error

    def close(self, farewell: bytes = b"") -> None:
        """Write a last line, wait for the program to exit, then kill it and its children."""
        if not self._end.alive:
            return
        with suppress(OSError):
            os.write(self._stdin.fileno(), farewell)
        self._stdin.close()
        deadline = monotonic() + GRACE_SECONDS
        while farewell and not self._is_output_closed and (left := deadline - monotonic()) > 0:
            self._output.clear()
            self._exchange(left)
        self._end()

    def _fail(self, kind: type[BotFailed], key: str, **values: Any) -> NoReturn:
        raise self.failure(kind, key, **values)

    def _ended(self) -> NoReturn:
        """Raise: its output is closed. Says how it exited, or that it did not."""
        try:
            code = self._child.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._fail(BotCrashed, "bot.mute")
        if code < 0:
            self._fail(BotCrashed, "bot.killed", signal=_signal_name(-code))
        self._fail(BotCrashed, "bot.exited", code=code)

    def _exchange(self, seconds: float, is_writing: bool = False) -> bool:
        """Read what it wrote, after waiting up to that long; true if its input can be written to."""
        with DefaultSelector() as selector:
            if not self._is_output_closed:
                selector.register(self._stdout, EVENT_READ)
            if not self._stderr.closed:
                selector.register(self._stderr, EVENT_READ)
            if is_writing:
                selector.register(self._stdin, EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(seconds)}
        if self._stdout in ready:
            piece = _piece(self._stdout)
            self._output += piece or b""
            self._is_output_closed = piece == b""
        if self._stderr in ready:
            self._read_errors()
        return self._stdin in ready

    def _read_errors(self) -> None:
        """Read standard error and keep its end."""
        if self._stderr.closed:
            return
        piece = _piece(self._stderr)
        if piece == b"":
            self._stderr.close()
        self._errors += piece or b""
        del self._errors[:-KEPT_STDERR_BYTES]


def _started(
    arguments: Sequence[str], confinement: Confinement, folder: str, confines_itself: bool
) -> subprocess.Popen[bytes]:
    rules = -1 if confines_itself else confinement.ruleset()
    try:
        # In its own session Ctrl-C in our terminal does not reach it, and its children can be killed with it.
        # Between fork and exec only `enter` runs: it takes no lock, so other threads of ours cannot block it.
        return subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **SETTINGS, "TMPDIR": folder, "NUMBA_CACHE_DIR": folder},
            start_new_session=True,
            preexec_fn=None if confines_itself else lambda: confinement.enter(rules),  # noqa: PLW1509
        )
    finally:
        if rules >= 0:
            os.close(rules)


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _piece(pipe: IO[bytes]) -> bytes | None:
    """Some bytes; empty at the end; None if there is nothing to read now."""
    try:
        return os.read(pipe.fileno(), PIECE_BYTES)
    except BlockingIOError:
        return None


def _end(child: subprocess.Popen[bytes], folder: str) -> None:
    """Kill the whole process group; leave no zombie, no open pipe and no file."""
    # The group's number cannot be in use again: the child is not reaped yet, or was a moment ago.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _printable(line: bytes) -> str:
    text = _plain(line.decode("utf-8", "replace"))
    return text if len(text) <= 80 else text[:77] + "..."


def _plain(text: str) -> str:
    """Without control characters, which could move the cursor or change colours."""
    return "".join(letter for letter in text.replace("\t", " ") if letter.isprintable()).strip()
