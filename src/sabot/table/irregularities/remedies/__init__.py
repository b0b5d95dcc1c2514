"""Remedies: each carries out one outcome of an irregularity."""
