"""The process that runs one errand: one line of JSON in, its order, and lines of JSON out.

The order may hold the address of a database with its password, so it is never on a command line.
The server keeps the input open; the errand ends when the input does.
"""

import gc
import os
import sys
import threading
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.server.errands.errands import RefusedErrand
from sabot.server.inspect.audit import AuditTable, VerifyCheckpoints, audit_table, verify_all
from sabot.server.inspect.proof import Prove, prove
from sabot.server.lab.simulations import Simulate, deal

POLITENESS: Final = 10
"""Niceness of the process, so that tables go first."""
OBJECTS_BETWEEN_COLLECTIONS: Final = 200_000
"""Threshold of the garbage collector. Events hold no cycles: collecting rarely saves a fifth of the
time of an audit."""
Order = Simulate | AuditTable | VerifyCheckpoints | Prove


def main() -> int:
    """Run the errand that the input asks for."""
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
        say(RefusedErrand(refused.code, refused.clause, refused.message))
    return 0


def say(words: msgspec.Struct) -> None:
    """Write one line and flush it."""
    sys.stdout.buffer.write(msgspec.json.encode(words) + b"\n")
    sys.stdout.buffer.flush()


def _stop_when_alone() -> None:
    """Exit when the input ends: the server has stopped, or the caller has hung up."""
    while os.read(sys.stdin.fileno(), 1):
        continue
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
