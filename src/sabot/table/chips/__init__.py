"""Chips and cash of a table: the float, the drop box, and exchanges at the table."""
