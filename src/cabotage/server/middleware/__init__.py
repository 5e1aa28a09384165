"""What every request passes: rate limits, size limits, origin check, headers, access log, metrics."""
