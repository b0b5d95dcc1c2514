"""Reads policy files strictly: a faulty file is refused as a whole, with a sentence for each fault.

A file has `name`, `title` and a list of `edition` tables. An edition has `from`, its first day, and
a table for each rule that it states: `value`, `date`, and either `source` or `choice`. A later
edition states only what changes.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, Final

from sabot.core.refusal import Refusal, quoted
from sabot.policies.policy import MOST_EDITIONS, Policy, PolicyEdition, PolicyValue
from sabot.policies.rules import DOLLARS, RULES, TOGETHER, YES_NO, RuleForm

LONGEST: Final = 16_000
"""Longest file, in bytes."""
LONGEST_TEXT: Final = 300
"""Longest title, source or choice, in characters."""
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")
_ENTRY: Final = frozenset({"value", "source", "choice", "date"})


class PolicyReader:
    """Read one file, and collect the faults that are found."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def policy(self, text: str) -> Policy | None:
        """Return the policy of a file; None if there is any fault."""
        form = self._toml(text)
        if form is None:
            return None
        self._known(form, {"name", "title", "edition"}, "The policy")
        name = self._text(form, "name", "The policy")
        if name and _NAME.fullmatch(name) is None:
            self._fault(
                f"{quoted(name)} is no name for a policy: small letters, digits and hyphens."
            )
        title = self._text(form, "title", "The policy")
        editions = tuple(self._editions(form.get("edition")))
        return None if self.faults else Policy(name, title, editions)

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def _toml(self, text: str) -> dict[str, Any] | None:
        if len(text.encode()) > LONGEST:
            self._fault(f"The file is longer than {LONGEST:,} bytes.")
            return None
        try:
            return tomllib.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as wrong:
            said = str(wrong).replace("'", '"') or "too many brackets within brackets"
            self._fault(f"The file is not TOML: {said[:1].lower()}{said[1:]}.")
            return None

    def _known(self, table: dict[str, Any], known: set[str] | frozenset[str], whose: str) -> None:
        for key in table:
            if key not in known:
                self._fault(f"{whose} has a key {quoted(key)}, which is none of its keys.")

    def _text(self, table: dict[str, Any], key: str, whose: str) -> str:
        found = table.get(key)
        if not isinstance(found, str) or not found.strip():
            self._fault(f"{whose} has no {key}.")
            return ""
        if len(found) > LONGEST_TEXT:
            self._fault(f"{whose} has a {key} of more than {LONGEST_TEXT} characters.")
        return found.strip()

    def _day(self, table: dict[str, Any], key: str, whose: str) -> date:
        found = table.get(key)
        if not isinstance(found, date) or isinstance(found, datetime):
            self._fault(f"{whose} needs `{key}`, a day such as 2025-08-13.")
            return date.min
        return found

    def _editions(self, listed: object) -> Iterator[PolicyEdition]:
        if not isinstance(listed, list) or not listed:
            self._fault("The policy has no edition.")
            return
        if len(listed) > MOST_EDITIONS:
            self._fault(f"The policy has more than {MOST_EDITIONS} editions.")
            return
        values: dict[str, PolicyValue] = {}
        last = date.min
        for number, table in enumerate(listed, 1):
            whose = f"Edition {number}"
            if not isinstance(table, dict):
                self._fault(f"{whose} is no table.")
                return
            since = self._day(table, "from", whose)
            if number > 1 and since <= last:
                self._fault(f"{whose} is not in force later than the edition before it.")
            stated = self._values(table, whose)
            if not table.keys() - {"from"}:
                self._fault(f"{whose} states no rule.")
            values, last = {**values, **stated}, since
            for rules in TOGETHER:
                missing = [key for key in rules if key not in values]
                if missing and len(missing) < len(rules):
                    self._fault(f"{whose} states {' and '.join(rules)} together or not at all.")
            yield PolicyEdition(since, tuple(values[key] for key in RULES if key in values))

    def _values(self, edition: dict[str, Any], whose: str) -> dict[str, PolicyValue]:
        sections = {key.partition(".")[0] for key in RULES}
        self._known(edition, sections | {"from"}, whose)
        found: dict[str, PolicyValue] = {}
        for section in sorted(sections & edition.keys()):
            table = edition[section]
            if not isinstance(table, dict):
                self._fault(f"{section} of {whose.lower()} is no table.")
                continue
            names = {key.partition(".")[2] for key in RULES if key.startswith(f"{section}.")}
            self._known(table, names, f"{section} of {whose.lower()}")
            for name in names & table.keys():
                value = self._value(f"{section}.{name}", table[name], whose)
                if value is not None:
                    found[value.rule] = value
        return found

    def _value(self, rule: str, entry: object, edition: str) -> PolicyValue | None:
        whose = f"{rule} of {edition.lower()}"
        if not isinstance(entry, dict):
            self._fault(f"{whose} needs a table with value, date, and source or choice.")
            return None
        self._known(entry, _ENTRY, whose)
        value = self._amount(RULES[rule], entry.get("value"), whose)
        day = self._day(entry, "date", whose)
        if ("source" in entry) == ("choice" in entry):
            self._fault(f"{whose} needs either a source or, if it is your own choice, a choice.")
            return None
        said = "choice" if "choice" in entry else "source"
        why = self._text(entry, said, whose)
        return None if value is None else PolicyValue(rule, value, why, day, said == "choice")

    def _amount(self, form: RuleForm, value: object, whose: str) -> bool | int | None:
        if form.unit == YES_NO:
            if isinstance(value, bool):
                return value
            self._fault(f"{whose} has the value true or false, not {quoted(value)}.")
            return None
        if type(value) is not int or not form.least <= value <= form.most:
            self._fault(
                f"{whose} has a value of {form.least:,} to {form.most:,} {form.unit},"
                f" not {quoted(value)}."
            )
            return None
        return value * 100 if form.unit == DOLLARS else value


def faults_of(text: str) -> list[str]:
    """Return a sentence for each fault of a policy file.

    >>> faults_of('name = "nsw"')
    ['The policy has no title.', 'The policy has no edition.']
    """
    reader = PolicyReader()
    reader.policy(text)
    return reader.faults


def read_policy(text: str) -> Policy:
    """Return the policy of a file, or refuse the file as a whole with all its faults."""
    reader = PolicyReader()
    policy = reader.policy(text)
    if policy is None:
        message = "The policy is refused as a whole. {faults}."
        faults = " ".join(reader.faults).removesuffix(".")
        raise Refusal("bad-policy", None, message, faults=faults)
    return policy
