"""The server's own tables of the database: people, invitations, lists of tables, notices, presence. No secrets."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

METADATA = MetaData()

# `hash` is the SHA-256 of the secret in the cookie; `id` is what a table's log calls this person.
IDENTITIES = Table(
    "identities",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("name", String(40)),
    Column("language", String(2)),
    Column("created_ms", BigInteger, nullable=False),
)

# Further secrets of the same person, one for each device that was added by a link.
DEVICES = Table(
    "devices",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Index("devices_by_identity", "identity"),
)

DEVICE_LINKS = Table(
    "device_links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index("device_links_by_identity", "identity"),
)

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("invitations_by_table", "table_id", "seat"),
)

LISTINGS = Table(
    "listings",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("opener", String(32), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Index("listings_by_time", "is_public", "opened_ms"),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("identity", String(32), ForeignKey("identities.id"), primary_key=True),
    Column("table_id", String(64), primary_key=True),
    Column("is_hidden", Boolean, nullable=False, server_default=false()),
)

# Visitors who ask for a free seat. `nonce` becomes part of the dice if they get one.
SEAT_REQUESTS = Table(
    "seat_requests",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("name", String(40)),
    Column("nonce", String(128)),
    Column("asked_ms", BigInteger, nullable=False),
    Column("is_declined", Boolean, nullable=False),
    Index("seat_requests_by_table", "table_id"),
    Index("seat_requests_by_identity", "identity"),
    Index("seat_requests_by_time", "asked_ms"),
)

# A cache for the history of a person: how their finished games ended. `outcome` is JSON; see people/history.py.
RESULTS = Table(
    "results",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("table_id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Index("results_by_table", "table_id"),
)

# Analyses of finished games, without names: they can be computed again. `content` is JSON; null: it takes too long.
ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
)

# A browser that receives Web Push; `id` is the SHA-256 of its endpoint. The keys encrypt what is sent to it.
PUSH_DEVICES = Table(
    "push_devices",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(50), nullable=False),
    Column("language", String(2), nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Index("push_devices_by_identity", "identity"),
)

# `stop_key` is in every mail. It is stored as it is, because it can do nothing but stop these mails.
MAILBOXES = Table(
    "mailboxes",
    METADATA,
    Column("identity", String(32), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(2), nullable=False),
    Column("stop_key", String(64), nullable=False, unique=True),
    Column("is_confirmed", Boolean, nullable=False),
)

# The links that confirm an address. They are kept for a day, to count how often somebody asked.
MAIL_CONFIRMATIONS = Table(
    "mail_confirmations",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("address_hash", String(64), nullable=False),
    Column("asked_ms", BigInteger, nullable=False),
    Column("is_used", Boolean, nullable=False),
    Index("mail_confirmations_by_time", "asked_ms"),
)

# Who wants to hear of their turn at a table. `target` is "mail" or the id of a push device; `told_seq` is the turn they
# were last told of: of two servers that want to tell, one can raise it.
WATCHES = Table(
    "watches",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("target", String(64), primary_key=True),
    Column("told_seq", Integer, nullable=False),
    Index("watches_by_identity", "identity"),
)

# What is to be sent. `server` is the one that sends it now.
OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("target", String(64), nullable=False),
    Column("table_id", String(64)),
    Column("seq", Integer),
    Column("tries", Integer, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Column("server", String(32)),
    Index("outbox_by_time", "due_ms"),
    Index("outbox_by_identity", "identity"),
)

# `id` is the SHA-256 of the credential's id; bytes are in hexadecimal.
PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("added_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    Index("passkeys_by_identity", "identity"),
)

PASSKEY_CHALLENGES = Table(
    "passkey_challenges",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("identity", String(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index("passkey_challenges_by_time", "until_ms"),
)

# The servers on this database. Each extends its lease every second; one whose lease has run out counts as dead. Times
# here and in `presence` are those of the database, so that the clocks of the servers need not agree.
SERVERS = Table(
    "servers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
    Column("version", String(32), nullable=False),
)

# Who is connected to a table through which server. `gone_ms` is null while they are, then the time they were last seen.
PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("server", String(32), primary_key=True),
    Column("gone_ms", BigInteger),
    Index("presence_by_server", "server"),
    Index("presence_by_time", "gone_ms"),
)
