"""The help of a command with many options: options in groups."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from typer.core import TyperCommand

from cabotage.cli.language import program_words


class GroupedCommand(TyperCommand):
    """Lists options under the title of their group; those without one come last."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options into the help."""
        rows = defaultdict(list)
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None:
                rows[getattr(parameter, "rich_help_panel", None)].append(row)
        others = rows.pop(None, [])
        for title, listed in [*rows.items(), (program_words().say("help.group_others"), others)]:
            with formatter.section(title):
                formatter.write_dl(listed)
