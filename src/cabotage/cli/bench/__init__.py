"""`cabotage bench`: the speed of rules, search, start-up and server."""
