"""Uruguayan Spanish: the Argentine texts, but for what is said otherwise there (a trick is a mano, a hand a ronda)."""

from typing import Final

from services.engine.words.languages.es_ar import TEXTS
from services.engine.words.languages.language import Language

ES_UY: Final = Language(
    {
        **TEXTS,
        "head.canto": "Se dice",
        "match.title": "El partido",
        "match.chico": "El partido es a un solo chico.",
        "match.chicos": (
            "Gana el partido el primer {team} que gana {chicos:chico}. Cada chico empieza 0 a 0 y da el que sigue."
        ),
        "match.forfeit.two": "Si un jugador abandona, en el momento que sea, el partido es del otro.",
        "match.forfeit.teams": "Si un jugador abandona, en el momento que sea, el partido es del otro equipo.",
        "deal.title": "Dar las cartas",
        "deal.cards": (
            "Se baraja el mazo entero y se dan tres cartas a cada uno, de a una. Recibe primero, y juega primero, el "
            "mano: el que sigue al que da. El que da es el pie y juega último."
        ),
        "deal.next": "En cada {mano} da el jugador que sigue.",
        "cards.muestra": (
            "Después de dar se da vuelta la carta que sigue: es la muestra. Cinco cartas de su palo son piezas y les "
            "ganan a todas las demás. De mayor a menor: el 2, el 4, el 5, el perico (11) y la perica (10)."
        ),
        "envido.piezas": (
            "Las piezas valen más: el 2 vale 30; el 4, 29; el 5, 28; el perico y la perica, 27. Con una pieza, los "
            "tantos son los suyos más los de la mejor de las otras dos cartas: 37 como máximo."
        ),
        "envido.title": "El envido, o toques",
        "truco.title": "El truco, o gritos",
        "senas.uruguayan": (
            "Las señas son: el dos, el cuatro y el cinco de la muestra, perico, perica, una mata (el 1 de espada, el "
            "1 de basto, el 7 de espada o el 7 de oro), flor, buen envido, nada."
        ),
    },
    {"baza": "mano", "bazas": "manos", "mano": "ronda"},
)
