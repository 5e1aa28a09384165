"""The built page: up to date, small, and with a lock file that names no host."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tools import page

HEAVIEST_KB = 120
HEAVIEST_FONTS_KB = 60
GAMES_WITH_BOARDS = sorted(path.parent.name for path in (page.WEB / "src" / "games").glob("*/Board.svelte"))


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small web/ folder; lists the commands instead of running them."""
    web, built = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    for name in page.FILES:
        (web / name).write_text(name, "utf-8")
    (web / "src" / "main.ts").write_text("one", "utf-8")
    ran: list[str] = []

    def run(name: str, *arguments: str) -> None:
        ran.append(f"{name} {arguments[0]}")
        built.mkdir(exist_ok=True)

    def node(*arguments: str) -> int:
        ran.append(f"node {Path(arguments[0]).name} {arguments[1]}")
        return 0

    monkeypatch.setattr(page, "WEB", web)
    monkeypatch.setattr(page, "PAGE", built)
    monkeypatch.setattr(page, "run", run)
    monkeypatch.setattr(page, "node", node)
    return ran


def test_the_same_sources_are_built_once(commands: list[str]) -> None:
    assert page.build() is True
    assert page.build() is False
    assert commands == ["node npm-cli.js ci", "vite build"]


def test_a_changed_source_is_built_again_without_another_install(commands: list[str]) -> None:
    page.build()
    (page.WEB / "src" / "main.ts").write_text("two", "utf-8")
    assert page.build() is True
    assert commands == ["node npm-cli.js ci", "vite build", "vite build"]


def test_a_changed_unit_test_does_not_cause_a_build(commands: list[str]) -> None:
    page.build()
    (page.WEB / "src" / "main.test.ts").write_text("expect", "utf-8")
    assert page.build() is False


@pytest.mark.usefixtures("commands")
def test_a_failed_install_is_explained_in_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "node", lambda *_: 1)
    with pytest.raises(SystemExit) as stopped:
        page.build()
    assert str(stopped.value) == (
        "Cabotage: npm could not install the packages that build the page (see its message above). "
        "Is there a network connection?"
    )


def test_the_lock_file_pins_versions_and_names_no_host() -> None:
    packages = json.loads((page.WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "version" not in package] == []


@pytest.mark.parametrize("game", GAMES_WITH_BOARDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_with_one_game_is_small(game: str, language: str) -> None:
    """All that a table needs before its first turn, but fonts: scripts, styles, texts and the page itself."""
    page.build()
    manifest = json.loads((page.PAGE / ".vite" / "manifest.json").read_text("utf-8"))
    wanted = ["index.html", "src/app/Table.svelte", f"src/words/{language}.json"]
    wanted += [f"src/games/{game}/Board.svelte", f"src/games/{game}/words/{language}.json"]
    loaded: set[str] = set()
    files = {"index.html"}
    while wanted:
        chunk = wanted.pop()
        if chunk not in loaded:
            loaded.add(chunk)
            wanted += manifest[chunk].get("imports", [])
            files |= {manifest[chunk]["file"], *manifest[chunk].get("css", [])}
    weight_kb = sum(len(gzip.compress((page.PAGE / name).read_bytes())) for name in files) / 1000
    assert 10 < weight_kb < HEAVIEST_KB


def test_the_fonts_are_small_and_preloaded() -> None:
    page.build()
    fonts = sorted((page.PAGE / "assets").glob("*.woff*"))
    assert [font.name.split("-")[0] for font in fonts] == ["figtree", "gelasio"]
    assert 10 < sum(font.stat().st_size for font in fonts) / 1000 < HEAVIEST_FONTS_KB
    index = (page.PAGE / "index.html").read_text("utf-8")
    assert [font.name for font in fonts if f'href="/assets/{font.name}"' not in index] == []
