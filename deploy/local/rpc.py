"""supervisord's own XML-RPC interface, under a [DEFAULT] section.

That section saves each program ten lines, but supervisord hands it to this factory too, as options that its own factory
refuses.
"""

from typing import Any

from supervisor.rpcinterface import make_main_rpcinterface


def make(supervisord: Any, **_defaults: str) -> Any:
    """The interface that supervisord serves on its socket."""
    return make_main_rpcinterface(supervisord)
