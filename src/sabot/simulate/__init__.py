"""Simulation close to the machine's limit, from the same pay lines that settle live coups."""

from sabot.simulate.simulation import Simulation, WagerResult, simulate

__all__ = ["Simulation", "WagerResult", "simulate"]
