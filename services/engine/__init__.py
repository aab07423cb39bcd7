"""The engine: the rules of Truco (`rules`), and the service around them.

`services.engine.rules` is imported compiled where there is a build of exactly these sources (`native`), else as it is.
"""

from typing import Final

from services.engine.native.store import prefer_compiled

WHY_INTERPRETED: Final = prefer_compiled(__path__)
"""None where this process runs the compiled rules, else the reason in a few words."""
