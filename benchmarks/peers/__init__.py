"""Our speed beside that of other libraries, on one core of one machine: `make bench-peers`."""
