"""Errors of the command line."""

from __future__ import annotations

from cabotage.core.errors import CabotageError


class UsageError(CabotageError):
    """Invalid arguments."""

    code = "cli/usage"


class FileError(CabotageError):
    """A file that cannot or must not be written."""

    code = "cli/file"
