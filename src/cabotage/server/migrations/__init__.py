"""Steps from one version of the server's own tables to the next; those of the log are in tables/migrations."""
