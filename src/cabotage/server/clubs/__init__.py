"""Clubs: members, their ladder, and tournaments for an evening. Nothing of it exists until somebody founds a club."""
