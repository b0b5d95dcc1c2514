"""The log as a transparency log: an RFC 6962 Merkle tree of all events, and C2SP signed notes."""
