"""`cabotage keys`: new keys for Web Push in a new file that only its owner can read."""

from __future__ import annotations

from pathlib import Path

from cabotage.server.notices import keys
from tests.cli.terminal import Terminal


def test_keys_are_written_once_and_can_be_used(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    assert terminal.run("keys", str(path)) == 0
    assert f"--push-keys {path} --push-contact mailto:" in " ".join(terminal.out.split())
    public = keys.public(keys.read(str(path)))
    assert len(public) == 87
    assert terminal.run("keys", str(path), "--language", "fr") == 2
    assert "existe déjà" in terminal.err
    assert keys.public(keys.read(str(path))) == public
