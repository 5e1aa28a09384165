"""Stand-ins for curl and jq, as far as the examples of the docs use them, for machines that have not got them."""

from __future__ import annotations

import json
import re
import shutil
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

NAMES = ("curl", "jq")
PART = re.compile(r"\.(\w+)|\[(\d+)\]")


def install(folder: Path, *names: str) -> None:
    """Leave programs of these names in a folder; by default those that this machine lacks."""
    for name in names or [name for name in NAMES if shutil.which(name) is None]:
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {Path(__file__)} {name} "$@"\n')
        program.chmod(0o755)


def curl(arguments: list[str]) -> str:
    method, headers, body, address = None, {}, None, ""
    rest = iter(arguments)
    for argument in rest:
        if argument == "-X":
            method = next(rest)
        elif argument == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif argument == "-d":
            body = next(rest).encode()
        elif argument != "-s":
            address = argument
    asked = urllib.request.Request(address, body, headers, method=method)
    try:
        with urllib.request.urlopen(asked) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        return error.read().decode()


def jq(arguments: list[str], text: str) -> str:
    is_raw, path = arguments[0] == "-r", arguments[-1]
    value: Any = json.loads(text)
    for key, index in PART.findall(path):
        value = value[key] if key else value[int(index)]
    return value if is_raw and isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    program, given = sys.argv[1], sys.argv[2:]
    print(curl(given) if program == "curl" else jq(given, sys.stdin.read()))
