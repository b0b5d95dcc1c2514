"""`sabot policy`: a policy file checked before it is adopted."""

import argparse
from pathlib import Path

import msgspec

from sabot.core.money import cash
from sabot.core.refusal import Refusal, quoted
from sabot.policies import Policy, faults_of, read_policy
from sabot.policies.reader import LONGEST
from sabot.policies.rules import DOLLARS, RULES, YES_NO

FOUND = 1


def declare(options: argparse.ArgumentParser) -> None:
    acts = options.add_subparsers(dest="act", required=True, metavar="check")
    checks = acts.add_parser("check", help="read a policy file strictly, and list its faults")
    checks.add_argument("file", metavar="FILE", help="the policy in TOML")
    checks.add_argument("--json", action="store_true", help="one object, for a program to read")


def run(chosen: argparse.Namespace) -> int:
    text = _text(chosen.file)
    faults = faults_of(text)
    policy = None if faults else read_policy(text)
    if chosen.json:
        told = {"file": chosen.file, "faults": faults, "policy": policy}
        print(msgspec.json.encode(told).decode())
    else:
        for line in faults if policy is None else _lines(policy):
            print(line)
    return FOUND if faults else 0


def _text(file: str) -> str:
    with Path(file).open("rb") as opened:
        content = opened.read(LONGEST + 1)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        if len(content) > LONGEST:
            return content.decode("utf-8", "replace")
        message = "{file} is not written in UTF-8."
        raise Refusal("bad-policy", None, message, file=quoted(file)) from None


def _lines(policy: Policy) -> list[str]:
    lines = [f"{policy.name}: {policy.title}"]
    for edition in policy.editions:
        lines.append(f"  from {edition.since.isoformat()}")
        for each in edition.values:
            unit = RULES[each.rule].unit
            said = cash(each.value) if unit == DOLLARS else f"{each.value:,}"
            if unit == YES_NO:
                said = "yes" if each.value else "no"
            kind = "own choice" if each.choice else "source"
            lines.append(f"    {each.rule} = {said}; {kind}, {each.date}: {each.source}")
    return lines
