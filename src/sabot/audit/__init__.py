"""The audit: a log decided again from nothing but its lines."""
