"""Who is calling: identities without registration, invitations and their secrets."""
