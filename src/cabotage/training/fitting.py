"""A small network learns every seat's share of the win from positions, with JAX and Optax.

All seats share one network (see `cabotage.bots.network`): the features of a seat become hidden numbers, which together
with the mean of those of all others become its logit. Shares are the softmax over all seats; a team has the sum of its
seats. Where all play together, their chance is the sigmoid of the mean. The games, not the positions, are split: a
tenth is held out, says when to stop, and judges the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cabotage.bots.network import Network
from cabotage.core.chance import generators
from cabotage.core.contract import MOST_SEATS
from cabotage.training.errors import TrainingError

if TYPE_CHECKING:
    from cabotage.training.positions import Positions

HIDDEN_SIZES = (32, 16)
HELD_OUT = 10  # every tenth game
SPLITTING = 0x51D3  # of seeds for the split
BATCH = 1024
EPOCHS = 30
PATIENCE = 4  # epochs without a smaller loss on held-out games
RATE, LAST_RATE, DECAY = 3e-3, 0.02, 1e-4  # the last rate is a part of the first
TRUST = 0.5  # in what the search expected, against the result
LEAST_SPREAD = 1e-6  # of a feature; a constant one says nothing

Layers = tuple[tuple[Any, Any], ...]  # weights (inputs, outputs) and bias of each of the three layers
Watch = Callable[[int, float], bool]  # told the epoch and the loss on held-out games; says whether to stop


@dataclass(frozen=True)
class Fitted:
    """What was learned, and how the loss fell."""

    network: Network  # for features as they are, not normalised
    losses: list[float]  # by epoch
    held_losses: list[float]
    best_epoch: int  # from 0; its weights were kept


def is_held(positions: Positions, seed: int) -> NDArray[np.bool_]:
    """Which positions are held out: those of every tenth game."""
    words = generators(seed ^ SPLITTING, positions.game)
    return np.asarray((words >> np.uint64(32)) % np.uint64(HELD_OUT) == 0)


def fit(
    positions: Positions,
    seed: int,
    sizes: tuple[int, int] = HIDDEN_SIZES,
    epochs: int = EPOCHS,
    watch: Watch | None = None,
) -> Fitted:
    """Learn from these positions; the same seed gives the same network on the same machine."""
    jax, optax = packages()
    held = is_held(positions, seed)
    learned, judged = np.flatnonzero(~held), np.flatnonzero(held)
    if not len(learned) or not len(judged):
        raise TrainingError("refused.few_games")
    shift, scale = _normalisation(positions, learned)
    rng = np.random.default_rng(seed)
    first, second = sizes
    layers = tuple(
        (rng.normal(0, np.sqrt(2 / fan_in), (fan_in, fan_out)).astype(np.float32), np.zeros(fan_out, np.float32))
        for fan_in, fan_out in ((len(shift), first), (2 * first, second), (second, 1))
    )
    data = jax.tree.map(
        jax.numpy.asarray,
        {
            "rows": (positions.rows - shift) * scale,
            "firsts": positions.firsts,
            "seats": positions.seats.astype(np.int32),
            "teams": positions.teams.astype(np.int32),
            "targets": positions.targets(TRUST),
        },
    )
    batches = _batches(positions, learned, rng, is_whole=False)
    schedule = optax.cosine_decay_schedule(RATE, epochs * len(batches), LAST_RATE)
    rule = optax.adamw(schedule, weight_decay=DECAY)

    @partial(jax.jit, static_argnums=3)
    def learn(layers: Any, moments: Any, which: Any, seats: int) -> Any:
        loss, slope = jax.value_and_grad(_loss)(layers, data, which, seats)
        change, moments = rule.update(slope, moments, layers)
        return optax.apply_updates(layers, change), moments, loss

    judge = jax.jit(lambda layers, which, seats: _loss(layers, data, which, seats), static_argnums=2)
    judging = _batches(positions, judged, rng, is_whole=True)
    moments = rule.init(layers)
    best, best_epoch, losses, held_losses = layers, 0, [], []
    for epoch in range(epochs):
        found = []
        for which, seats in batches:
            layers, moments, loss = learn(layers, moments, which, seats)
            found.append((loss, len(which)))
        batches = _batches(positions, learned, rng, is_whole=False)
        losses.append(_mean(found))
        held_losses.append(_mean([(judge(layers, which, seats), len(which)) for which, seats in judging]))
        if held_losses[-1] <= min(held_losses):
            best, best_epoch = layers, epoch
        is_over = watch is not None and watch(epoch, held_losses[-1])
        if is_over or epoch - best_epoch >= PATIENCE:
            break
    return Fitted(_folded(best, shift, scale), losses, held_losses, best_epoch)


def predict(network: Network, positions: Positions) -> NDArray[np.float32]:
    """Every seat's share of the win in each position, by a network; without JAX."""
    shares = np.zeros((positions.length, MOST_SEATS), np.float32)
    for seats in np.unique(positions.seats).tolist():
        which = np.flatnonzero(positions.seats == seats)
        for teams in np.unique(positions.teams[which]).tolist():
            alike = which[positions.teams[which] == teams]
            rows = positions.rows[positions.firsts[alike][:, None] + np.arange(seats)]
            shares[alike, :seats] = _shares(network, rows, teams)
    return shares


def _shares(network: Network, rows: NDArray[np.float32], teams: int) -> NDArray[np.float32]:
    """The same for positions with the same number of seats and teams."""
    seats = rows.shape[1]
    own = np.maximum(rows @ network.weights0 + network.bias0, 0)
    others = (own.sum(1, keepdims=True) - own) / max(1, seats - 1)
    hidden = np.maximum(np.concatenate([own, others], 2) @ network.weights1 + network.bias1, 0)
    logits = (hidden @ network.weights2 + network.bias2)[:, :, 0]
    if teams == 1:
        return np.asarray(1 / (1 + np.exp(-logits.mean(1, keepdims=True))))
    powers = np.exp(logits - logits.max(1, keepdims=True))
    powers /= powers.sum(1, keepdims=True)
    of_team = powers.reshape(len(rows), seats // teams, teams).sum(1)
    return np.asarray(np.tile(of_team, (1, seats // teams)))


def packages() -> tuple[Any, Any]:
    """JAX and Optax."""
    try:
        import jax
        import optax
    except ImportError:
        raise TrainingError("refused.no_jax") from None
    return jax, optax


def _normalisation(positions: Positions, learned: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean of each feature, and one divided by its spread; 0 for a constant one."""
    rows = positions.rows
    if not np.isfinite(rows).all():
        raise TrainingError("refused.not_finite", feature=int(np.flatnonzero(~np.isfinite(rows).all(0))[0]))
    is_learned = np.zeros(positions.length, np.bool_)
    is_learned[learned] = True
    kept = rows[np.repeat(is_learned, positions.seats)]
    shift, spread = kept.mean(0, dtype=np.float64), kept.std(0, dtype=np.float64)
    scale = np.where(spread > LEAST_SPREAD, 1 / np.maximum(spread, LEAST_SPREAD), 0.0)
    return shift.astype(np.float32), scale.astype(np.float32)


def _folded(layers: Layers, shift: NDArray[np.float32], scale: NDArray[np.float32]) -> Network:
    """The same network for features as they are."""
    arrays = [np.asarray(array, np.float64) for layer in layers for array in layer]
    arrays[0] = arrays[0] * scale[:, None]
    arrays[1] = arrays[1] - shift @ arrays[0]
    return Network(*(array.astype(np.float32) for array in arrays))


def _batches(
    positions: Positions, which: NDArray[np.int64], rng: np.random.Generator, is_whole: bool
) -> list[tuple[NDArray[np.int64], int]]:
    """These positions in random order and batches, each with one number of seats.

    Batches are of equal length, as each length is compiled; what is left over comes in another epoch, or, if all are
    to be judged, in a shorter batch.
    """
    made = []
    for seats in np.unique(positions.seats[which]).tolist():
        order = rng.permutation(which[positions.seats[which] == seats])
        size = min(BATCH, len(order))
        end = len(order) if is_whole else len(order) // size * size
        made += [(order[at : at + size], seats) for at in range(0, end, size)]
    return [made[place] for place in rng.permutation(len(made))]


def _mean(found: list[tuple[Any, int]]) -> float:
    """The mean loss of these batches, by their lengths."""
    return sum(float(loss) * count for loss, count in found) / sum(count for _, count in found)


def _loss(layers: Layers, data: Any, which: Any, seats: int) -> Any:
    """The mean cross-entropy of these positions, which have that many seats."""
    import jax
    import jax.numpy as jnp

    column = jnp.arange(seats)
    rows = data["rows"][data["firsts"][which][:, None] + column]
    (weights0, bias0), (weights1, bias1), (weights2, bias2) = layers
    own = jax.nn.relu(rows @ weights0 + bias0)
    others = (own.sum(1, keepdims=True) - own) / max(1, seats - 1)
    hidden = jax.nn.relu(jnp.concatenate([own, others], 2) @ weights1 + bias1)
    logits = (hidden @ weights2 + bias2)[:, :, 0]
    teams = data["teams"][which][:, None]
    targets = data["targets"][which][:, :seats]
    is_partner = column[None, :, None] % teams[:, :, None] == column[None, None, :] % teams[:, :, None]
    of_team = jax.nn.logsumexp(logits[:, None, :], axis=2, where=is_partner)  # of each seat's team
    # Each seat of a team has the whole team's share, but counts only once.
    apart = -(targets * (column < teams) * (of_team - jax.nn.logsumexp(logits, axis=1, keepdims=True))).sum(1)
    win, logit = targets[:, 0], logits.mean(1)
    together = -(win * jax.nn.log_sigmoid(logit) + (1 - win) * jax.nn.log_sigmoid(-logit))
    return jnp.where(teams[:, 0] == 1, together, apart).mean()
