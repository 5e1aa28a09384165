"""Notices: tells people who are away that it is their turn, by Web Push or e-mail, if they asked for it."""
