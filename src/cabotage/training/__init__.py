"""Training: bots play themselves, a small network learns from the results, and tournaments say whether it is better."""
