"""What a game is: schema with visibility, contract, chance, playing loop, records, errors. No game stands here."""
