"""The table's statements: what somebody says and money would move on waits for a second person."""

from sabot.parts.statements import take_statements
from sabot.table.stream import TABLE

take_statements(TABLE)
