"""The words of a match record's actions and points (tests/vectors/README.md)."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SUITS: Final[Mapping[str, Promise]] = {
    "e": gettext_lazy("espada"),
    "b": gettext_lazy("basto"),
    "o": gettext_lazy("oro"),
    "c": gettext_lazy("copa"),
}

SAYINGS: Final[Mapping[str, Promise]] = {
    "envido": gettext_lazy("Envido"),
    "real_envido": gettext_lazy("Real envido"),
    "falta_envido": gettext_lazy("Falta envido"),
    "flor": gettext_lazy("Flor"),
    "con_flor_me_achico": gettext_lazy("Con flor me achico"),
    "contraflor": gettext_lazy("Contraflor"),
    "con_flor_envido": gettext_lazy("Con flor envido"),
    "contraflor_al_resto": gettext_lazy("Contraflor al resto"),
    "truco": gettext_lazy("Truco"),
    "retruco": gettext_lazy("Quiero retruco"),
    "vale_cuatro": gettext_lazy("Quiero vale cuatro"),
    "quiero": gettext_lazy("Quiero"),
    "no_quiero": gettext_lazy("No quiero"),
    "perros": gettext_lazy("Echo los perros"),
    "mazo": gettext_lazy("Me voy al mazo"),
}

WHY: Final[Mapping[str, Promise]] = {
    "envido": gettext_lazy("por el envido"),
    "envido_refused": gettext_lazy("por el envido no querido"),
    "flor": gettext_lazy("por la flor"),
    "flor_achico": gettext_lazy("por el achique"),
    "contraflor": gettext_lazy("por la contraflor"),
    "contraflor_refused": gettext_lazy("por la contraflor no querida"),
    "resto": gettext_lazy("por la contraflor al resto"),
    "resto_refused": gettext_lazy("por la contraflor al resto no querida"),
    "con_flor_envido": gettext_lazy("por con flor envido"),
    "con_flor_envido_refused": gettext_lazy("por con flor envido no querido"),
    "truco": gettext_lazy("por ganar la mano"),
    "truco_refused": gettext_lazy("por el truco no querido"),
    "mazo": gettext_lazy("porque el rival se fue al mazo"),
    "envido_undone": gettext_lazy("porque la flor anuló el envido"),
    "forfeit": gettext_lazy("por abandono"),
}

TRICKS: Final[Sequence[Promise]] = (
    gettext_lazy("Primera"),
    gettext_lazy("Segunda"),
    gettext_lazy("Tercera"),
)

CLOCK: Final = gettext_lazy("se le acabó el tiempo")
STAND_IN: Final = gettext_lazy("jugó un bot en su lugar")
"""Who acted in a seat's stead."""
