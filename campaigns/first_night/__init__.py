"""The first night of a new casino, in a browser."""
