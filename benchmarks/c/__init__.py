"""Calypso in C: the limit of speed."""
