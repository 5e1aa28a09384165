"""Builds the page while Cabotage is installed, so that `pip install .` is all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """web/ becomes src/cabotage/server/page/, in wheels and in editable installs alike."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (the hook's signature)
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import page

        page.build()
