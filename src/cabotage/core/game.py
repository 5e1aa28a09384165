"""A game in the registry: names, seats, options. Its modules are imported when first used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from cabotage.core.compiling import instantiate
from cabotage.core.errors import OptionError, SeatsError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import (
        ActionsModule,
        BoxModule,
        DrawModule,
        JudgeModule,
        MeritModule,
        ObserveModule,
        PicksModule,
        ResampleModule,
        RulebookModule,
        RulesModule,
        SceneModule,
        StateModule,
        StatisticsModule,
        StoryModule,
        WhyModule,
    )
    from cabotage.core.message import Gesture
    from cabotage.core.words import Words

Value = bool | int | str
Origin = Literal["book", "house", "ours"]  # the rulebook, a change by agreement, an addition of this program

SEATS = "seats"  # in `Option.when`: the number of seats


@dataclass(frozen=True)
class Option:
    """An option of a game. Its label is in words/, under option.<name>."""

    name: str
    values: tuple[Value, ...]
    default: Value
    origin: Origin  # where its values come from, except those of origins
    origins: Mapping[Value, Origin] = field(default_factory=dict)
    seats: Mapping[Value, range] = field(default_factory=dict)  # values that allow other numbers of seats
    takes_files: bool = False  # a board: the path of a file is allowed too
    when: Mapping[str, Sequence[Value]] = field(default_factory=dict)  # values of other options, or of "seats"

    def applies(self, seats: int, options: Mapping[str, Value]) -> bool:
        """Whether its value can matter with so many seats and these options."""
        chosen: Mapping[str, Value] = {**options, SEATS: seats}
        return all(chosen[name] in values for name, values in self.when.items())

    def origin_of(self, value: Value) -> Origin:
        """Where this value comes from."""
        return self.origins.get(value, self.origin)

    @property
    def group(self) -> Origin:
        """Where the choice itself comes from: house rules change a default, the book may offer variants."""
        others = {self.origin_of(value) for value in self.values if value != self.default}
        return next((origin for origin in get_args(Origin) if origin in others), self.origin_of(self.default))

    @property
    def book_value(self) -> Value:
        """The value to play as in the book."""
        preferred = (self.default, *self.values)
        return next((value for value in preferred if self.origin_of(value) == "book"), self.default)


@dataclass(frozen=True, eq=False)
class Game:
    """What is known of a game without importing its rules."""

    package: str
    version: int  # of the rules, written in records
    names: Mapping[str, str]
    seats: range
    default_seats: int
    options: tuple[Option, ...]
    longest: int  # the most choices and draws a game can have
    minutes: tuple[int, int]
    age: int
    authors: str = ""
    publisher: str = ""
    cooperative: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # option values: all are one team
    partners: Mapping[str, Mapping[Value, tuple[int, ...]]] = field(default_factory=dict)  # the team of each seat
    older: Mapping[int, str] = field(default_factory=dict)  # packages of older rules, by version
    former: str = ""  # in older rules: the id of the game

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has only the name of the package."""
        return _of_package, (self.package,)

    @property
    def id(self) -> str:
        """The name used in Python, records, URLs and folders."""
        return self.former or self.package.rpartition(".")[2]

    @property
    def label(self) -> str:
        """Unique among all rules, older ones included; valid in a module name."""
        return f"{self.id}_{self.version}" if self.former else self.id

    def at(self, version: int) -> Game | None:
        """The game with the rules of this version; None if they are not kept."""
        if version == self.version:
            return self
        package = self.older.get(version)
        return None if package is None else _of_package(package)

    @cached_property
    def folder(self) -> Path:
        """Where the files of the game are."""
        return Path(str(files(self.package)))

    def choose(self, seats: int | None, chosen: Mapping[str, Any]) -> tuple[int, dict[str, Value]]:
        """Check seats and options, and fill in the defaults."""
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise OptionError("option.unknown", game=self.id, name=repr(name), known=", ".join(known))
        options = {name: _value(self.id, option, chosen.get(name, option.default)) for name, option in known.items()}
        allowed = self.seats_for(options)
        if seats is None:
            seats = min(max(self.default_seats, allowed[0]), allowed[-1])
        if seats not in allowed:
            raise SeatsError(
                "game.seats",
                game=self.id,
                span=_span(self.seats),
                detail=self._seats_detail(seats, options),
                seats=seats,
            )
        return seats, options

    def seats_for(self, options: Mapping[str, Value]) -> range:
        """The numbers of seats allowed with these options."""
        for option in self.options:
            if options[option.name] in option.seats:
                return option.seats[options[option.name]]
        return self.seats

    def _seats_detail(self, seats: int, options: Mapping[str, Value]) -> Mapping[str, Any] | str:
        """The option that excludes this number of seats, or one that would allow it."""
        for option in self.options:
            chosen = options[option.name]
            for value, span in option.seats.items():
                if value == chosen or (chosen not in option.seats and seats in span):
                    values = {"option": f"{option.name}={_written(value)}", "span": _span(span)}
                    return {"key": "game.seats_detail", "values": values}
        return ""

    def teams(self, seats: int, options: Mapping[str, Value]) -> tuple[int, ...]:
        """The team of each seat. All seats of a team have the same result."""
        if any(options[name] in values for name, values in self.cooperative.items()):
            return (0,) * seats
        for name, pairs in self.partners.items():
            if options[name] in pairs:
                return pairs[options[name]]
        return tuple(range(seats))

    def words(self, language: str) -> Words:
        """The texts of the game in this language."""
        from cabotage.core.words import Words

        return Words.load(self._words_folder, language)

    @cached_property
    def _words_folder(self) -> Path:
        return self.folder / "words"

    def _part(self, name: str) -> Any:
        return _module(f"{self.package}.{name}")

    @cached_property
    def state(self) -> StateModule:
        """The schema in `state.py`."""
        return cast("StateModule", self._part("state"))

    @cached_property
    def actions(self) -> ActionsModule:
        """The functions of `actions.py`; see the contract."""
        return cast("ActionsModule", self._part("actions"))

    @cached_property
    def box(self) -> BoxModule:
        """The functions of `box.py`; see the contract."""
        return cast("BoxModule", self._part("box"))

    @cached_property
    def rules(self) -> RulesModule:
        """The functions of `rules.py`; see the contract."""
        return cast("RulesModule", self._part("rules"))

    @cached_property
    def picks(self) -> PicksModule:
        """The functions of `picks.py`, or the same made of `legal` and `chance`; see the contract."""
        if (self.folder / "picks.py").is_file():
            return cast("PicksModule", self._part("picks"))
        template, name = Path(__file__).with_name("picking.py"), f"cabotage.core.picking_{self.label}"
        lists = {"legal": self.rules.legal, "chance": self.rules.chance}
        return cast("PicksModule", instantiate(template, name, lists, self.folder))

    @cached_property
    def resample(self) -> ResampleModule:
        """The functions of `resample.py`; see the contract."""
        return cast("ResampleModule", self._part("resample"))

    @cached_property
    def observe(self) -> ObserveModule:
        """The slices of observations in `observe.py`; see the contract."""
        return cast("ObserveModule", self._part("observe"))

    @cached_property
    def scene(self) -> SceneModule:
        """The functions of `scene.py`; see the contract."""
        return cast("SceneModule", self._part("scene"))

    @cached_property
    def story(self) -> StoryModule:
        """The functions of `story.py`; see the contract."""
        return cast("StoryModule", self._part("story"))

    def gestures(self, box: Box) -> list[Gesture]:
        """What people at a table may point at; empty in most games."""
        offered = getattr(self._part("scene"), "gestures", None)
        return offered(box) if offered else []

    def action_count(self, box: Box) -> int:
        """How many actions seats can choose from; where boards differ in it, with this board."""
        count = getattr(self.actions, "count", None)
        return count(box) if count else self.actions.ACTIONS

    @cached_property
    def merit(self) -> MeritModule:
        """The functions of `merit.py`; see the contract."""
        return cast("MeritModule", self._part("merit"))

    @cached_property
    def statistics(self) -> StatisticsModule:
        """The functions of `statistics.py`; see the contract."""
        return cast("StatisticsModule", self._part("statistics"))

    @cached_property
    def why(self) -> WhyModule:
        """The functions of `why.py`; see the contract."""
        return cast("WhyModule", self._part("why"))

    @cached_property
    def rulebook(self) -> RulebookModule:
        """The functions of `rulebook.py`; see the contract."""
        return cast("RulebookModule", self._part("rulebook"))

    @cached_property
    def draw(self) -> DrawModule:
        """The functions of `draw.py`; see the contract."""
        return cast("DrawModule", self._part("draw"))

    @cached_property
    def judge(self) -> JudgeModule:
        """The functions of `judge.py`; see the contract."""
        return cast("JudgeModule", self._part("judge"))


@cache
def _module(name: str) -> Any:
    return import_module(name)


def _of_package(package: str) -> Game:
    return cast("Game", _module(package).GAME)


def _value(game: str, option: Option, value: Any) -> Value:
    """The allowed value that this one stands for; text from a command line is converted."""
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
        if isinstance(value, str) and value.strip().lower() == _written(allowed):
            return allowed
    if option.takes_files and isinstance(value, (str, Path)):
        return str(value)
    raise OptionError(
        "option.value_or_file" if option.takes_files else "option.value",
        game=game,
        option=option.name,
        values=", ".join(_written(allowed) for allowed in option.values),
        value=repr(value),
    )


def _written(value: Value) -> str:
    return str(value).lower()


def _span(seats: range) -> Mapping[str, Any] | int:
    return {"key": "game.span", "values": {"least": seats[0], "most": seats[-1]}} if len(seats) > 1 else seats[0]
