"""Robots: clients of a table that send what a dealer or a player would send.

They know what anybody at the table can know, which is what its events say, and they get the same
answers, rejections included.
"""

from sabot.robots.dealer import RobotDealer
from sabot.robots.player import RobotPlayer
from sabot.robots.session import Session
from sabot.robots.view import Robot, View, Wish

__all__ = ["Robot", "RobotDealer", "RobotPlayer", "Session", "View", "Wish"]
