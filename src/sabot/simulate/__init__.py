"""Fast simulation, compiled from the same pay lines that settle live coups."""

from sabot.simulate.sessions.bankroll import BankrollRun, play_sessions
from sabot.simulate.sessions.plan import Plan
from sabot.simulate.simulation import Simulation, WagerResult, simulate

__all__ = ["BankrollRun", "Plan", "Simulation", "WagerResult", "play_sessions", "simulate"]
