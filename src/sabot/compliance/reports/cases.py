"""Wrong payments of a month, for the regulator; and claims of prizes that were denied."""

from datetime import datetime
from typing import Any, Final

from sabot.compliance.reports.records import Happened, Records
from sabot.compliance.reports.sheet import (
    AMOUNT,
    CLAUSE,
    COUP,
    PLAYER,
    STATE,
    TABLE,
    TIME,
    WHO,
    Section,
    SheetCell,
    SheetColumn,
    figure,
    people,
    section,
    words,
)
from sabot.compliance.topics import names_in
from sabot.core.money import CHIPS
from sabot.engine.declarations import Topic
from sabot.rulebooks import RULEBOOKS
from sabot.rules.operation.duties import NOTICE_GIVEN
from sabot.sentences.names import person
from sabot.sentences.words import fixed

FOUND, FILED, RECTIFIED = "mispayment-found", "payment-filed", "payment-rectified"
TOUCHED: Final = (*names_in(Topic.MISPAYMENT), NOTICE_GIVEN)
PAYMENTS: Final = (
    TIME, TABLE, COUP, PLAYER, SheetColumn("Paid for"), SheetColumn("Too"), AMOUNT,
    SheetColumn("Put right", "money"), STATE, SheetColumn("Regulator told"),
    SheetColumn("Note"), CLAUSE,
)  # fmt: skip
CLAIMS: Final = (
    TIME, SheetColumn("Promotion"), SheetColumn("Prize", "count"),
    SheetColumn("Claimant"), SheetColumn("Value", "money"), SheetColumn("Reason"),
    SheetColumn("Name and address"), CLAUSE, WHO,
)  # fmt: skip
OVER, UNDER = "too much", "too little"
DONE, LEFT = "nothing left to do", "open"


class Case:
    """A wrong payment and its events."""

    def __init__(self, found: Happened) -> None:
        self.found = found
        self.paid: dict[str, Any] = found.fields["mispaid"]
        self.events = [found.ref]
        self.rectified = 0
        self.put_right = [found.ref][:0]
        self.filed = False
        self.told: Happened | None = None

    def put(self, each: Happened) -> None:
        self.events.append(each.ref)
        if each.what == RECTIFIED:
            self.rectified += each.fields["amount"]
            self.put_right.append(each.ref)
        self.filed = self.filed or each.what == FILED


def of_month(records: Records, of: str, since: datetime, until: datetime) -> list[Section]:
    """Those over the amount that goes to the regulator first, and then all others."""
    cases = _cases(records, since, until)
    large = [case for case in cases if _is_large(case.paid)]
    rest = [case for case in cases if not _is_large(case.paid)]
    clauses = {_report_clause(case.paid) for case in cases} - {""}
    return [
        section("To be reported to the regulator", PAYMENTS,
                [_row(records, each) for each in large],
                ", ".join(sorted(clauses)) or _default_clause()),
        section("Others", PAYMENTS, [_row(records, each) for each in rest]),
    ]  # fmt: skip


def _cases(records: Records, since: datetime, until: datetime) -> list[Case]:
    cases: dict[tuple[str, int], Case] = {}
    for each in records.happened(TOUCHED, since):
        if each.what == FOUND and each.at < until:
            cases[each.stream, each.fields["mispaid"]["number"]] = Case(each)
        elif each.what == NOTICE_GIVEN:
            for case in cases.values():
                same = case.found.stream == each.stream
                if same and case.paid.get("notice") == each.fields["number"]:
                    case.told = each
        elif each.what != FOUND:
            number = each.fields.get("number") or each.fields.get("mispaid", {}).get("number")
            if (known := cases.get((each.stream, number))) is not None:
                known.put(each)
    return list(cases.values())


def _is_large(paid: dict[str, Any]) -> bool:
    rule = _rule(paid)
    is_cash = paid.get("currency", CHIPS) == CHIPS
    return rule is not None and is_cash and paid["amount"] > rule.report_over


def _rule(paid: dict[str, Any]) -> Any:
    book = RULEBOOKS.get(paid["rulebook"])
    return None if book is None else book.conduct.mispayment


def _report_clause(paid: dict[str, Any]) -> str:
    rule = _rule(paid)
    return "" if rule is None else str(rule.report)


def _default_clause() -> str:
    rules = (book.conduct.mispayment for book in RULEBOOKS.values())
    return next((rule.report for rule in rules if rule is not None), "")


def _row(records: Records, case: Case) -> list[SheetCell]:
    paid, told = case.paid, case.told
    return [
        figure(case.found.at),
        figure(case.found.name),
        figure(paid["coup"]),
        people(paid.get("player")),
        figure(paid["of"]),
        words(fixed(OVER if paid["over"] else UNDER)),
        figure(paid["amount"], [case.found.ref]),
        figure(case.rectified, case.put_right),
        words(fixed(DONE if case.filed else LEFT), case.events[-1:]),
        figure("" if told is None else _told(records, told), [] if told is None else [told.ref]),
        figure(paid["note"]),
        figure(case.found.fields.get("clause") or ""),
    ]


def _told(records: Records, each: Happened) -> str:
    return f"{person(each.by)}, {records.local(each.at)}"


def denied(records: Records, of: str, since: datetime, until: datetime) -> list[Section]:
    """Claims that were refused: those over the amount of which details are kept, and others. Names
    and addresses lie in the vault; here is what they are kept as."""
    found = list(records.happened(("claim-refused",), since, until))
    over = _kept_over()
    large = [each for each in found if each.fields.get("value", 0) > over]
    rest = [each for each in found if each.fields.get("value", 0) <= over]
    clauses = sorted(
        {book.promotions.denial.kept for book in RULEBOOKS.values() if book.promotions}
    )
    return [
        section("Details kept", CLAIMS, map(claim_row, large), ", ".join(clauses)),
        section("Others", CLAIMS, map(claim_row, rest)),
    ]  # fmt: skip


def _kept_over() -> int:
    """The least amount of any document above which details are kept."""
    return min(book.promotions.denial.over for book in RULEBOOKS.values() if book.promotions)


def claim_row(each: Happened) -> list[SheetCell]:
    fields = each.fields
    return [
        figure(each.at),
        figure(each.name),
        figure(fields.get("prize")),
        figure(fields.get("entrant") or ""),
        figure(fields.get("value"), [each.ref]),
        figure(fields.get("reason") or ""),
        figure(fields.get("kept") or ""),
        figure(fields.get("clause") or ""),
        people(each.by),
    ]
