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
from cabotage.server.app import create
from cabotage.server.settings import Settings
from tests.server.fixtures import Harbour, harbour

EXAMPLES = 15  # of each operation

CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
# Nothing can be wrong with such a request.
HAS_NO_PARTS = ("GET /healthz", "GET /readyz", "GET /api/local-network", "POST /api/local-network")
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
DOCUMENT: Any = schemathesis.openapi.from_dict(create(Settings("sqlite:///")).openapi())
OPERATIONS = [found.ok() for found in DOCUMENT.get_all_operations()]


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
        table = program.open("smugglers", ("me", "here"))["table"]
        program.ask("GET", f"/api/tables/{table}/hint")  # compiles the search; Schemathesis does not wait that long
        club = program.ask("POST", "/api/clubs", 201, {"name": "Port Royal"})["club"]
        plan = {"name": "Friday", "game": "calypso", "seats": 2, "rounds": 20, "has_bots": True}
        tournament = program.ask("POST", f"/api/clubs/{club}/tournaments", 201, plan)["tournament"]
        return {"token": token, "table": table, "club": club, "tournament": tournament}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation.label))
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: str(mode.value))
def test_nothing_that_the_document_allows_or_forbids_breaks_the_server(
    mode: Any, operation: Any, module_port: Harbour, known: dict[str, str]
) -> None:
    def ask(case: Any) -> None:
        for name in {"table", "club", "tournament"} & set(case.path_parameters or {}):
            is_lasting = name == "table" or operation.method.upper() != "DELETE"
            if is_lasting and len(str(case.path_parameters[name])) % 3:
                case.path_parameters[name] = known[name]
        if operation.label == "POST /api/tables" and isinstance(case.body, dict) and len(str(case.body)) % 3:
            options = case.body.get("options")
            if isinstance(options, dict):
                case.body["options"] = dict(zip(["board"], options.values(), strict=False))
            case.body.update(game="calypso", seats=["me", "here"])
        headers = {"authorization": f"Bearer {known['token']}"}
        case.call_and_validate(base_url=module_port.address, headers=headers, checks=CHECKS)

    strategy = operation.as_strategy(generation_mode=mode)
    try:
        hypothesis.given(case=strategy)(SETTINGS(ask))()
    except hypothesis.errors.Unsatisfiable:
        assert operation.label in HAS_NO_PARTS
        assert mode is schemathesis.GenerationMode.NEGATIVE


def test_the_document_describes_the_socket_and_nothing_that_loads_from_elsewhere(
    capsys: pytest.CaptureFixture[str], module_port: Harbour
) -> None:
    assert main(["serve", "--schema"]) == 0
    printed = json.loads(capsys.readouterr().out)
    schemas = printed["components"]["schemas"]
    assert {
        "ClientMessage",
        "ServerMessage",
        "ClientChoose",
        "ServerView",
        "ServerErrorMessage",
        "ServerPresence",
        "View",
    } <= schemas.keys()
    assert schemas["ClientMessage"]["discriminator"]["propertyName"] == "type"
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
