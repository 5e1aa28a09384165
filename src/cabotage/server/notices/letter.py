"""The mails: plain text and minimal HTML, in the language of their reader."""

from __future__ import annotations

import html
from dataclasses import dataclass

from cabotage.server.language import server_words


@dataclass(frozen=True)
class Letter:
    """One mail."""

    to: str
    language: str
    subject: str
    text: str
    html: str
    stop: str = ""  # where one click stops these mails


def turn(to: str, language: str, game: str, server: str, table: str, stop_key: str) -> Letter:
    """It is your turn. Says nothing that only the player may know."""
    words = server_words(language)
    title = words.say("notice.turn", game=game)
    opening, stopping = f"{server}/t/{table}", f"{server}/mail#stop={stop_key}"
    parts = [
        (words.say("mail.turn", game=game), ""),
        (words.say("mail.open"), opening),
        (words.say("mail.stop"), stopping),
    ]
    stop = f"{server}/api/mail/stop?key={stop_key}"
    return Letter(to, language, title, _text(parts), _html(language, title, parts), stop)


def confirmation(to: str, language: str, server: str, key: str) -> Letter:
    """Is this your address?"""
    words = server_words(language)
    title = words.say("mail.confirm_title")
    parts = [
        (words.say("mail.confirm", server=server), ""),
        (words.say("mail.confirm_link"), f"{server}/mail#confirm={key}"),
        (words.say("mail.ignore"), ""),
    ]
    return Letter(to, language, title, _text(parts), _html(language, title, parts))


def _text(parts: list[tuple[str, str]]) -> str:
    return "\n\n".join(f"{text}\n{link}" if link else text for text, link in parts) + "\n"


def _html(language: str, title: str, parts: list[tuple[str, str]]) -> str:
    body = "".join(
        f'<p><a href="{html.escape(link)}">{html.escape(text)}</a></p>' if link else f"<p>{html.escape(text)}</p>"
        for text, link in parts
    )
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{body}</body></html>\n'
