"""Short programs to read, copy and run: `python -m cabotage.research.examples.with_vector`."""
