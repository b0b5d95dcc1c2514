"""Parts that any kind of stream can have: notices that are due, disputes, provable draws, and
statements to be confirmed by another person.

A part is a piece of state, its commands and events, and pure functions; a stream takes it by one
call, with its own rules handed in.
"""
