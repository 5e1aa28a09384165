"""The addresses the server answers to, by what they are about."""
