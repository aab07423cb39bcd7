"""An independent, slow and plain reading of rules.md: what the engine is compared with.

It imports nothing of the services, and whoever changes it must not look at the engine first: two readers who agree
are the proof, one reader copied twice is not. One file per chapter of the rule book; `Oracle` is the way in.
"""

from tests.conformance.oracle.oracle import Oracle, Refused

__all__ = ["Oracle", "Refused"]
