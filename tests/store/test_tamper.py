"""No edit of a log passes while its witness stands. A hundred thousand: campaigns/tamper.py."""

import random

import pytest

from sabot.store import verify_checkpoints, verify_lines
from store.tamper import EDITS, Edit, Evidence, chained, evidence, flip_a_bit, found

EACH = 60


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return evidence(tmp_path_factory.mktemp("evidence"))


def test_the_untouched_log_is_clean(given: Evidence) -> None:
    assert not found(given.log, given)
    assert chained(given.log) == given.log


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_every_edit_is_found(given: Evidence, edit: Edit) -> None:
    rng = random.Random(edit.__name__)
    for _ in range(EACH):
        edited = edit(given.log, rng)
        assert edited != given.log and found(edited, given)


def test_rehashing_is_found_by_the_witness_alone(given: Evidence) -> None:
    forged = chained([given.log[0].replace(b'"amount":', b'"amount":1'), *given.log[1:]])
    assert not list(verify_lines(forged))
    kinds = {flaw.kind for flaw in verify_checkpoints(given.witness, forged, given.key)}
    assert kinds == {"rewritten", "reordered"}


def test_every_bit_of_the_witness_counts(given: Evidence) -> None:
    rng = random.Random("witness")
    for _ in range(150):
        edited = given._replace(witness=flip_a_bit(given.witness, rng))
        assert found(given.log, edited)
