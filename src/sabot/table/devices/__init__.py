"""Devices at a table: their identity, what they see, and what happens where the dealer says
otherwise."""
