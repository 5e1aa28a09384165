"""The long tournaments behind docs/reference/strength.md, docs/explanation/balance.md and the pages of the games.

    python tools/tournaments.py list
    python tools/tournaments.py play FOLDER [WORD ...]    play those whose name has one of the words; resumes
        --most 300                                        with at most so many games each
    python tools/tournaments.py keep FOLDER               copy their figures into benchmarks/tournaments.json
    python tools/tournaments.py order [GAME ...]          play the games that show what the order of play is worth
    python tools/tournaments.py write                     write the tables from there, and bots/ladder.json
    python tools/tournaments.py check                     fail if these are stale

Playing takes hours on two cores; CI runs only `check`. The tables say how many games were played.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cabotage
from cabotage.arena import Tournament
from cabotage.bots import RANKS
from cabotage.bots.bounds import SURE
from cabotage.bots.character import LADDER
from cabotage.core.contract import TO_THE_END, RankSettings, SearchSettings
from cabotage.core.errors import CabotageError
from cabotage.core.game import Option
from cabotage.games import GAMES, find

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.behaviour import behaviours
from tools.order import order
from tools.sections import filled, update

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "tournaments.json"
STRENGTH, BALANCE = ROOT / "docs" / "reference" / "strength.md", ROOT / "docs" / "explanation" / "balance.md"
ORDER = "-order"
PLAYED_BY = "behaviour"  # a file beside the games: how the game behaved then
SEATS = 3
# Captains search for a second. With fewer iterations they are weaker, so a real captain wins at least as much.
AGAINST_MATES = {"calypso": 2000, "captn_clever": 4000, "smugglers": 4000, "cape_horn": 1000, "treasure_boots": 1000}
# Equal times for each decision: iterations of the admiral and of the captains, as measured by `cabotage bench`.
AGAINST_CAPTAINS = {
    "calypso": (2000, 1600),
    "captn_clever": (2000, 1400),
    "smugglers": (2000, 900),
    "cape_horn": (2000, 320),
    "treasure_boots": (2000, 100),
}
AGAINST_GREEDY = {"calypso": 2000, "captn_clever": 600, "smugglers": 16_000, "cape_horn": 2000, "treasure_boots": 2000}
GAMES_AGAINST_GREEDY = {"calypso": 3000, "captn_clever": 300, "smugglers": 300, "cape_horn": 150, "treasure_boots": 150}
# Does a longer search win more? Games by iterations.
LUCK = {
    "calypso": {100: 3000, 500: 3000, 10_000: 1500, 60_000: 300},
    "smugglers": {500: 1000, 2000: 1000},
}
LADDER_GAMES, BALANCE_GAMES, OPTION_GAMES = 1000, 600, 300
TABLE_GAMES = 150  # to measure the bots of the balance games
FEW_BALANCE_GAMES = {"cape_horn": 300}
FEW_OPTION_GAMES = {"cape_horn": 60, "treasure_boots": 90}  # long games
AT_THE_TABLE = {"cape_horn": "captain@1000", "treasure_boots": "captain@100"}  # others: captain@200
TOGETHER = {"capture_limit": {"mode": "coop"}}  # options that need another one
SHOWN_ONLY = ("coop_talk", "memory_help", "numbered_tiles", "show_found")  # for people; these bots forget nothing
FOR_TWO = ("boats",)  # changes nothing at three seats
NOT_IN_ORDER = "Who begins is drawn; in rows with a dash, shares were not counted from there."
MANY = 6
WIDTH = 118
KEPT_OF_BOTS = ("bot", "relative", "relative_interval", "adjusted", "adjusted_interval", "ms_per_decision")
SURER = 2.576 / SURE  # width of a 99% interval, relative to 95%


@dataclass(frozen=True)
class Job:
    name: str
    game: str
    bots: list[str]
    games: int
    options: dict[str, Any] = field(default_factory=dict)

    def tournament(self) -> Tournament:
        return Tournament(cabotage.load(self.game, seats=SEATS, **self.options), self.bots, self.games)


def jobs() -> Iterator[Job]:
    ids = list(GAMES)
    for game in ids:
        yield Job(f"{game}-ladder-sailor", game, ["sailor", "cabin_boy"], LADDER_GAMES)
        yield Job(f"{game}-ladder-mate", game, ["mate", "sailor"], LADDER_GAMES)
        yield Job(f"{game}-ladder-captain", game, [f"captain@{AGAINST_MATES[game]}", "mate"], LADDER_GAMES)
        own, theirs = AGAINST_CAPTAINS[game]
        yield Job(f"{game}-ladder-admiral", game, [f"admiral@{own}", f"captain@{theirs}"], LADDER_GAMES)
    for game in ids:
        captain = f"captain@{AGAINST_GREEDY[game]}"
        yield Job(f"{game}-greedy", game, [captain, "greedy"], GAMES_AGAINST_GREEDY[game])
    for game, series in LUCK.items():
        for iterations, games in series.items():
            yield Job(f"{game}-luck-{iterations}", game, [f"captain@{iterations}", "greedy"], games)
    for game in ids:
        yield Job(f"{game}-table", game, [_at_the_table(game), "greedy"], TABLE_GAMES)
    for game in ids:
        yield Job(f"{game}-balance", game, [_at_the_table(game)], FEW_BALANCE_GAMES.get(game, BALANCE_GAMES))
    for game in ids:
        for option in find(game).options:
            for value in _tested_values(option):
                options = {option.name: value, **TOGETHER.get(option.name, {})}
                try:
                    cabotage.load(game, seats=SEATS, **options)
                except CabotageError:
                    continue  # not at three seats
                games = FEW_OPTION_GAMES.get(game, OPTION_GAMES)
                yield Job(f"{game}-option-{option.name}-{value}", game, [_at_the_table(game)], games, options)


def _at_the_table(game: str) -> str:
    return AT_THE_TABLE.get(game, "captain@200")


def _tested_values(option: Option) -> list[Any]:
    """The values worth a tournament: no defaults, only a few of many, and no random boards."""
    values = [value for value in option.values if value not in (option.default, "random")]
    if option.name in SHOWN_ONLY + FOR_TWO:
        return []
    return values if len(values) <= MANY else [values[0], values[len(values) // 8], values[len(values) // 4]]


def play(folder: Path, words: list[str], most: int) -> None:
    today = behaviours()
    for job in (replace(job, games=min(job.games, most)) for job in jobs()):
        if words and not any(word in job.name for word in words):
            continue
        print(job.name, flush=True)
        (folder / job.name).mkdir(parents=True, exist_ok=True)
        (folder / job.name / PLAYED_BY).write_text(today[job.game])
        results = job.tournament().play(folder / job.name, workers=os.cpu_count() or 1)
        results.report(folder / job.name)
        for bot in results.figures["bots"]:
            print(f"  {bot['bot']}: {bot['relative']:.2f} {bot['relative_interval']}", flush=True)


def keep(folder: Path) -> None:
    """Copy only what the tables need; the games can be played again. Tournaments that no longer exist are left out."""
    before: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    kept = {job.name: before[job.name] for job in jobs() if job.name in before}
    kept |= {name: row for name, row in before.items() if name.endswith(ORDER)}
    for job in jobs():
        report = folder / job.name / "report.json"
        if not report.exists():
            continue
        figures = json.loads(report.read_text())
        kept[job.name] = {
            "game": job.game,
            "line_up": figures["settings"]["line_up"],
            "options": {name: str(value) for name, value in job.options.items()},
            "is_cooperative": figures["is_cooperative"],
            "sources": figures["settings"]["sources"],
            "games": figures["games"],
            "bots": [{key: bot[key] for key in KEPT_OF_BOTS if bot.get(key) is not None} for bot in figures["bots"]],
            "seats": [{key: seat[key] for key in ("relative", "relative_interval")} for seat in figures["seats"]],
            "turns": {key: figures["length"]["turns"][key] for key in ("median", "tenth", "ninetieth")},
            "decisions": figures["length"]["decisions"]["median"],
            "behaviour": (folder / job.name / PLAYED_BY).read_text(),
        }
    KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def keep_orders(games: list[str]) -> None:
    """Play the games among greedy bots that show what the order of play is worth; this takes minutes."""
    for game in games or list(GAMES):
        row = order(game) | {"behaviour": behaviours()[game]}
        kept: dict[str, Any] = json.loads(KEPT.read_text()) | {f"{game}{ORDER}": row}
        KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        print(game, row["seats"], flush=True)


def write(is_check: bool = False) -> int:
    """Write the tables between the marks of both pages, or only compare them; return the exit code."""
    kept: dict[str, Any] = json.loads(KEPT.read_text())
    pages = {
        STRENGTH: {
            "ranks": _ranks(),
            "ladder": won(kept, "-ladder-"),
            "greedy": won(kept, "-greedy"),
            "luck": won(kept, "-luck-"),
            "age": aged(kept, "-ladder-", "-greedy", "-luck-"),
        },
        BALANCE: {
            "order": in_order(kept),
            "table": won(kept, "-table"),
            "age": aged(kept, "-balance", ORDER, "-option-", "-table"),
        },
    }
    written = {LADDER: json.dumps(_ladder(kept), indent=1) + "\n"}
    for page, tables in pages.items():
        text = page.read_text()
        for mark, lines in tables.items():
            text = filled(text, mark, lines)
        written[page] = text
    return update(written, "tools/tournaments.py write", is_check)


def _ladder(kept: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """For each game and rank the percentage of wins against the rank below; for the lowest, against the one above."""
    ladder: dict[str, dict[str, Any]] = {game: {} for game in GAMES}
    for job in jobs():
        if "-ladder-" not in job.name or job.name not in kept:
            continue
        line_up = kept[job.name]["line_up"]
        percents = {bot["bot"]: round(100 * bot["relative"] / len(line_up)) for bot in kept[job.name]["bots"]}
        bot, other = line_up[0], line_up[1]
        rank, at, _ = bot.partition("@")
        even = round(100 / len(line_up))
        other = other.partition("@")[0]
        if other == RANKS[0]:
            against = [other, rank]
            lowest = {"percent": percents[other], "even": even, "against": against, "is_limited": False}
            ladder[job.game][other] = lowest
        against = [other] * (len(line_up) - 1)
        ladder[job.game][rank] = {"percent": percents[bot], "even": even, "against": against, "is_limited": bool(at)}
    return ladder


def _ranks() -> list[str]:
    """For each game how long and how far each rank searches, and how much it forgets."""
    ids = list(GAMES)
    lines = [
        f"| rank | {' | '.join(find(game).names['en'] for game in ids)} |",
        "|---" * (len(ids) + 1) + "|",
    ]
    settings = [find(game).judge.SEARCH for game in ids]
    for index, name in enumerate(RANKS):
        lines.append(f"| {name.replace('_', ' ')} | {' | '.join(_rank(each.ranks[index]) for each in settings)} |")
    lines.append(f"| exploration, up to captains | {' | '.join(f'{each.exploration:g}' for each in settings)} |")
    lines.append(f"| exploration, admirals | {' | '.join(f'{_of_admiral(each):g}' for each in settings)} |")
    lines.append(f"| widening, captains | {' | '.join(f'{each.captain.widening:g}' for each in settings)} |")
    lines.append(f"| widening, admirals | {' | '.join(f'{each.ranks[-1].widening:g}' for each in settings)} |")
    lines.append(f"| prior, admirals | {' | '.join(f'{each.ranks[-1].prior:g}' for each in settings)} |")
    return lines


def _of_admiral(settings: SearchSettings) -> float:
    own = settings.ranks[-1].exploration
    return settings.exploration if own is None else own


def _rank(settings: RankSettings) -> str:
    if settings.is_learned:
        return f"{settings.iterations:,}, network"
    far = "to the end" if settings.horizon == TO_THE_END else str(settings.horizon)
    forgets = f", forgets {settings.forgets_permille / 10:.0f}%" if settings.forgets_permille else ""
    return f"{settings.iterations:,}, {far}{forgets}"


def won(kept: dict[str, Any], *words: str) -> list[str]:
    """A table of what the first bot of each tournament won."""
    rows = []
    for job in jobs():
        if job.name in kept and any(word in job.name for word in words):
            figures = kept[job.name]
            bot = next(each for each in figures["bots"] if each["bot"] == figures["line_up"][0])
            won = [_times(bot, "relative"), _times(bot, "adjusted")]
            rows.append([job.game, bot["bot"], f"two {figures['line_up'][1]}", *won, str(figures["games"])])
    titles = ["game", "bot", "against", "times its fair share | 95%", "adjusted for luck | 95%", "games"]
    if not any(row[4] for row in rows):  # older tournaments, and games whose draws only reveal
        titles, rows = titles[:4] + titles[5:], [row[:4] + row[5:] for row in rows]
    lines = [f"| {' | '.join(cell or '– | –' for cell in row)} |" for row in (titles, *rows)]
    columns = lines[0].count("|") - 1
    return [lines[0], "|---" * columns + "|", *lines[1:]]


def _times(bot: dict[str, Any], share: str) -> str:
    """A share with its interval, as two cells; empty if this tournament has none."""
    if bot.get(f"{share}_interval") is None:
        return ""
    low, high = bot[f"{share}_interval"]
    return f"{bot[share]:.2f} | {low:.2f}-{high:.2f}"


def in_order(kept: dict[str, Any]) -> list[str]:
    """What the seats win in the order of play, with default options."""
    lines = ["| game | bots | first to play | second | third | games |", "|---|---|---|---|---|---|"]
    for game in GAMES:
        for name in (f"{game}-balance", f"{game}{ORDER}"):
            figures = kept.get(name, {"seats": []})
            if figures["seats"]:
                shares = " | ".join(_share(seat) for seat in figures["seats"])
                lines.append(f"| {game} | {figures['line_up'][0]} | {shares} | {figures['games']} |")
    return lines


def balance(kept: dict[str, Any], game: str) -> list[str]:
    """What the seats of a game win and how long it lasts, in words; then the same with each option, as a table."""
    plain = kept[f"{game}-balance"]
    return [
        *_advantage(plain),
        *_advantage(kept.get(f"{game}{ORDER}", {"seats": []})),
        _length(plain),
        f"({plain['games']} games, all seats {plain['line_up'][0]}.)",
        "",
        *_moved(kept, game),
        *([] if all(kept[job.name]["seats"] for job in _option_jobs(kept, game)) else [NOT_IN_ORDER, ""]),
        "| option | first to play | second | third | turns (middle 80%) | length | games |",
        "|---|---|---|---|---|---|---|",
        _option_row("default", plain, plain),
        *(_option_row(_options_text(job), kept[job.name], plain) for job in _option_jobs(kept, game)),
    ]


def _option_jobs(kept: dict[str, Any], game: str) -> list[Job]:
    return [job for job in jobs() if job.name in kept and job.name.startswith(f"{game}-option-")]


def aged(kept: dict[str, Any], *words: str) -> list[str]:
    """Which figures are older than the last change of the rules, the policy or the estimate of their game."""
    today = behaviours()
    shown = {name: row for name, row in kept.items() if any(word in name for word in words)}
    names = [f"`{name}`" for name, row in shown.items() if row.get("behaviour") != today[row["game"]]]
    if not names:
        return ["All were played with the rules, policies and estimates of today."]
    listed = textwrap.wrap(f"Older than the last change of their game's rules or estimate: {', '.join(names)}.", WIDTH)
    return [*listed, "All others were played with the rules, policies and estimates of today."]


def _advantage(figures: dict[str, Any]) -> list[str]:
    """Which seats win significantly more or less than their share."""
    return [
        f"The {name} to play wins {seat['relative']:.2f} times its fair share ({seat['low']:.2f} to "
        f"{seat['high']:.2f}; {figures['games']} games, all seats {figures['line_up'][0]})."
        for name, seat in _apart(figures, 1)
    ]


def _moved(kept: dict[str, Any], game: str) -> list[str]:
    """Options that change the advantage. There are many rows, so each must differ at the 99% level, not 95%."""
    lines = [
        f"Different at the 99% level: with {_options_text(job)} the {name} to play wins {seat['relative']:.2f}."
        for job in _option_jobs(kept, game)
        if not kept[job.name].get("is_cooperative")
        for name, seat in _apart(kept[job.name], SURER)
    ]
    return [*(f"- {line}" for line in lines), ""] if lines else []


def _apart(figures: dict[str, Any], wider: float) -> Iterator[tuple[str, dict[str, float]]]:
    """Seats whose share differs from 1, by intervals widened by this factor."""
    for name, seat in zip(("first", "second", "third"), figures["seats"], strict=False):
        share, (low, high) = seat["relative"], seat["relative_interval"]
        if share - wider * (share - low) > 1 or share + wider * (high - share) < 1:
            yield name, {"relative": share, "low": low, "high": high}


def _options_text(job: Job) -> str:
    return ", ".join(f"`{name}={str(value).lower()}`" for name, value in job.options.items())


def _length(figures: dict[str, Any]) -> str:
    turns = figures["turns"]
    most = f"80% after {turns['tenth']:.0f} to {turns['ninetieth']:.0f}"
    return (
        f"Half of the games end within {turns['median']:.0f} turns, {most}; "
        f"the median game has {figures['decisions']:.0f} decisions."
    )


def _option_row(option: str, figures: dict[str, Any], plain: dict[str, Any]) -> str:
    shares = [_share(seat) for seat in figures["seats"]] or ["–"] * SEATS
    seats = f"won together {shares[0]} | |" if figures.get("is_cooperative") else " | ".join(shares)
    turns, default = figures["turns"], plain["turns"]["median"]
    length = f"{turns['median']:.0f} ({turns['tenth']:.0f}-{turns['ninetieth']:.0f})"
    change = f"{turns['median'] / default - 1:+.0%}" if figures is not plain else ""
    return f"| {option} | {seats} | {length} | {change} | {figures['games']} |"


def _share(seat: dict[str, Any]) -> str:
    low, high = seat["relative_interval"]
    return f"{seat['relative']:.2f} ({low:.2f}-{high:.2f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["list", "play", "keep", "order", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--most", type=int, default=LADDER_GAMES * 3)
    given = parser.parse_args()
    if given.command == "list":
        print("\n".join(f"{job.name}: {', '.join(job.bots)}, {job.games}" for job in jobs()))
    elif given.command == "play":
        play(given.folder, given.words, given.most)
    elif given.command == "order":
        keep_orders([*filter(None, [given.folder and str(given.folder)]), *given.words])
    elif given.command == "keep":
        keep(given.folder)
    else:
        return write(is_check=given.command == "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
