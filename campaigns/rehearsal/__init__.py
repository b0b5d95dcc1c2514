"""The rehearsal: shipped files and faults, executed on this machine."""
