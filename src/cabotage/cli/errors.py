"""What only the command line refuses."""

from __future__ import annotations

from cabotage.core.errors import CabotageError


class UsageError(CabotageError):
    """Arguments that do not fit together."""

    code = "cli/usage"


class FileError(CabotageError):
    """A file that cannot be written, or should not be."""

    code = "cli/file"
