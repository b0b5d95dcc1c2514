"""Robots: clients of a table that send what a dealer or a player would send.

They see what a person in their place can see and get the same answers, rejections included. They
behave alike at a table of this process (`RobotSession`) and at a casino's server
(`sabot.robots.online`, which is imported only where it is needed).
"""

from sabot.robots.dealer import RobotDealer
from sabot.robots.pace import AT_ONCE, UNHURRIED, Pace
from sabot.robots.player import RobotPlayer
from sabot.robots.scene import Robot, TableScene, Wish
from sabot.robots.second import RobotSecond
from sabot.robots.session import RobotSession
from sabot.robots.view import View

__all__ = [
    "AT_ONCE",
    "UNHURRIED",
    "Pace",
    "Robot",
    "RobotDealer",
    "RobotPlayer",
    "RobotSecond",
    "RobotSession",
    "TableScene",
    "View",
    "Wish",
]
