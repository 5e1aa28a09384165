"""The ways to reach people who are away, as far as the host has set them up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.server.notices.mail import Mail
from cabotage.server.notices.push import Push

if TYPE_CHECKING:
    from cabotage.server.settings import Settings


@dataclass(frozen=True)
class Ways:
    """Push needs keys, mail needs an SMTP server."""

    push: Push | None
    mail: Mail | None

    @staticmethod
    def of(settings: Settings) -> Ways:
        """Raises NoticesUnavailable for settings that cannot work."""
        return Ways(
            Push(settings) if settings.push_keys else None,
            Mail(settings) if settings.smtp_host else None,
        )
