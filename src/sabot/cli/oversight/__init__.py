"""Commands that read a log: the audit, reports, duties and proofs."""
