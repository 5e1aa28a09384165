"""Who sent a request: identities without registration, invitations, secrets."""
