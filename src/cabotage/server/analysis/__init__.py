"""The analysis of finished games: judged in small parts beside hints, kept, and shown."""
