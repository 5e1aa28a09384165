"""The OpenAPI document: complete, and whatever it allows finds no server error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase

from cabotage.cli import main
from tests.server.harbour import Harbour, harbour

EXAMPLES = 12  # of each operation

document = schemathesis.pytest.from_fixture("schema")


@pytest.fixture(scope="module")
def module_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    folder: Path = tmp_path_factory.mktemp("document")
    with harbour(f"sqlite:///{folder / 'tables.db'}") as port:
        yield port


@pytest.fixture(scope="module")
def known(module_port: Harbour) -> dict[str, str]:
    """A table to ask about and somebody who sits there: most random ids are unknown, which tests little."""
    with module_port.visitor() as visitor:
        token = visitor.ask("POST", "/api/identities", 201)["token"]
    with module_port.visitor(token) as program:
        return {"token": token, "table": program.open("smugglers", ("me", "here"))["table"]}


@pytest.fixture(scope="module")
def schema(module_port: Harbour) -> Any:
    return schemathesis.openapi.from_url(f"{module_port.address}/api/openapi.json")


@document.parametrize()
@hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_nothing_that_the_document_allows_breaks_the_server(case: Any, known: dict[str, str]) -> None:
    if "table" in (case.path_parameters or {}) and len(case.path_parameters["table"]) % 3:
        case.path_parameters["table"] = known["table"]
    case.headers = {**(case.headers or {}), "authorization": f"Bearer {known['token']}"}
    case.call_and_validate(
        checks=[
            schemathesis.checks.not_a_server_error,
            schemathesis.checks.load_all_checks and schemathesis.openapi.checks.status_code_conformance,
            schemathesis.openapi.checks.content_type_conformance,
            schemathesis.openapi.checks.response_schema_conformance,
        ]
    )


def test_the_document_describes_the_socket_and_nothing_that_loads_from_elsewhere(
    capsys: pytest.CaptureFixture[str], module_port: Harbour
) -> None:
    assert main(["serve", "--schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    schemas = printed["components"]["schemas"]
    assert {"Said", "Told", "SaidChoose", "ToldView", "ToldError", "ToldPresence", "View"} <= schemas.keys()
    assert schemas["Said"]["discriminator"]["propertyName"] == "type"
    references = set(_references(printed))
    assert {reference.removeprefix("#/components/schemas/") for reference in references} <= schemas.keys()
    assert {"/healthz", "/api/games", "/api/tables", "/api/tables/{table}/choices"} <= printed["paths"].keys()
    with module_port.visitor() as visitor:
        assert visitor.client.get("/api/openapi.json").json() == printed
        assert visitor.client.get("/docs").headers["content-type"].startswith("text/html")  # the page's business
        assert visitor.refused("GET", "/api/docs", 404) == "request/not_found"


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)
