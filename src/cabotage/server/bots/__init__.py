"""Bots at tables: processes that choose, and compilation ahead of the first game."""
