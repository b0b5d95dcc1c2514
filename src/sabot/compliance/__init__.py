"""Duties, reports for regulators and inspectors, and the exceptions report."""
