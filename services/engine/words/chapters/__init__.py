"""The chapters in reading order. Each yields its paragraphs, and at most one grid; an empty one is left out."""

from collections.abc import Callable, Iterator

from services.engine.words.chapters.cantos import cantos
from services.engine.words.chapters.cards import cards
from services.engine.words.chapters.clock import clock
from services.engine.words.chapters.deal import deal
from services.engine.words.chapters.envido import envido
from services.engine.words.chapters.flor import flor
from services.engine.words.chapters.match import match
from services.engine.words.chapters.mazo import mazo
from services.engine.words.chapters.partners import partners
from services.engine.words.chapters.perros import perros
from services.engine.words.chapters.pica_pica import pica_pica
from services.engine.words.chapters.tricks import tricks
from services.engine.words.chapters.truco import truco
from services.engine.words.line import Line, Rows
from services.engine.words.table import Table

Chapter = Callable[[Table], Iterator[Line | Rows]]

CHAPTERS: tuple[Chapter, ...] = (
    match,
    cards,
    deal,
    tricks,
    cantos,
    envido,
    flor,
    truco,
    mazo,
    pica_pica,
    perros,
    partners,
    clock,
)
