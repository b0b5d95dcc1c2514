"""The strict reader of policy files: a faulty file is refused as a whole, with all its faults."""

from datetime import date
from pathlib import Path

import msgspec
import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.policies import RULES, PolicyTerms, edition_on, faults_of, read_policy, shipped_text
from sabot.policies.rules import field_of

HEAD = 'name = "here"\ntitle = "Here"\n[[edition]]\nfrom = 2026-01-01\n'
DAYS = 'exclusion.least_days = { value = 30, source = "an act", date = 2026-01-01 }\n'


def test_every_rule_has_a_field_of_the_terms() -> None:
    assert {field_of(key) for key in RULES} | {"edition"} == set(PolicyTerms.__struct_fields__)


def test_the_shipped_policy_states_every_rule_with_its_source() -> None:
    policy = read_policy(shipped_text("nsw"))
    first = policy.editions[0]
    assert {each.rule for each in first.values} == set(RULES)
    assert all(each.source and each.date for each in first.values)
    assert edition_on(policy, date(2025, 8, 12)) is None
    assert edition_on(policy, date(2025, 8, 13)) == first


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD, "Edition 1 states no rule."),
        ("name = 1", "The policy has no name."),
        ("name = ", "The file is not TOML: invalid value"),
        (HEAD.replace("here", "Here!") + DAYS, '"Here!" is no name for a policy'),
        (HEAD.replace("2026-01-01", '"soon"') + DAYS, "Edition 1 needs `from`, a day"),
        (HEAD + DAYS + "gold = 1", 'Edition 1 has a key "gold"'),
        (HEAD + DAYS.replace("30", "0"), "has a value of 1 to 3,660 days, not 0."),
        (HEAD + DAYS.replace("30", "3661"), "has a value of 1 to 3,660 days, not 3661."),
        (HEAD + DAYS.replace("30", "true"), "has a value of 1 to 3,660 days, not true."),
        (HEAD + DAYS.replace('source = "an act", ', ""), "needs either a source or"),
        (HEAD + DAYS.replace("source", "choice = 'x', source"), "needs either a source or"),
        (HEAD + DAYS.replace(", date = 2026-01-01", ""), "needs `date`, a day"),
        (HEAD + "exclusion = 1", "exclusion of edition 1 is no table."),
        (HEAD + "exclusion.least = 1", 'exclusion of edition 1 has a key "least"'),
        (HEAD + DAYS + HEAD.split("\n", 2)[2] + DAYS, "Edition 2 is not in force later"),
        (HEAD + DAYS + "#" * 16_000, "The file is longer than 16,000 bytes."),
    ],
)
def test_a_fault_is_named(text: str, fault: str) -> None:
    assert any(fault in each for each in faults_of(text)), faults_of(text)
    with pytest.raises(Refusal) as refused:
        read_policy(text)
    assert refused.value.code == "bad-policy"


@pytest.mark.parametrize("days", [1, 3_660])
def test_the_nearest_values_are_read(days: int) -> None:
    assert faults_of(HEAD + DAYS.replace("30", str(days))) == []


def test_a_later_edition_states_only_what_changes() -> None:
    cards = 'cards.issued_here = { value = true, choice = "ours", date = 2026-01-01 }\n'
    later = "[[edition]]\nfrom = 2027-01-01\n" + DAYS.replace("30", "60")
    policy = read_policy(HEAD + DAYS + cards + later)
    first, second = policy.editions
    assert [each.value for each in first.values] == [True, 30]
    assert [each.value for each in second.values] == [True, 60]
    assert edition_on(policy, date(2026, 12, 31)) == first
    assert edition_on(policy, date(2027, 1, 1)) == second


def test_the_command_checks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(HEAD + DAYS, "utf-8")
    bad.write_text(HEAD, "utf-8")
    assert main(["policy", "check", str(good)]) == 0
    assert "exclusion.least_days = 30; source, 2026-01-01: an act" in capsys.readouterr().out
    assert main(["policy", "check", str(bad)]) == 1
    assert capsys.readouterr().out == "Edition 1 states no rule.\n"
    assert main(["policy", "check", "--json", str(bad)]) == 1
    told = msgspec.json.decode(capsys.readouterr().out)
    assert (told["faults"], told["policy"]) == (["Edition 1 states no rule."], None)
    assert main(["policy", "check", str(tmp_path / "none.toml")]) == 2
