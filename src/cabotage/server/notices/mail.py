"""Sends mails by SMTP, in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import smtplib
import ssl
import threading
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cabotage.server.errors import NoticesUnavailable
from cabotage.server.notices.delivery import Delivery

if TYPE_CHECKING:
    from cabotage.server.notices.letter import Letter
    from cabotage.server.settings import Settings

SECONDS = 15.0  # for each step of the protocol
AT_ONCE = 2
STARTTLS, TLS, NONE = SECURITY = ("starttls", "tls", "none")
UNKNOWN_MAILBOX = (550, 551, 553)

logger = logging.getLogger(__name__)


class Mail:
    """One per server, if the host has set an SMTP server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.address = settings.public_address.rstrip("/")
        self._from = settings.mail_from
        self._password = _password(settings)
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or parts.fragment:
            raise NoticesUnavailable("notices.address")
        if "@" not in parseaddr(self._from)[1]:
            raise NoticesUnavailable("notices.mail_from")
        if settings.smtp_security not in SECURITY:
            raise NoticesUnavailable("notices.security", known=", ".join(SECURITY))
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def send(self, letter: Letter) -> Delivery:
        """Hand a mail over to the SMTP server."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Delivery] = loop.create_future()
        message = self._message(letter)

        def settle(delivery: Delivery) -> None:
            if not done.done():
                done.set_result(delivery)

        def work() -> None:
            delivery = self._send(message)
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(settle, delivery)

        async with self._turns:
            # A daemon, so that a slow SMTP server does not keep this process from ending.
            threading.Thread(target=work, name="mail", daemon=True).start()
            return await done

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._from
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self._from)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message["Content-Language"] = letter.language
        if letter.stop:  # RFC 2369 and RFC 8058
            message["List-Unsubscribe"] = f"<{letter.stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        return message

    def _send(self, message: EmailMessage) -> Delivery:
        try:
            with contextlib.closing(self._connect()) as smtp:
                smtp.send_message(message)
                smtp.quit()
        except smtplib.SMTPRecipientsRefused as error:
            codes = {code for code, _ in error.recipients.values()}
            logger.warning("mail_refused", extra={"fields": {"codes": sorted(codes)}})
            return Delivery.GONE if codes <= set(UNKNOWN_MAILBOX) else Delivery.FAILED
        except (smtplib.SMTPException, OSError) as error:  # OSError: no connection, or no valid certificate
            logger.warning("mail_failed", extra={"fields": {"reason": str(error)[:200]}})
            return Delivery.FAILED
        return Delivery.SENT

    def _connect(self) -> smtplib.SMTP:
        settings = self._settings
        where = settings.smtp_host, settings.smtp_port
        if settings.smtp_security == TLS:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(*where, timeout=SECONDS, context=ssl.create_default_context())
        else:
            smtp = smtplib.SMTP(*where, timeout=SECONDS)
        try:
            if settings.smtp_security == STARTTLS:
                smtp.starttls(context=ssl.create_default_context())  # raises if the server does not offer it
            if settings.smtp_user:
                smtp.login(settings.smtp_user, self._password)
        except BaseException:
            smtp.close()
            raise
        return smtp


def _password(settings: Settings) -> str:
    if not settings.smtp_password_file:
        return ""
    try:
        return Path(settings.smtp_password_file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NoticesUnavailable("notices.password", path=settings.smtp_password_file, reason=str(error)) from None
