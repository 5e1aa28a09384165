"""Tournaments on a Ray cluster with two nodes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

import cabotage
from cabotage.arena import ArenaError, Tournament, cluster
from cabotage.arena.result import GameResult
from cabotage.bots.random_bot import RandomBot
from cabotage.core.box import Box

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Ray leaves pipes of its processes open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:Tip. In future versions of Ray:FutureWarning"),
]


class Mine(RandomBot):
    """A bot that is not ours."""


@pytest.fixture(scope="module")
def box() -> Box:
    return cabotage.load("calypso", seats=3)


@pytest.fixture
def nodes() -> Iterator[Cluster]:
    """Two nodes; a test may kill the second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        yield nodes
        nodes.shutdown()  # type: ignore[no-untyped-call]


def test_a_killed_node_loses_no_game_and_no_game_is_played_twice(box: Box, nodes: Cluster, tmp_path: Path) -> None:
    tournament = Tournament(box, ["captain@30", "greedy", "random"], games=60, seed=4)
    tournament.play(tmp_path / "here")
    watched = []

    def watch(result: GameResult) -> None:
        watched.append(result.game)
        if result.game == 12:
            nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    tournament.play(tmp_path / "there", watch=watch, cluster=nodes.address)
    assert watched == list(range(60))
    for name in ("games.jsonl", "arena.json"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


def test_a_cluster_that_does_not_answer_is_named(box: Box) -> None:
    with pytest.raises(ArenaError, match=r"no Ray cluster answers at 127.0.0.1:1 .*ray start --head"):
        Tournament(box, ["greedy"], games=3).play(cluster="127.0.0.1:1")


def test_bots_that_are_not_ours_do_not_play_on_clusters(box: Box) -> None:
    with pytest.raises(ArenaError, match="only our own bots can play"):
        Tournament(box, [Mine], games=3).play(cluster="auto")


def test_machines_with_other_rules_or_bots_are_refused(box: Box) -> None:
    match = Tournament(box, ["random"], games=3).matches[0]
    with pytest.raises(ArenaError, match="has another version of Cabotage"):
        cluster._play('{"game": "calypso", "seats": 3, "options": {}}', 1, match, "0123")
