"""Policies: what the law around the documents asks of a casino, as data with sources and editions.

A policy is a TOML file. `read_policy` reads it strictly; two managers adopt it, and the log keeps
it. `PolicyTerms` are the values in force, which the server fills into the commands they bear on.
"""

from sabot.policies.adoption import (
    POLICY,
    POLICY_KIND,
    POLICY_STREAM,
    AdoptPolicy,
    EndPolicy,
    PolicyAdopted,
    PolicyBook,
    PolicyEnded,
    terms_at,
    terms_in_force,
)
from sabot.policies.library import shipped_names, shipped_text
from sabot.policies.play_time import Period, PlayDeadlines
from sabot.policies.policy import Policy, PolicyEdition, PolicyValue, edition_on, terms_of
from sabot.policies.reader import faults_of, read_policy
from sabot.policies.rules import RULES, PolicyTerms

__all__ = [
    "POLICY",
    "POLICY_KIND",
    "POLICY_STREAM",
    "RULES",
    "AdoptPolicy",
    "EndPolicy",
    "Period",
    "PlayDeadlines",
    "Policy",
    "PolicyAdopted",
    "PolicyBook",
    "PolicyEdition",
    "PolicyEnded",
    "PolicyTerms",
    "PolicyValue",
    "edition_on",
    "faults_of",
    "read_policy",
    "shipped_names",
    "shipped_text",
    "terms_at",
    "terms_in_force",
    "terms_of",
]
