"""Exact counting of the ways to every facts code, one counter for each procedure."""
