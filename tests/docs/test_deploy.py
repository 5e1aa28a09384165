"""The files of deploy/ fit together, and name only options, variables, files and volumes that exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from cabotage.cli.app import VARIABLES, app

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OTHER_VARIABLES = {"CABOTAGE_CACHE"}  # of the library
OUTSIDE = {"/opt/cabotage/bin/cabotage", "/opt/cabotage/bin/python"}  # programs that the guide installs


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def options() -> set[str]:
    """Of `cabotage serve`."""
    serve: Any = typer.main.get_command(app)
    return {
        name for parameter in serve.commands["serve"].params for name in (*parameter.opts, *parameter.secondary_opts)
    }


def variables() -> set[str]:
    return {f"{VARIABLES}_{name.removeprefix('--').replace('-', '_').upper()}" for name in options()} | OTHER_VARIABLES


def test_every_variable_is_one_that_the_server_reads() -> None:
    texts = [path.read_text("utf-8") for path in [*UNITS, DEPLOY / "Containerfile", DEPLOY / "compose.yaml"]]
    named = {name for text in texts for name in re.findall(r"\bCABOTAGE_[A-Z_]+", text)}
    assert {"CABOTAGE_DATABASE", "CABOTAGE_WORKERS", "CABOTAGE_PROXY", "CABOTAGE_HOST_NAME"} <= named <= variables()


def test_every_value_that_compose_needs_is_in_the_example() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8") + (DEPLOY / "Caddyfile").read_text("utf-8")
    example = dict(re.findall(r"^(\w+)=(.+)$", (DEPLOY / "example.env").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+)", text)) == set(example)
    assert set(re.findall(r"\{\$(\w+)\}", text)) <= set(compose()["services"]["caddy"]["environment"])


def test_the_services_and_volumes_of_compose_exist() -> None:
    found = compose()
    used = set()
    for name, service in found["services"].items():
        assert ("build" in service) != ("image" in service), name
        needed = service.get("depends_on", {})
        assert set(needed) <= set(found["services"])
        for other in needed if isinstance(needed, dict) else ():
            assert needed[other] == {"condition": "service_healthy"}
            assert "healthcheck" in found["services"][other]
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                used.add(source)
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert used == set(found["volumes"])


def test_only_the_proxy_can_be_reached_from_elsewhere() -> None:
    open_to_all = {
        name
        for name, service in compose()["services"].items()
        if any(not port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    }
    assert open_to_all == {"caddy"}


def test_backups_can_work_in_containers() -> None:
    """The image has the programs, of the database's version, and the script under the name that the job calls."""
    services, image = compose()["services"], (DEPLOY / "Containerfile").read_text("utf-8")
    version = services["database"]["image"].rpartition(":")[2]
    assert f"postgresql-client-{version}" in image
    assert "deploy/backup.py /opt/cabotage/bin/cabotage-backup" in image
    backup = services["backup"]
    assert backup["environment"]["CABOTAGE_DATABASE"] == services["cabotage"]["environment"]["CABOTAGE_DATABASE"]
    [folder] = re.findall(r"cabotage-backup save (\S+) --keep \d+", backup["command"][2])
    assert f"backups:{folder}" in backup["volumes"]
    assert re.search(rf"install --directory --owner=cabotage .*{folder}$", image, re.MULTILINE)


def test_prometheus_reads_our_rules_and_our_server() -> None:
    found = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    assert all((DEPLOY / "prometheus" / name).is_file() for name in found["rule_files"])
    [job] = found["scrape_configs"]
    [group] = job["static_configs"]
    assert (job["job_name"], group["targets"]) == ("cabotage", ["cabotage:8765"])
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))
    assert {rule["alert"] for group in rules["groups"] for rule in group["rules"]} >= {"CabotageDown"}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_is_complete(unit: Path) -> None:
    found = RawConfigParser(strict=False)
    found.read(unit)
    assert found["Unit"]["Description"]
    if unit.suffix == ".timer":
        assert (DEPLOY / "systemd" / f"{unit.stem}.service").is_file()
        assert found["Timer"]["OnCalendar"]
        return
    program, *arguments = shlex.split(found["Service"]["ExecStart"])
    assert program in OUTSIDE
    if program.endswith("python"):
        assert arguments[:2] == ["/opt/cabotage/backup.py", "save"]
    else:
        assert arguments[0] == "serve"
        assert {word for word in arguments if word.startswith("--")} <= options()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_unit(unit: Path, tmp_path: Path) -> None:
    """Where there is systemd; with a program that exists here in place of ours."""
    program = shutil.which("true")
    assert program is not None
    for other in UNITS:
        text = other.read_text("utf-8")
        for path in OUTSIDE:
            text = text.replace(f"ExecStart={path} ", f"ExecStart={program} ")
        (tmp_path / other.name).write_text(text)
    verify = shutil.which("systemd-analyze")
    if verify is None:
        return
    done = subprocess.run([verify, "verify", tmp_path / unit.name], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "cabotage" in line]
    assert ours == []
