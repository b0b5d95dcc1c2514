"""The exceptions report: movements on one person's statement, and improbable luck."""
