"""A foreign program that is asked one line at a time, and that cannot keep us waiting, flood us or outlive us."""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import IO, Any, NoReturn

from cabotage.core.errors import BotCrashed, BotFailed, BotGarbled, BotNotStarted, BotSlow

LONGEST_ANSWER_BYTES = 1 << 16
KEPT_STDERR_BYTES = 1 << 12
PIECE_BYTES = 1 << 16
GRACE_SECONDS = 0.5  # to end of its own accord
QUOTED_LINES = 3  # of standard error, in a sentence
QUOTED_LETTERS = 300


class Process:
    """A running program with its three pipes, none of which can block us."""

    def __init__(self, command: str, parts: Sequence[str]) -> None:
        self.command = command
        try:
            # A session of its own: Ctrl-C at our terminal is not meant for it, and its children can be ended with it.
            child: subprocess.Popen[bytes] = subprocess.Popen(
                parts,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise BotNotStarted("bot.not_started", command=command, reason=reason) from None
        self._stdin, self._stdout, self._stderr = map(_unblocked, (child.stdin, child.stdout, child.stderr))
        self._child = child
        self._heard = bytearray()
        self._grumbled = bytearray()  # the end of its standard error
        self._is_mute = False
        self._end = weakref.finalize(self, _end, self._child)  # also if nobody closes it, and when we exit

    def ask(self, line: bytes, seconds: float, too_slow: str) -> bytes:
        """Write one line, read one line. Whatever else the program does is a BotFailed."""
        self._listen(0)
        if self._heard:
            self.garbled("bot.unasked", bytes(self._heard))
        unsent = memoryview(line + b"\n")
        is_deaf = False
        deadline = monotonic() + seconds
        while True:
            end = self._heard.find(b"\n")
            if end >= 0 and not unsent and not is_deaf:
                answer = bytes(self._heard[:end])
                del self._heard[: end + 1]
                return answer
            if len(self._heard) > LONGEST_ANSWER_BYTES:
                self._fail(BotGarbled, "bot.endless", bytes=LONGEST_ANSWER_BYTES)
            if self._is_mute:
                self._ended()
            left = deadline - monotonic()
            if left <= 0:
                if is_deaf:
                    self._fail(BotCrashed, "bot.deaf")
                self._fail(BotSlow, too_slow, seconds=seconds)
            if self._listen(left, is_writing=len(unsent) > 0):
                try:
                    unsent = unsent[os.write(self._stdin.fileno(), unsent) :]
                except BlockingIOError:
                    pass
                except BrokenPipeError:  # most likely it is just ending; then we will hear how
                    unsent, is_deaf = unsent[:0], True
                    deadline = min(deadline, monotonic() + GRACE_SECONDS)

    def garbled(self, key: str, line: bytes, **values: Any) -> NoReturn:
        """It wrote something that is no answer."""
        self._fail(BotGarbled, key, line=repr(_printable(line.partition(b"\n")[0])), **values)

    def failure(self, kind: type[BotFailed], key: str, **values: Any) -> BotFailed:
        """What to raise: the sentence with the end of its standard error."""
        self._grumble()
        stderr = bytes(self._grumbled).decode("utf-8", "replace")
        lines = [text for text in map(_plain, stderr.splitlines()) if text]
        quoted = " / ".join(lines[-QUOTED_LINES:])[-QUOTED_LETTERS:]
        said = {"key": "bot.said", "values": {"words": quoted}} if quoted else ""
        error = kind(key, command=self.command, said=said, **values)
        error.stderr = stderr
        return error

    def close(self, farewell: bytes = b"") -> None:
        """Say good-bye, wait a moment, then end it and all that it started."""
        if not self._end.alive:
            return
        with suppress(OSError):
            os.write(self._stdin.fileno(), farewell)
        self._stdin.close()
        deadline = monotonic() + GRACE_SECONDS
        while farewell and not self._is_mute and (left := deadline - monotonic()) > 0:
            self._heard.clear()
            self._listen(left)
        self._end()

    def _fail(self, kind: type[BotFailed], key: str, **values: Any) -> NoReturn:
        raise self.failure(kind, key, **values)

    def _ended(self) -> NoReturn:
        """Its output is closed: say how it ended, or that it did not."""
        try:
            code = self._child.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._fail(BotCrashed, "bot.mute")
        if code < 0:
            self._fail(BotCrashed, "bot.killed", signal=_signal_name(-code))
        self._fail(BotCrashed, "bot.exited", code=code)

    def _listen(self, seconds: float, is_writing: bool = False) -> bool:
        """Take in what it writes, waiting that long for anything; true if it takes in what we write."""
        with DefaultSelector() as selector:
            if not self._is_mute:
                selector.register(self._stdout, EVENT_READ)
            if not self._stderr.closed:
                selector.register(self._stderr, EVENT_READ)
            if is_writing:
                selector.register(self._stdin, EVENT_WRITE)
            ready = {key.fileobj for key, _ in selector.select(seconds)}
        if self._stdout in ready:
            piece = _piece(self._stdout)
            self._heard += piece or b""
            self._is_mute = piece == b""
        if self._stderr in ready:
            self._grumble()
        return self._stdin in ready

    def _grumble(self) -> None:
        """Keep the end of what it has written to its standard error."""
        if self._stderr.closed:
            return
        piece = _piece(self._stderr)
        if piece == b"":
            self._stderr.close()
        self._grumbled += piece or b""
        del self._grumbled[:-KEPT_STDERR_BYTES]


def _unblocked(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _piece(pipe: IO[bytes]) -> bytes | None:
    """Some bytes; none at its end; None if there is nothing at the moment."""
    try:
        return os.read(pipe.fileno(), PIECE_BYTES)
    except BlockingIOError:
        return None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the whole process group, leave no zombie and no open pipe."""
    # Nobody else can have got the group's number: the child is not reaped yet, or was just a moment ago.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _printable(line: bytes) -> str:
    text = _plain(line.decode("utf-8", "replace"))
    return text if len(text) <= 80 else text[:77] + "..."


def _plain(text: str) -> str:
    """Without anything that could move a cursor or change a colour."""
    return "".join(letter for letter in text.replace("\t", " ") if letter.isprintable()).strip()
