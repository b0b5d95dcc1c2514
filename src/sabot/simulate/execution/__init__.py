"""Execution of a simulation in blocks: in this process, in several, or on a cluster."""
