"""Steps that bring a database from one version to the next; run at start."""
