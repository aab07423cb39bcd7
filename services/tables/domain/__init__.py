"""A table as data: pure transitions, no I/O, no clock. A state that is given is never changed."""
