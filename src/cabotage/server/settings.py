"""The settings of a server. Each is an option of `cabotage serve` and an environment variable."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Settings:
    """The defaults suit one household on one machine."""

    database: str  # sqlite:///file or postgresql://user@host/name
    disk_reserve_mb: int = 100  # with less room on the disk of an SQLite file, the server is not ready
    keep_finished_days: float = 0.0  # then finished tables are deleted; 0: never
    keep_idle_days: float = 0.0  # the same for tables that were not finished, after their last move

    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # processes for bots; one core is left for people's moves
    hinters: int = max(1, (os.cpu_count() or 2) // 4)  # processes for hints, with the lowest priority
    pause_seconds: float = 0.3  # between the moves of a bot; the page shows them at the pace that people choose
    hint_iterations: int = 0  # as many as the admiral's; a number and not seconds: the same position gets the same hint
    analysis_seconds: float = 30.0  # of the processor, for the analysis of one finished game
    is_warming: bool = True  # compile the rules at the start, in a separate process

    host_names: tuple[str, ...] = ()  # by which people reach the server, besides addresses, localhost and the machine's
    can_open_network: bool = True  # the person at this machine may open the server to the local network, from the page
    origins: tuple[str, ...] = ()  # other sites whose pages may connect; the server's own always may

    has_limits: bool = True
    person_units: float = 100.0  # per second, for one person; middleware/costs.py says what requests cost
    address_units: float = 400.0  # per second, for all people behind one address
    newcomers_per_minute: float = 300.0  # new identities of one address
    greetings_per_minute: float = 20.0  # of one person
    away_seconds: float = 20.0  # without a connection, before a bot may take over

    push_keys: str = ""  # a file made by `cabotage keys`; without it there is no Web Push
    push_contact: str = ""  # mailto: or https: address where push services can reach the host
    push_private: bool = False  # also to push services without https or with a private address
    smtp_host: str = ""  # without it there is no mail
    smtp_port: int = 587
    smtp_security: str = "starttls"  # or "tls", or "none"
    smtp_user: str = ""
    smtp_password_file: str = ""
    mail_from: str = ""
    public_address: str = ""  # of this server, as people type it; links in mails start with it
    notice_seconds: float = 30.0  # without a connection, before a person is told that it is their turn

    connections: int = 10_000  # of the process, sockets included
    connections_per_address: int = 500
    header_seconds: float = 10.0  # for the head of a request
    body_seconds: float = 60.0  # for its body, and for a client that does not read
    idle_seconds: float = 10.0  # between two requests over one connection

    def shared_by(self, workers: int) -> Settings:
        """The settings of each of so many workers: together they have these processes, and allow this much."""
        if workers == 1:
            return self
        return replace(
            self,
            thinkers=max(1, self.thinkers // workers),
            hinters=max(1, self.hinters // workers),
            person_units=self.person_units / workers,
            address_units=self.address_units / workers,
            newcomers_per_minute=self.newcomers_per_minute / workers,
            greetings_per_minute=self.greetings_per_minute / workers,
            connections=-(-self.connections // workers),
            connections_per_address=-(-self.connections_per_address // workers),
            can_open_network=False,  # only one of them would listen there
        )
