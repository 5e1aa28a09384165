"""WebSockets: one socket per viewer and table, its messages, and who is connected."""
