"""Statistics of a tournament: shares of the win, ratings, lengths, branching, the course of games, times."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from statistics import fmean, median, variance
from typing import TYPE_CHECKING, Any, TypeVar

from cabotage.arena.adjustment import without_luck
from cabotage.arena.interval import Interval, of_mean, of_unbounded_mean
from cabotage.arena.match import MOMENTS
from cabotage.arena.rating import rate

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.tournament import Tournament
    from cabotage.core.box import Box

T = TypeVar("T")

FORMAT = "cabotage-arena-report"
FORMAT_VERSION = 1
DIGITS = 4


def figures(tournament: Tournament, results: Sequence[GameResult], thinking: Sequence[Thinking]) -> dict[str, Any]:
    """Everything in report.json."""
    box = tournament.box
    complete = [game for game in results if game.failure is None]
    report: dict[str, Any] = _rounded(
        {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "settings": tournament.settings(),
            "is_cooperative": box.is_cooperative,
            "games": len(results),
            "rounds": len({game.round for game in results}),
            "fair_share": fair_share(box),
            "bots": _bots(box, results, thinking),
            "seats": _seats(box, complete),
            "length": _length(complete),
            "branching": _branching(complete),
            "course": _course(complete),
            "failures": [
                {
                    "game": game.game,
                    "seat": game.failure.seat,
                    "bot": game.failure.bot,
                    "code": game.failure.code,
                    "reason": game.failure.reason,
                }
                for game in results
                if game.failure
            ],
        }
    )
    return report


def fair_share(box: Box) -> float:
    """A seat's share of the win if all bots are equal; 1 in co-operative games, where the share is of games won."""
    return 1.0 if box.is_cooperative else 1 / len(set(box.teams))


def _bots(box: Box, results: Sequence[GameResult], thinking: Sequence[Thinking]) -> list[dict[str, Any]]:
    fair = fair_share(box)
    ratings = {} if box.is_cooperative else rate(results, box.teams)
    names = dict.fromkeys(bot for game in results for bot in game.seating)
    clocks = _clocks(results, thinking)
    rows = []
    for name in names:
        by_round = _by_round((game.round, _mean_share(game, name)) for game in results)
        share, interval = fmean(by_round), _bot_interval(box, results[0].seating, name, by_round)
        rating = ratings.get(name)
        is_adjusted = all(game.luck is not None for game in results)
        luck = _by_round((game.round, _mean_luck(game, name)) for game in results if is_adjusted)
        rows.append(
            {
                "bot": name,
                "seats": results[0].seating.count(name),
                "games": sum(name in game.seating for game in results),
                "share": share,
                "share_interval": interval,
                "relative": share / fair,
                "relative_interval": interval and [end / fair for end in interval],
                **_adjusted(by_round, luck, fair, interval is not None),
                "rating": rating and {"mu": rating.mu, "sigma": rating.sigma, "interval": rating.interval},
                "failures": sum(game.failure is not None and game.failure.bot == name for game in results),
                **clocks[name],
            }
        )
    return sorted(rows, key=lambda row: -float(row["share"]))


def _mean_share(game: GameResult, bot: str) -> float:
    return fmean(share for share, name in zip(game.shares, game.seating, strict=True) if name == bot)


def _mean_luck(game: GameResult, bot: str) -> float:
    return fmean(luck for luck, name in zip(game.luck or (), game.seating, strict=True) if name == bot)


def _adjusted(by_round: Sequence[float], luck: Sequence[float], fair: float, has_interval: bool) -> dict[str, Any]:
    """The share without the luck of the draws, and how many games fewer its interval needs."""
    if not luck:
        return {"adjusted": None, "adjusted_interval": None, "fewer_games": None}
    adjusted = without_luck(by_round, luck)
    interval = of_unbounded_mean(adjusted) if has_interval else None
    spread = variance(adjusted) if len(adjusted) > 1 else 0.0
    return {
        "adjusted": fmean(adjusted) / fair,
        "adjusted_interval": interval and [end / fair for end in interval],
        "fewer_games": variance(by_round) / spread if interval and spread > 0 else None,
    }


def _bot_interval(box: Box, seating: Sequence[str], bot: str, by_round: Sequence[float]) -> Interval | None:
    """None if a bot has a seat in every team: it always wins exactly its fair share."""
    held = Counter(team for team, name in zip(box.teams, seating, strict=True) if name == bot)
    if not box.is_cooperative and set(held) == set(box.teams) and len(set(held.values())) == 1:
        return None
    return of_mean(by_round, max(held.values()) / held.total())


def _by_round(values: Iterable[tuple[int, float]]) -> list[float]:
    """The mean of each round."""
    rounds: defaultdict[int, list[float]] = defaultdict(list)
    for round_, value in values:
        rounds[round_].append(value)
    return [fmean(of_round) for of_round in rounds.values()]


def _clocks(results: Sequence[GameResult], thinking: Sequence[Thinking]) -> dict[str, dict[str, Any]]:
    """Decisions and thinking time of each bot; games without recorded times are not counted."""
    decisions: Counter[str] = Counter()
    timed: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    longest: defaultdict[str, float] = defaultdict(float)
    clocks = {clock.game: clock for clock in thinking}
    for game in results:
        clock = clocks.get(game.game)
        for seat, bot in enumerate(game.seating):
            decisions[bot] += game.decisions[seat]
            if clock is not None:
                timed[bot] += game.decisions[seat]
                seconds[bot] += clock.seconds[seat]
                longest[bot] = max(longest[bot], clock.longest[seat])
    return {
        bot: {
            "decisions": decisions[bot],
            "ms_per_decision": 1000 * seconds[bot] / timed[bot] if timed[bot] else None,
            "longest_ms": 1000 * longest[bot] if timed[bot] else None,
        }
        for bot in decisions
    }


def _seats(box: Box, complete: Sequence[GameResult]) -> list[dict[str, Any]]:
    """The shares of the seats in the order of play: by rotation all bots sit there equally often."""
    fair = fair_share(box)
    rows = []
    for order in range(box.seats if complete else 0):
        by_round = _by_round((game.round, _in_order(game, game.shares)[order]) for game in complete)
        share, interval = fmean(by_round), of_mean(by_round, 1.0)
        rows.append(
            {
                "order": order,
                "share": share,
                "share_interval": interval,
                "relative": share / fair,
                "relative_interval": interval and [end / fair for end in interval],
            }
        )
    return rows


def _in_order(game: GameResult, by_seat: Sequence[T]) -> Sequence[T]:
    """From the seat that began, clockwise."""
    return [*by_seat[game.first :], *by_seat[: game.first]]


def _length(complete: Sequence[GameResult]) -> dict[str, Any] | None:
    if not complete:
        return None
    decisions = [sum(game.decisions) for game in complete]
    turns = sum(game.turns for game in complete)
    return {
        "steps": _spread([game.steps for game in complete]),
        "turns": _spread([game.turns for game in complete]),
        "decisions": _spread(decisions),
        "decisions_by_seat": [
            fmean(each) for each in zip(*(_in_order(game, game.decisions) for game in complete), strict=True)
        ],
        "decisions_per_turn": sum(decisions) / turns if turns else None,
        "turns_histogram": sorted(Counter(game.turns for game in complete).items()),
    }


def _spread(values: Sequence[int]) -> dict[str, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    return {
        "mean": fmean(ordered),
        "median": median(ordered),
        "tenth": ordered[round(last * 0.1)],
        "ninetieth": ordered[round(last * 0.9)],
        "least": ordered[0],
        "most": ordered[-1],
    }


def _branching(complete: Sequence[GameResult]) -> dict[str, Any] | None:
    """How many choices a decision offers."""
    offered: Counter[int] = Counter()
    for game in complete:
        for choices, times in game.offered:
            offered[choices] += times
    if not offered:
        return None
    ordered = sorted(offered.items())
    decisions = sum(offered.values())
    passed = list(accumulate(times for _, times in ordered))
    return {
        "mean": sum(choices * times for choices, times in ordered) / decisions,
        "median": next(choices for (choices, _), upto in zip(ordered, passed, strict=True) if 2 * upto >= decisions),
        "most": ordered[-1][0],
        "histogram": ordered,
    }


def _course(complete: Sequence[GameResult]) -> dict[str, Any] | None:
    """The course of games: means over all games at the same fraction of their decisions."""
    if not complete:
        return None
    bots = list(dict.fromkeys(bot for game in complete for bot in game.seating))
    has_points = complete[0].course.points is not None
    return {
        "at": [moment / (MOMENTS - 1) for moment in range(MOMENTS)],
        "chances": {bot: _over_time(complete, bot, "chances") for bot in bots},
        "places": {bot: _over_time(complete, bot, "places") for bot in bots},
        "points": {bot: _over_time(complete, bot, "points") for bot in bots} if has_points else None,
        "winner_leads": [fmean(_winner_leads(game, moment) for game in complete) for moment in range(MOMENTS)],
    }


def _over_time(complete: Sequence[GameResult], bot: str, what: str) -> list[float]:
    return [
        fmean(
            value
            for game in complete
            for value, name in zip(getattr(game.course, what)[moment], game.seating, strict=True)
            if name == bot
        )
        for moment in range(MOMENTS)
    ]


def _winner_leads(game: GameResult, moment: int) -> float:
    """The share of the win of those seats that lead, or share the lead, at this moment."""
    leading = [share for share, place in zip(game.shares, game.course.places[moment], strict=True) if place == 1]
    return sum(leading) / (sum(game.shares) or 1.0)  # partners win one game, not two


def _rounded(value: Any) -> Any:
    """Round to four digits: more would be noise in a diff."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(part) for part in value]
    return value
