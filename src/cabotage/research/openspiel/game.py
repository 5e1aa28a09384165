"""A game with its seats and options, as OpenSpiel's Game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import pyspiel

import cabotage
from cabotage.core.errors import OptionError, PositionError
from cabotage.core.schema import Sight
from cabotage.games import GAMES
from cabotage.research.openspiel.observer import LONGEST_TENSOR, Observer
from cabotage.research.openspiel.state import SpielState, Walk

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import View
    from cabotage.core.game import Game
    from cabotage.core.position import Position

PREFIX = "cabotage_"
START = "p"
BOXES = 64  # that are kept
Kinds = pyspiel.GameType


def name_of(game: str) -> str:
    """The name in OpenSpiel: `cabotage_calypso`."""
    return PREFIX + game


def type_of(game: Game, box: Box | None = None) -> pyspiel.GameType:
    """What OpenSpiel is told about a game; with a box, about that box."""
    spans = [game.seats, *(span for option in game.options for span in option.seats.values())]
    can_list = game.longest <= LONGEST_TENSOR
    return pyspiel.GameType(
        short_name=name_of(game.id),
        long_name=game.names["en"],
        dynamics=Kinds.Dynamics.SEQUENTIAL,
        chance_mode=Kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Kinds.Information.IMPERFECT_INFORMATION
        if has_secrets(game)
        else Kinds.Information.PERFECT_INFORMATION,
        utility=Kinds.Utility.IDENTICAL if box and box.is_cooperative else Kinds.Utility.CONSTANT_SUM,
        reward_model=Kinds.RewardModel.TERMINAL,
        max_num_players=max(span[-1] for span in spans),
        min_num_players=min(span[0] for span in spans),
        provides_information_state_string=True,
        provides_information_state_tensor=can_list,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.default_seats,
            **{option.name: option.default for option in game.options},
            "start": "",
        },
    )


def has_secrets(game: Game) -> bool:
    """Whether a state may have something that a seat cannot know, with some option or other."""
    return any(field.seen.sight is not Sight.ALL for field in game.state.SCHEMA.fields.values())


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One box. Its parameters are `players`, the game's options, and `start`: a position, as `written` gives it."""

    id = ""  # of the game; see `class_of`

    def __init__(self, params: Mapping[str, Any] | None = None, box: Box | None = None) -> None:
        parameters = dict(params or {})
        if box is None:
            box, self.start = opened(self.id, json.dumps(parameters, sort_keys=True))
        else:
            self.start = Walk(box.first(0))
        self.box = box
        actions = box.game.actions
        teams = len(set(box.teams))
        info = pyspiel.GameInfo(
            num_distinct_actions=box.action_count,
            max_chance_outcomes=actions.NUMBERS - actions.ACTIONS,
            num_players=box.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if box.is_cooperative else box.seats / teams,
            max_game_length=box.game.longest,
        )
        kind = type_of(box.game, box)
        default = kind.parameter_specification
        changed = {name: value for name, value in parameters.items() if value != default.get(name)}
        super().__init__(kind, info, changed)

    def new_initial_state(self) -> SpielState:
        """The beginning: before the first draw, or the position given as `start`."""
        return SpielState(self, self.start.copy())

    def state_seen(self, view: View, seat: int, seed: int) -> SpielState:
        """A random state in which this seat has this view; what was observed before is not known."""
        return SpielState(self, Walk(self.box.resample(view, seat, seed)))

    def max_chance_nodes_in_history(self) -> int:
        return self.box.game.longest

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """An observer for a seat: of what it sees now, or with perfect recall of all it has seen."""
        if iig_obs_type is not None and not isinstance(iig_obs_type, pyspiel.IIGObservationType):
            iig_obs_type, params = None, iig_obs_type  # from C++, parameters alone
        return Observer(self.box, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def written(position: Position) -> str:
    """A position as the parameter `start`. The letter in front keeps OpenSpiel from reading a number."""
    return START + position.to_bytes().hex()


@cache
def class_of(game: str) -> type[SpielGame]:
    """The class of this game. OpenSpiel calls it to load the game, and keeps it beyond the end of Python.

    A function would be freed then, which Python forbids; a class is part of a cycle and stays.
    """
    return type(_class_name(game), (SpielGame,), {"id": game})


def _class_name(game: str) -> str:
    return f"{game.title().replace('_', '')}Game"


def __getattr__(name: str) -> type[SpielGame]:
    """The class of a game by its name, for pickles."""
    for game in GAMES:
        if name == _class_name(game):
            return class_of(game)
    raise AttributeError(name)


@lru_cache(BOXES)
def opened(game: str, parameters: str) -> tuple[Box, Walk]:
    """The box with these parameters, and where its games begin; made once, because boxes are slow to make."""
    chosen = json.loads(parameters)
    start, seats = chosen.pop("start", ""), chosen.pop("players", None)
    if seats == GAMES[game].default_seats:
        seats = None  # OpenSpiel fills in the default, which some options do not allow
    box = cabotage.load(game, seats, **chosen)
    for name, board in box.boards.items():
        if not board.source:
            raise OptionError("option.random_board", game=game, option=name)
    try:
        position = box.from_bytes(bytes.fromhex(start.removeprefix(START)), 0) if start else box.first(0)
    except ValueError:
        raise PositionError("position.bytes", box=repr(box)) from None
    return box, Walk(position)
