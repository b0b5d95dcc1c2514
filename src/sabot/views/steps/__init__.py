"""The next step at a table, with its reason."""
