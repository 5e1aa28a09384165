"""The dashboard and the alert rules name only metrics that a server has, and codes that errors have."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cabotage.server.metrics import Metrics

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DASHBOARD = json.loads((DEPLOY / "grafana" / "cabotage.json").read_text("utf-8"))
ALERTS = (DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8")
NAME = re.compile(r"\b(?:cabotage|process)_[a-z_]+\b")
OWN = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)
SERIES = {"histogram": ("_bucket", "_sum", "_count"), "counter": ("",), "gauge": ("",)}


def known() -> set[str]:
    """The names of all series."""
    figures = Metrics().text().decode()
    return {name + ending for name, kind in OWN.findall(figures) for ending in SERIES[kind]}


def expressions() -> dict[str, str]:
    """By title."""
    panels = {panel["title"]: " ".join(target["expr"] for target in panel["targets"]) for panel in DASHBOARD["panels"]}
    alerts = dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", ALERTS))
    assert len(panels) == 21
    assert len(alerts) == 12
    return panels | alerts


def test_every_metric_that_is_named_exists() -> None:
    series = known()
    for title, expression in expressions().items():
        named = NAME.findall(re.sub(r'"[^"]*"', "", expression))
        assert named or expression.startswith("up{"), title
        assert set(named) <= series, title


def test_every_metric_of_ours_is_on_the_dashboard() -> None:
    shown = " ".join(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"])
    families = {name for name, _ in OWN.findall(Metrics().text().decode()) if name.startswith("cabotage")}
    missing = {name for name in families if name not in shown and not name.endswith("_created")}
    assert missing == set()


def test_every_alert_is_complete() -> None:
    for rule in ALERTS.split("- alert: ")[1:]:
        assert re.search(r"labels: \{ severity: (page|ticket) \}", rule), rule
        assert re.search(r'summary: "[^"]+"', rule), rule


def test_every_panel_has_its_place() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(places)


def test_the_metrics_are_counted() -> None:
    metrics = Metrics()
    metrics.moved("calypso", "person", 0.003)
    metrics.committed(3, 0.002)
    metrics.pool_waited(0.001)
    metrics.lagged(0.02)
    metrics.count_thoughts(lambda: 4)
    metrics.checked(True, 5_000)
    text = metrics.text().decode()
    for line in (
        'cabotage_move_seconds_count{game="calypso"} 1.0',
        "cabotage_commit_seconds_sum 0.002",
        'cabotage_commit_appends_bucket{le="2.0"} 0.0',
        'cabotage_commit_appends_bucket{le="4.0"} 1.0',
        "cabotage_pool_wait_seconds_count 1.0",
        'cabotage_loop_lag_seconds_bucket{le="0.02"} 1.0',
        "cabotage_queued_thoughts 4.0",
        "cabotage_ready 1.0",
        "cabotage_disk_free_bytes 5000.0",
    ):
        assert line in text, line
