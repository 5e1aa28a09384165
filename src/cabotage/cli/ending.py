"""The end of a game: winner, places, and the file of the record."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.cli.table import Table
    from cabotage.core.position import Position
    from cabotage.core.words import Words


def tell_ending(table: Table) -> None:
    """Print the places; then offer to save the record."""
    for line in result_lines(table.position, [_name(table, seat) for seat in range(len(table.players))], table.words):
        table.terminal.say(line, "bold")
    if table.save_path is not None:
        table.terminal.say(table.words.say("end.record", path=table.save_path))
    elif table.people:
        offer_record(table)


def result_lines(position: Position, names: list[str], words: Words) -> list[str]:
    """All places, best first; in co-operative games whether all won."""
    score, places = position.score, position.places
    if score is None:
        return []
    if position.box.is_cooperative:
        return [words.say("end.won_together" if score[0] == 1 else "end.lost_together")]
    lines = [words.say("end.over")]
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        won = _share(score[seat], words)
        lines.append(words.say("end.place", place=places[seat], who=names[seat]) + won)
    return lines


def _share(share: Fraction, words: Words) -> str:
    if share == 0:
        return ""
    return ", " + (words.say("end.wins") if share == 1 else words.say("end.shares", share=share))


def _name(table: Table, seat: int) -> str:
    player = table.players[seat]
    return f"{player.name} ({player.kind})" if player.kind else player.name


def offer_record(table: Table) -> None:
    """Ask whether to save; Enter or the end of the input means no."""
    while True:
        try:
            typed = table.terminal.ask(table.words.say("end.offer"))
        except (EOFError, KeyboardInterrupt):
            table.terminal.skip()
            return
        command, _, name = typed.removeprefix("/").partition(" ")
        if not command or table.command(command) == "quit":
            return
        if table.command(command) == "save" and table.save_as(name.strip()):
            return
