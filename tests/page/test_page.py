"""The page as it is built and shipped: once for the same sources, light, with a lock file that names no host."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools import page

HEAVIEST_KB = 120
GAMES_WITH_BOARDS = sorted(path.parent.name for path in (page.WEB / "src" / "games").glob("*/Board.svelte"))


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small web/ of its own; what would be run is written down instead."""
    web, built = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    for name in page.FILES:
        (web / name).write_text(name, "utf-8")
    (web / "src" / "main.ts").write_text("one", "utf-8")
    done: list[str] = []

    def run(name: str, *arguments: str) -> None:
        done.append(f"{name} {arguments[0]}")
        built.mkdir(exist_ok=True)

    def node(*arguments: str) -> int:
        done.append(f"node {Path(arguments[0]).name} {arguments[1]}")
        return 0

    monkeypatch.setattr(page, "WEB", web)
    monkeypatch.setattr(page, "PAGE", built)
    monkeypatch.setattr(page, "run", run)
    monkeypatch.setattr(page, "node", node)
    return done


def test_the_same_sources_are_built_once(workshop: list[str]) -> None:
    assert page.build() is True
    assert page.build() is False
    assert workshop == ["node npm-cli.js ci", "vite build"]


def test_a_changed_source_is_built_again_with_what_was_fetched(workshop: list[str]) -> None:
    page.build()
    (page.WEB / "src" / "main.ts").write_text("two", "utf-8")
    assert page.build() is True
    assert workshop == ["node npm-cli.js ci", "vite build", "vite build"]


def test_a_changed_unit_test_is_no_reason_to_build(workshop: list[str]) -> None:
    page.build()
    (page.WEB / "src" / "main.test.ts").write_text("expect", "utf-8")
    assert page.build() is False


@pytest.mark.usefixtures("workshop")
def test_without_a_network_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "node", lambda *_: 1)
    with pytest.raises(SystemExit) as stopped:
        page.build()
    assert str(stopped.value) == (
        "Cabotage: what the page is built with could not be fetched by npm (its reason stands above); "
        "is there a network?"
    )


def test_the_lock_file_pins_versions_and_names_no_host() -> None:
    packages = json.loads((page.WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "version" not in package] == []


@pytest.mark.parametrize("game", GAMES_WITH_BOARDS)
def test_shell_and_one_game_are_light(game: str) -> None:
    page.build()
    manifest = json.loads((page.PAGE / ".vite" / "manifest.json").read_text("utf-8"))
    wanted = ["index.html", "src/app/Table.svelte", "src/words/fr.json"]
    wanted += [f"src/games/{game}/Board.svelte", f"src/games/{game}/words/fr.json"]
    loaded: set[str] = set()
    while wanted:
        chunk = wanted.pop()
        if chunk not in loaded:
            loaded.add(chunk)
            wanted += manifest[chunk].get("imports", [])
    scripts = [page.PAGE / manifest[chunk]["file"] for chunk in loaded]
    weight_kb = sum(len(gzip.compress(script.read_bytes())) for script in scripts) / 1000
    assert 10 < weight_kb < HEAVIEST_KB
