"""Load on a server of this machine: how many moves it makes, how fast, at which cost."""
