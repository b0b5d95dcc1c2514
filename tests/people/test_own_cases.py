"""A member of staff who played and has left acts for the casino in no case of their own.

vera is a casino supervisor who plays as v.smith, a name that says nothing of it; the account links
the two. At every spelling of her staff name she is refused what another supervisor may do.
"""

from typing import Any

import msgspec

from compliance.nights import Night, audited, find, forged, kinds, typed
from people.test_identity import SPELLINGS
from sabot.people import Hashing, People
from support.accounts import CASS, ask
from support.excluded import GOOD

SUE, PAUL = ("sue", "casino supervisor"), ("paul", "gaming manager")
SMITH = ("v.smith", "player")
NAMES = ["vera", *SPELLINGS]
ROLES = ("casino supervisor", "gaming manager", "casino operator")


def played() -> Night:
    """v.smith had a wager in coup 1 and has left; the account says that she is vera."""
    night = typed("star-baccarat")
    people = People(night.store, hashing=Hashing(memory=8))
    for name, role in (("vera", "casino supervisor"), ("sue", "casino supervisor")):
        people.add(name, GOOD, role, "console")
    account(night, "open-account", player="v.smith")
    account(night, "issue-player-card", card="V 1")
    account(night, "deposit", amount="900", method="cash", reference="slip 77")
    own: Any = {"player": "v.smith", "card": "V 1", "chips": "500", "place": 5}
    night.do("join-table", *SMITH, **own)
    night.do("place-wager", *SMITH, player="v.smith", on="banker", amount="100")
    night.coup()
    night.do("leave-table", *SMITH, player="v.smith")
    link(night, "vera")
    return night


def account(night: Night, do: str, **fields: Any) -> None:
    ask(night.floor, do, "v.smith", **CASS, **fields)


def link(night: Night, staff: str, player: str = "v.smith") -> None:
    """A cashier states by which name the holder works here, and a supervisor confirms it."""
    said = {"staff": staff, "reason": "works here"}
    first = {**CASS, "stream": f"player:{player}"}
    second = {"actor": "sue", "role": "casino supervisor", "stream": f"player:{player}"}
    give(night, "record-staff-name", first, **said)
    number = night.floor.account(player).statements.count
    assert give(night, "confirm-statement", second, number=number, reason="asked her") is None


def give(night: Night, do: str, who: dict[str, str], **fields: Any) -> str | None:
    """The code of the rejection of a command for another stream, if it is rejected."""
    said = {"id": f"g{night.floor.store.last_position()}", "do": do, **who, **fields}
    rejected = night.floor.do("", night.floor.read(msgspec.json.encode(said))).rejected
    return None if rejected is None else rejected.code


def refused(night: Night, do: str, code: str, **fields: Any) -> None:
    """vera may not, in no role and at no spelling."""
    for name in NAMES:
        for role in ROLES:
            assert night.no(do, name, role, **fields) == code, (do, name, role)


def test_nobody_decides_their_own_dispute_after_leaving() -> None:
    night = played()
    night.do("raise-dispute", *SMITH, player="v.smith", about="I was paid too little", coup=1)
    word: Any = {"number": 1, "decision": "pay $500", "reason": "she is right"}
    refused(night, "decide-dispute", "own-dispute", **word)
    night.do("decide-dispute", *SUE, **{**word, "decision": "no"})
    refused(night, "ask-review", "own-dispute", number=1)
    night.do("ask-review", *SMITH, number=1)
    refused(night, "review-dispute", "own-dispute", **word)
    night.do("review-dispute", *PAUL, **word)
    refused(night, "advise-complaint", "own-dispute", number=1)
    night.do("advise-complaint", *SUE, number=1)
    refused(night, "raise-dispute", "plays-here", player="v.smith", about="again", coup=1)
    assert audited(night.lines()) == []


def test_nobody_finds_confirms_or_puts_right_their_own_payment() -> None:
    night = played()
    found: Any = {"of": "wager", "coup": 1, "amount": "50", "over": False, "note": "miscounted"}
    refused(night, "find-mispayment", "plays-here", **found, player="v.smith")
    refused(night, "find-mispayment", "own-case", **found)
    night.say("find-mispayment", *SUE, **found, player="v.smith")
    word: Any = {"number": night.table.statements.count, "reason": "seen"}
    refused(night, "confirm-statement", "own-statement", **word)
    night.do("confirm-statement", *PAUL, **word)
    inquiry: Any = {"number": 1, "intended": False, "note": "asked"}
    refused(night, "record-inquiry", "own-case", **inquiry)
    refused(night, "rectify-payment", "own-case", number=1)
    refused(night, "raise-payment", "own-case", number=1, channel="by mail")
    night.do("record-inquiry", *SUE, **inquiry)
    night.do("rectify-payment", *SUE, number=1)
    assert audited(night.lines()) == []


def test_nobody_makes_their_own_coup_invalid() -> None:
    night = played().coups(2)  # the coup is in the log, and no longer at hand
    void: Any = {"cause": "fraud", "reason": "a marked card", "refund": True, "coup": 1}
    refused(night, "invalidate-outcome", "own-case", **void)
    night.do("invalidate-outcome", *PAUL, **void)
    assert audited(night.lines()) == []


def test_the_same_person_acts_where_others_play() -> None:
    """The nearest lawful case: a dispute, a payment and a coup of other players."""
    night = played()
    night.coup()
    vera = ("vera", "casino supervisor")
    night.do("raise-dispute", "alice", "player", player="alice", about="the colour", coup=2)
    night.do("decide-dispute", *vera, number=1, decision="no", reason="seen on film")
    found: Any = {"of": "wager", "coup": 2, "amount": "50", "over": False, "note": "miscounted"}
    night.say("find-mispayment", *SUE, **found, player="alice", on="player")
    night.do("confirm-statement", *PAUL, number=1, reason="seen")
    night.do("record-inquiry", *vera, number=1, intended=False, note="asked")
    night.do("invalidate-outcome", *PAUL, cause="fraud", reason="a card", refund=True, coup=2)
    assert audited(night.lines()) == []


def test_a_log_in_which_a_sender_s_player_name_was_left_out_is_found() -> None:
    night = played()
    night.do("raise-dispute", *SMITH, player="v.smith", about="I was paid too little", coup=1)
    night.do("decide-dispute", *SUE, number=1, decision="pay $500", reason="she is right")

    def swapped(events: list[dict[str, Any]]) -> None:
        decided = find(events, "dispute-decided")
        decided["by"] = decided["decider"] = decided["do"]["actor"] = "vera"

    lines = night.lines()
    assert audited(lines) == []
    assert "wrong-sender" in kinds(audited(forged(lines, swapped)))


def test_one_staff_name_is_linked_to_one_account() -> None:
    night = played()
    ask(night.floor, "open-account", "v.jones", **CASS, player="v.jones")
    stream = {"stream": "player:v.jones"}
    assert give(night, "record-staff-name", {**CASS, **stream}, staff="vera", reason="so") is None
    sue = {"actor": "sue", "role": "casino supervisor", **stream}
    assert give(night, "confirm-statement", sue, number=1, reason="so") == "linked"
    link(night, "")
    assert give(night, "confirm-statement", sue, number=1, reason="so") is None
    assert night.floor.account("v.jones").staff == "vera"
    assert audited(night.lines()) == []
