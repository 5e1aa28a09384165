"""The HTTP interface: routes by subject, and the bodies of requests and responses."""
