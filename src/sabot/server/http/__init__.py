"""HTTP: routes, permissions, rate limits, and the shape of answers."""
