"""Running promotions in the four documents, checked under each one's clauses.

A check takes the rulebook's id and the clause that has to be cited; it drives the floor.
"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sabot.links.promotion_people import whose
from sabot.parts.notices import DueNotice, is_late, outstanding
from sabot.rules.irregularities.irregularity import AT_ONCE, PRACTICABLE, SOON
from sabot.rules.roles import CASHIER
from support.promotion_checks import prize
from support.promotion_house import DAY, DRAWN, OLGA, SECOND, STARTS, Casino, form

SIGNED: dict[str, Any] = {"approval_dated": "2026-01-02", "approved_by": "J. Roe"}

MIDNIGHT = datetime(2026, 12, 27, tzinfo=ZoneInfo("Australia/Sydney"))
"""The end of the second day after the draw of 24 December."""
CASS = ("cass", CASHIER)
DEAR = {"value": "10000.01"}


def drawn(game: str, *prizes: dict[str, Any], **terms: Any) -> Casino:
    casino = Casino()
    casino.drawn(form([game], list(prizes) or None, **terms))
    return casino


def due(casino: Casino, clause: str) -> list[DueNotice]:
    """Return the notices still due under a clause."""
    return [each for each in outstanding(casino.standing().notices) if each.clause == clause]


# Winners


def told_in_time(game: str, clause: str) -> None:
    casino = drawn(game)
    (notice,) = due(casino, clause)
    assert (notice.to, notice.deadline, notice.by) == ("winner", "within 2 days", MIDNIGHT)
    assert not is_late(notice, MIDNIGHT - SECOND) and is_late(notice, MIDNIGHT)
    casino.now = MIDNIGHT
    assert casino.ok("tell-winner", prize=1, way="mail", reached=True)[1:] == ["notice-given"]
    assert casino.findings() == ["notice-late"]


def told_in_time_nearest_miss(game: str, clause: str) -> None:
    casino = drawn(game)
    casino.now = MIDNIGHT - SECOND
    casino.ok("tell-winner", prize=1, way="e-mail", reached=False)
    assert due(casino, clause) == [] and casino.findings() == [], "one attempt is the least"
    casino.ok("tell-winner", prize=1, way="mail", reached=True, note="and again")
    assert casino.standing().awards[1].attempts == 2
    there = drawn(game, attendance=True)
    assert due(there, clause) == [], "whoever has to be there hears it there"


def way(game: str, clause: str, by: str) -> None:
    casino = drawn(game)
    casino.ok("tell-winner", prize=1, way=by, reached=True)
    (told,) = [each for each in casino.log("promotion:p") if each["what"] == "winner-told/1"]
    assert (told["way"], told["clause"], told["reached"]) == (by, clause, True)


def way_nearest_miss(game: str, clause: str, by: str) -> None:
    casino = drawn(game)
    whole = clause.rpartition(".")[0]
    assert casino.no("tell-winner", prize=1, way=f"{by} perhaps", reached=True) == (
        "bad-way",
        whole,
    )
    assert len(due(casino, whole)) == 1, "nobody was told"


# Claims


def claimed(game: str, value: str) -> Casino:
    """Claim a prize for a person who has not won it."""
    casino = drawn(game, prize(value=value))
    casino.ok("claim-prize", prize=1, person="Ann Other", address="1 Low Street")
    return casino


def refusal(game: str, clause: str) -> None:
    casino = claimed(game, "100.00")
    assert casino.no("refuse-claim", number=1, reason="  ") == ("no-reason", clause)
    casino.agreed("refuse-claim", number=1, reason="the ticket is another one")
    (notice,) = due(casino, clause)
    assert (notice.to, notice.deadline) == ("claimant", PRACTICABLE)


def refusal_nearest_miss(game: str, clause: str) -> None:
    """A claim that is met has no reason to be told."""
    casino = drawn(game)
    winner = casino.standing().awards[1].entrant
    casino.ok("claim-prize", prize=1, entrant=winner)
    casino.agreed("hand-over", prize=1, reference="signed", second=CASS)
    assert due(casino, clause) == []
    assert casino.no("refuse-claim", number=1, reason="too late")[0] == "handed-over"


def kept(game: str, clause: str) -> None:
    casino = drawn(game, prize(value="100.01"))
    casino.ok("claim-prize", prize=1, entrant="E1" if _winner(casino) != "E1" else "E2")
    assert casino.no("refuse-claim", number=1, reason="not drawn") == ("no-record", clause)
    who: dict[str, Any] = {"person": "Ann Other", "address": "1 Low Street"}
    casino.agreed("refuse-claim", number=1, reason="not drawn", **who)
    (refused,) = [each for each in casino.log("promotion:p") if each["what"] == "claim-refused/1"]
    assert refused["reason"] == "not drawn" and refused["value"] == 100_01
    found = whose(casino.store, "p", refused["kept"])
    assert found is not None and (found.name, found.address) == ("Ann Other", "1 Low Street")
    assert not any("Low Street" in str(line) for line in casino.log("promotion:p"))


def kept_nearest_miss(game: str, clause: str) -> None:
    casino = drawn(game, prize(value="100.00"))
    casino.ok("claim-prize", prize=1, entrant="E1" if _winner(casino) != "E1" else "E2")
    casino.agreed("refuse-claim", number=1, reason="not drawn")


def _winner(casino: Casino) -> str:
    return casino.standing().awards[1].entrant


def complaint(game: str, clause: str) -> None:
    casino = drawn(game)
    casino.ok("raise-dispute", player="Ann Other", about="my ticket")
    casino.ok("decide-dispute", OLGA, number=1, decision="it was not drawn", reason="the order")
    assert casino.no("ask-review", number=1) == ("final", clause)
    casino.ok("advise-complaint", number=1)
    (told,) = [e for e in casino.log("promotion:p") if e["what"] == "complaint-advised/1"]
    assert told["clause"] == clause and casino.standing().disputes.cases[1].advised == casino.now


def complaint_nearest_miss(game: str, clause: str) -> None:
    casino = drawn(game)
    casino.ok("raise-dispute", player="Ann Other", about="my ticket")
    assert casino.no("advise-complaint", number=1) == ("not-decided", clause)
    dealer = ("dan", "dealer")
    assert casino.no("decide-dispute", dealer, number=1, decision="no", reason="no") == (
        "wrong-role",
        clause,
    )


# Money


def winner_chooses(game: str, clause: str) -> None:
    """In cash by the document, and not by the Act."""
    casino = Casino()
    terms = form([game], [prize("cash", **DEAR)], head={"law": False}, scrutineer="Ms Lee")
    casino.open(terms)
    casino.enter(5)
    casino.close()
    casino.witness()
    casino.draw(scrutineer="Ms Lee")
    casino.ok("claim-prize", prize=1, entrant=_winner(casino))
    paid: dict[str, Any] = {"prize": 1, "reference": "signed"}
    parts = {"cash": "0.01", "cheque": "5000", "transfer": "5000"}
    assert casino.no("hand-over", **paid, parts=parts) == ("no-choice", clause)
    for wrong, code in (({"chips": "10000.01"}, "bad-way"), ({"cash": "10000"}, "bad-amount")):
        assert casino.no("hand-over", **paid, chosen=True, parts=wrong) == (code, clause)
    said = casino.agreed("hand-over", second=CASS, **paid, chosen=True, parts=parts)
    assert said == ["prize-handed-over"]


def winner_chooses_nearest_miss(game: str, clause: str) -> None:
    casino = Casino()
    cheap = prize("cash", value="10000.00")
    casino.drawn(form([game], [cheap], head={"law": False}))
    casino.ok("claim-prize", prize=1, entrant=_winner(casino))
    parts = {"cheque": "10000"}
    casino.agreed("hand-over", second=CASS, prize=1, reference="signed", parts=parts)


# Integrity


def integrity(game: str, clause: str, deadline: str) -> None:
    casino = Casino()
    casino.open(form([game]))
    casino.enter(3)
    said: dict[str, Any] = {"reason": "the forms lay open", "prizes": "offered again in May"}
    wrong = casino.no("lose-integrity", decision="draw all the same", **said)
    assert wrong == ("bad-decision", clause)
    casino.ok("lose-integrity", decision="postpone", **said)
    (notice,) = due(casino, clause)
    assert (notice.to, notice.deadline) == ("inspector", deadline)
    hours = casino.now + timedelta(hours=48)
    late = [is_late(notice, hours), is_late(notice, hours + SECOND)]
    assert late == ([False, True] if deadline != AT_ONCE else [False, False])
    casino.now = DRAWN
    for do in ("close-list", "open-promotion"):
        code = casino.no(do)
        assert code in (("compromised", clause), ("wrong-phase", None))
    assert casino.no("enter-by-form", person="Z", address="Z")[0] == "compromised"
    casino.ok("lose-integrity", decision="cancel the draw", **said)
    assert casino.no("close-list")[0] == "wrong-phase"
    assert len(due(casino, clause)) == 2


def integrity_nearest_miss(game: str, clause: str) -> None:
    """Postponed until it is validated, and then it goes on."""
    casino = Casino()
    casino.open(form([game]))
    casino.enter(3)
    casino.ok("lose-integrity", decision="postpone", reason="the forms lay open")
    assert casino.no("validate-integrity", validated_by="", how="x") == ("not-validated", clause)
    casino.agreed("validate-integrity", validated_by="Ms Lee", how="all forms counted again")
    casino.close()
    assert casino.draw()[0] == "order-opened"


# Terms that change


def change_waits(game: str, clause: str) -> None:
    casino = Casino()
    casino.open(form([game]))
    casino.now = STARTS + DAY
    new = form([game], claim="at the cage within two days")
    assert casino.no("change-terms", form=new, reason="a mistake") == ("not-approved", clause)
    assert casino.terms.terms.claim != "at the cage within two days"


def change_waits_nearest_miss(game: str, clause: str) -> None:
    casino = Casino()
    casino.open(form([game]))
    casino.now = STARTS + DAY
    new = form([game], claim="at the cage within two days")
    assert casino.no("change-terms", form=new, reason="a mistake", approval="A 17/26")[0] == (
        "no-approval"
    )
    casino.agreed("change-terms", form=new, reason="a mistake", approval="A 17/26", **SIGNED)
    assert casino.terms.terms.claim == "at the cage within two days"
    assert casino.standing().edition == 2 and due(casino, clause) == []


def change_is_sent(game: str, clause: str) -> None:
    casino = Casino()
    casino.open(form([game]))
    casino.now = STARTS + DAY
    new = form([game], claim="at the cage within two days")
    casino.agreed("change-terms", form=new, reason="a mistake")
    assert casino.terms.terms.claim == "at the cage within two days", "it holds at once"
    (notice,) = due(casino, clause)
    assert (notice.to, notice.deadline) == ("commission", SOON)


def change_is_sent_nearest_miss(game: str, clause: str) -> None:
    """A change before the start is handed in like new terms, in time or not at all."""
    casino = Casino()
    casino.submit(form([game]))
    casino.now = STARTS - DAY
    casino.ok("change-terms", form=form([game], claim="at the cage"), reason="a mistake")
    assert due(casino, clause) == []
    casino.now += SECOND
    soon = casino.no("change-terms", form=form([game]), reason="another")
    assert soon[0] == "starts-too-soon"


def overseen(game: str, clause: str) -> None:
    """A scrutineer who is there is on record."""
    casino = Casino()
    casino.drawn(form([game], [prize(**DEAR)], scrutineer="Ms Lee"), scrutineer="Ms Lee")
    (opened,) = [each for each in casino.log("promotion:p") if each["what"] == "order-opened/1"]
    assert opened["scrutineer"] == "Ms Lee"


def overseen_nearest_miss(game: str) -> None:
    casino = Casino()
    casino.drawn(form([game], [prize(**DEAR)], scrutineer="none"))
    assert casino.standing().draw.scrutineer == "", "one may be there"
