"""The server: it signs people in, hands their commands to the tables, and streams what happens.

It adds no rules: whatever a table decides, it decides as it does without a server.
"""
