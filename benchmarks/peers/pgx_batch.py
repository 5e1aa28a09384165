"""pgx: games compiled by JAX for the CPU, many at once."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.peers.figures import BATCH, measured, pin, tell

GAMES = ("backgammon", "connect_four", "leduc_holdem", "2048")
LANES = 1024
STEPS = 20
SEED = 7


def batch(name: str) -> Any:
    """A function that carries out some random steps of all lanes, with observations and masks, and auto-reset."""
    jax: Any = import_module("jax")
    jnp: Any = import_module("jax.numpy")
    pgx: Any = import_module("pgx")
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, stepping = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        state = step(state, actions, jax.random.split(stepping, LANES))
        return (state, key), state.observation.sum() + state.legal_action_mask.sum()

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS))
    carry = (jax.jit(init)(jax.random.split(jax.random.PRNGKey(SEED), LANES)), jax.random.PRNGKey(SEED + 1))

    def steps() -> int:
        nonlocal carry
        carry, seen = run(carry)
        jax.block_until_ready(seen)
        return LANES * STEPS

    return steps


def main(seconds: float) -> None:
    pin()
    os.environ["JAX_PLATFORMS"] = "cpu"
    figures = [measured(BATCH, name, batch(name), seconds) for name in GAMES]
    tell({"pgx": version("pgx"), "jax": version("jax")}, figures)


if __name__ == "__main__":
    main(float(sys.argv[1]))
