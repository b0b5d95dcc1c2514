"""The draw: bound, opened, published."""
