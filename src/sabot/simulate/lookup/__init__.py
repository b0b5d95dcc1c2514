"""Lookup tables for compiled dealing, found by calling a rulebook's functions."""
