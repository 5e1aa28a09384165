"""The command line: `cabotage serve | games | play | replay | verify | bench | arena | export | board`."""

from __future__ import annotations

import contextlib
import os
import sys

from cabotage.cli.language import spoken, wish
from cabotage.core.errors import CabotageError

REFUSED = 2  # invalid game, option, move, file or usage; one line says why
BROKEN_PIPE = 1
BUG = 70  # as in sysexits.h
SERVER_PACKAGES = frozenset(
    ["alembic", "fastapi", "msgspec", "prometheus_client", "sqlalchemy", "starlette", "uvicorn", "websockets"]
)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; errors are one line on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # never fail on a letter that the terminal cannot show
    wish(None)
    try:
        from cabotage.cli.app import app

        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        return _unread()
    except CabotageError as error:
        return _refuse(error.sentence(spoken()), error.code)
    except SystemExit as error:
        return _code(error.code)  # Typer exits like this if a pipe breaks
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVER_PACKAGES:
            raise
        from cabotage.cli.language import program_words

        return _refuse(program_words().say("serve.not_installed"), "cli/not_installed")
    except OSError as error:
        return _refuse(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), "cli/file")
    except Exception as error:
        if hasattr(error, "format_message"):  # from Click, under any name that Typer gives it
            from cabotage.cli.usage import sentence_of

            return _refuse(sentence_of(error), "cli/usage")
        if os.environ.get("CABOTAGE_TRACEBACK"):
            raise
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        _refuse(
            f"internal error: {reason}; please report it, with the traceback that CABOTAGE_TRACEBACK=1 prints",
            "cabotage/bug",
        )
        return BUG
    return _code(code)


def _code(code: object) -> int:
    return code if isinstance(code, int) else 0


def _refuse(sentence: str, code: str) -> int:
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    print(f"cabotage: {' '.join(sentence.split())} [{code}]", file=sys.stderr)
    return REFUSED


def _unread() -> int:
    """The reader is gone (`cabotage games | head -1`): discard the interpreter's last flush."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
