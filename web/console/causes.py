"""Why credits moved, as the staff reads it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

CAUSES: Final = {
    "welcome": _("bienvenida"),
    "hold": _("apuesta"),
    "settle": _("premio"),
    "release": _("apuesta devuelta"),
    "annul": _("partida anulada"),
    "load": _("carga"),
    "take": _("quita"),
}
"""The words by the ledger's reason."""
