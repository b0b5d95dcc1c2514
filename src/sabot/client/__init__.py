"""A client for programs: a casino of Sabot over the network, in typed Python and asyncio.

`Client` asks and commands; `Client.live` follows a table, event by event, and goes on after a lost
connection where it was.
"""

from sabot.client.answers import AccountPurse, Answered, Me, Peeked, Refused, TableNow, Waiting
from sabot.client.change import Change
from sabot.client.client import Client
from sabot.client.live import Live

__all__ = [
    "AccountPurse",
    "Answered",
    "Change",
    "Client",
    "Live",
    "Me",
    "Peeked",
    "Refused",
    "TableNow",
    "Waiting",
]
