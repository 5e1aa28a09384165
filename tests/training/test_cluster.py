"""Training on a Ray cluster with two nodes on this machine, one of which is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from ray.cluster_utils import Cluster

from cabotage.arena import ArenaError
from cabotage.bots.network import load
from cabotage.games import find
from cabotage.training import positions
from cabotage.training.selfplay import Part, play_part
from cabotage.training.settings import Plan
from cabotage.training.training import train
from cabotage.training.watching import Watcher

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves pipes of its processes open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:Tip. In future versions of Ray:FutureWarning"),
]
CALYPSO = find("calypso")


@pytest.fixture
def nodes() -> Iterator[Cluster]:
    """Two nodes; a test may kill the second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        yield nodes
        nodes.shutdown()  # type: ignore[no-untyped-call]


class Killing(Watcher):
    """Kills the second node when the first games have come back."""

    def __init__(self, nodes: Cluster) -> None:
        self._nodes = nodes
        self.steps: list[int] = []

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        self._is_playing = stage == "positions"

    def advance(self, done: int, note: str = "") -> None:
        if self._is_playing:
            self.steps.append(done)
            if done == 500:
                self._nodes.remove_node(next(iter(self._nodes.worker_nodes)), allow_graceful=False)


def plan(out: Path, cluster: str | None = None) -> Plan:
    return Plan(CALYPSO, out, seats=3, rounds=1, games=(2500,), matches=6, think=10, cluster=cluster)


def test_a_killed_node_loses_no_games_and_the_network_is_the_same(nodes: Cluster, tmp_path: Path) -> None:
    train(plan(tmp_path / "here"))
    watcher = Killing(nodes)
    there = train(plan(tmp_path / "there", nodes.address), watcher)
    assert watcher.steps == list(range(250, 2501, 250))
    for number in range(10):
        name = Path("round-00", "positions", f"{number:05}.npz")
        one, other = positions.load(tmp_path / "here" / name), positions.load(tmp_path / "there" / name)
        assert np.array_equal(one.rows, other.rows)
        assert np.array_equal(one.game, other.game)
    networks = [load(CALYPSO, tmp_path / name / "network.npz").network for name in ("here", "there")]
    assert all(map(np.array_equal, *networks))
    assert there.rounds[0]["wins"]["captain"]["games"] == 6


def test_a_cluster_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match=r"no Ray cluster answers at 127.0.0.1:1 .*ray start --head"):
        train(plan(tmp_path, "127.0.0.1:1"))


def test_machines_with_other_rules_or_bots_are_refused() -> None:
    with pytest.raises(ArenaError, match="has another version of Cabotage"):
        play_part(Part("calypso", 3, {}, 1, 0, 1, None, 0, "0123"))
