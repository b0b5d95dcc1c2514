"""The process that runs one errand: its order comes as one line of JSON, its words go out as lines.

The order may hold the address of a database with its password, so it never stands on a command
line. Whoever has sent it keeps the input open; when that ends, so does the errand.
"""

import gc
import os
import sys
import threading
from typing import Final

import msgspec

from sabot.refusal import Refusal
from sabot.server.errands.errands import Refused
from sabot.server.inspect.auditing import AuditTable, VerifyCheckpoints, audit_table, verify_all
from sabot.server.inspect.proving import Prove, prove
from sabot.server.lab.simulations import Simulate, deal

POLITENESS: Final = 10
"""How far the errand stands back behind the tables, as Unix counts it."""
OBJECTS_BETWEEN_COLLECTIONS: Final = 200_000
"""Events hold no cycles: collecting seldom saves a fifth of the time of an audit."""
Order = Simulate | AuditTable | VerifyCheckpoints | Prove


def main() -> int:
    """Run the one errand that the input asks for."""
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    threading.Thread(target=_stop_when_alone, daemon=True).start()
    os.nice(POLITENESS)
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        match order:
            case Simulate():
                deal(order, say)
            case AuditTable():
                audit_table(order, say)
            case VerifyCheckpoints():
                verify_all(order, say)
            case Prove():
                prove(order, say)
    except Refusal as refused:
        say(Refused(refused.code, refused.clause, refused.message))
    return 0


def say(words: msgspec.Struct) -> None:
    """One line, at once."""
    sys.stdout.buffer.write(msgspec.json.encode(words) + b"\n")
    sys.stdout.buffer.flush()


def _stop_when_alone() -> None:
    """The server has gone away, or nobody wants to know any more."""
    while os.read(sys.stdin.fileno(), 1):
        continue
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
