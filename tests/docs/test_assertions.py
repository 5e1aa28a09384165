"""Every test asserts something, itself or in a function it calls."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "src" / "cabotage" / "games").rglob("test_*.py")]
LIBRARIES = {"pytest.raises", "pytest.warns", "expect", "run_state_machine_as_test"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def test_no_test_is_without_an_assertion() -> None:
    found = [(path, function) for path in SOURCES for function in functions_of(path)]
    asserting = set(LIBRARIES)
    while more := {function.name for _, function in found if asserts(function, asserting)} - asserting:
        asserting |= more
    tests = [(path, function) for path, function in found if function.name.startswith("test_")]
    assert len(tests) > 1000
    assert [f"{path.relative_to(ROOT)}::{test.name}" for path, test in tests if not asserts(test, asserting)] == []


def functions_of(path: Path) -> list[Function]:
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def asserts(function: Function, asserting: set[str]) -> bool:
    """Whether it contains an assertion or calls a function that does (not a method)."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Name) and node.id == "AssertionError"):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func) in asserting:
            return True
    return False
