"""Irregularities as a table: situations, circumstances and outcomes."""
