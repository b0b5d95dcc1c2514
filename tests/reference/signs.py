"""Signs, limits that change, personal limits, pay schemes (6.7, 6.8, 14.13; Canberra 3, 8.3)."""

from reference.facts import (
    LayoutApproved,
    LimitsChanged,
    MinimumRaised,
    PersonalLimit,
    PersonalLimitEnded,
    SchemeChanged,
    SignPosted,
)
from reference.players import ALWAYS, BETWEEN
from reference.refusals import IMPOSSIBLE, refuse_unless, require_staff
from reference.state import Line, Rule, Table, at_table, present, require_role

MINUTE = 60


def post_sign(table: Table, fact: SignPosted) -> None:
    """Display a sign. Several may be pending at once; one of the same content replaces it."""
    require_staff(fact.by)
    table.signs = [each for each in table.signs if not _same(each[1], fact)]
    if fact.kind == "odds":
        table.displayed.add(f"odds {fact.scheme}")
    elif fact.kind == "pairs":
        table.displayed.add("pairs")
    table.signs.append((table.now, fact))


def _same(sign: SignPosted, other: SignPosted) -> bool:
    """Return True if two signs announce the same change."""
    return (sign.kind, sign.amount, sign.bet, sign.scheme) == (
        *(other.kind, other.amount, other.bet, other.scheme),
    )


def announced(table: Table, wanted: SignPosted) -> bool:
    """Return True if a sign announced exactly this change, in time, and its time has come.

    The sign names what changes, to what and from when. It has been displayed for at least 20
    minutes when the change comes (6.7, 14.13, 14.14 and kin); at Canberra, before its time (3.1,
    8.3, 13.2).
    """
    minutes = table.document.notice_minutes
    for posted, sign in table.signs:
        if not _same(sign, wanted) or sign.takes_effect is None or sign.takes_effect > table.now:
            continue
        if minutes is None and sign.takes_effect > posted:
            return True
        if minutes is not None and table.now - posted >= minutes * MINUTE:
            return True
    return False


def line_for(table: Table, bet: str | None) -> Line:
    """Return the line of the sign that changes; a bet without one gets its own."""
    if bet is None:
        return table.limits.main
    main = table.limits.main
    return table.limits.lines.setdefault(bet, Line(main.minimum, main.maximum))


def current_line(table: Table, bet: str | None) -> Line:
    """Return the line that holds for a bet now."""
    if bet is None:
        return table.limits.main
    return table.limits.lines.get(bet, table.limits.main)


def change_limits(table: Table, fact: LimitsChanged) -> None:
    """Alter a limit; a higher minimum only after a sign that announced exactly it (6.7; 3.1).

    Canberra gives prior notice of every change (3.1, 3.7).
    """
    document = table.document
    require_role(table, "alter limits", fact.by)
    clause = document.clause("alter limits")
    signed = announced(table, SignPosted(fact.limit, fact.amount, fact.bet))
    main = {"minimum": table.limits.main.minimum, "maximum": table.limits.main.maximum}
    changes = fact.bet is not None or main.get(fact.limit) != fact.amount
    if document.notice_minutes is None and changes:
        refuse_unless(signed, clause, "players have prior notice of the change")
    if fact.limit == "minimum":
        assert fact.amount is not None
        higher = fact.amount > current_line(table, fact.bet).minimum
        refuse_unless(signed or not higher, clause, "a sign announces the higher minimum")
        line_for(table, fact.bet).minimum = fact.amount
        _end_protection(table, fact, signed)
    elif fact.limit == "maximum":
        assert fact.amount is not None
        line_for(table, fact.bet).maximum = fact.amount
    elif fact.limit == "area maximum":
        refuse_unless(fact.bet is not None, IMPOSSIBLE, "the area of a bet")
        table.limits.areas.pop(fact.bet or "", None)
        if fact.amount is not None:
            table.limits.areas[fact.bet or ""] = fact.amount
    elif fact.limit == "differential":
        refuse_unless(document.knows("differential"), clause, "the game has no differential")
        table.limits.differential = fact.amount
    else:
        refuse_unless(fact.limit == "unit", IMPOSSIBLE, "no such limit")
        table.limits.unit = fact.amount


def _end_protection(table: Table, fact: LimitsChanged, signed: bool) -> None:
    """End protection below a signed minimum, or where the table's is no higher (6.7.2 and kin)."""
    for player in table.players.values():
        kept = player.protected.get(fact.bet or "")
        assert fact.amount is not None
        if kept is not None and (signed or fact.amount <= kept):
            del player.protected[fact.bet or ""]


def raise_at_once(table: Table, fact: MinimumRaised) -> None:
    """Raise a minimum at once; players already playing keep the old one (6.7.1 and kin)."""
    document = table.document
    require_role(table, "alter limits", fact.by)
    clause = document.clause("raise at once")
    before = current_line(table, fact.bet).minimum
    refuse_unless(fact.amount > before, clause, "that is no higher minimum")
    name = fact.bet or ""
    for player in present(table):
        kept = player.protected.get(name, before)
        if fact.bet is not None and fact.bet not in table.limits.lines:
            kept = player.protected.get("", kept)
        player.protected[name] = min(kept, before)
    line_for(table, fact.bet).minimum = fact.amount


def grant_personal(table: Table, fact: PersonalLimit) -> None:
    """Allow a player more than the maximum, with a sign that has both amounts (6.8; 3.2)."""
    player = at_table(table, fact.player)
    clause = table.document.clause("personal limit")
    require_role(table, "personal limit", fact.by)
    refuse_unless(fact.sign, clause, "a sign or marker is placed on the table")
    more = fact.maximum > table.limits.main.maximum and 0 < fact.minimum <= fact.maximum
    refuse_unless(more, clause, "that is not in excess of the maximum")
    kept = player.protected.get("", fact.minimum)  # only a sign of 20 minutes raises it (6.7.2)
    player.personal = Line(min(fact.minimum, kept), fact.maximum)


def end_personal(table: Table, fact: PersonalLimitEnded) -> None:
    """End a player's own limits."""
    player = at_table(table, fact.player)
    require_role(table, "personal limit", fact.by)
    refuse_unless(player.personal, IMPOSSIBLE, "the player has no limits of his or her own")
    player.personal = None


def change_scheme(table: Table, fact: SchemeChanged) -> None:
    """Change the pay scheme after a sign, or with the consent of all (14.13, 14.8; 8.3)."""
    document = table.document
    clause = document.clause("change scheme")
    refuse_unless(fact.scheme in document.schemes, clause, "no such scheme")
    require_role(table, "change scheme", fact.by)
    refuse_unless(fact.scheme != table.scheme, IMPOSSIBLE, "that scheme is in play")
    refuse_unless(not table.wagers, clause, "wagers lie that were laid under the other odds")
    signed = announced(table, SignPosted("scheme", scheme=fact.scheme))
    there = {player.name for player in present(table)}
    by_consent = document.notice_minutes is not None and there <= fact.consent
    refuse_unless(signed or by_consent, clause, "a sign, or the consent of all players")
    table.scheme = fact.scheme


def approve_layout(table: Table, fact: LayoutApproved) -> None:
    """Show the approval of the Pairs layout (Canberra 9.2)."""
    table.layout_approved = True


RULES: dict[type, Rule] = {
    SignPosted: Rule(post_sign, ALWAYS),
    LimitsChanged: Rule(change_limits, ALWAYS),
    MinimumRaised: Rule(raise_at_once, ALWAYS, None, "raise at once"),
    PersonalLimit: Rule(grant_personal, ALWAYS),
    PersonalLimitEnded: Rule(end_personal, ALWAYS),
    SchemeChanged: Rule(change_scheme, BETWEEN, "change scheme", "change scheme"),
    LayoutApproved: Rule(approve_layout, ALWAYS, None, "pairs layout"),
}
