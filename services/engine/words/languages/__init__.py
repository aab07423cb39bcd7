"""The languages by their BCP 47 tags."""

from typing import Final

from services.engine.words.languages.en import EN
from services.engine.words.languages.es_ar import ES_AR
from services.engine.words.languages.es_uy import ES_UY
from services.engine.words.languages.language import Language
from services.engine.words.languages.pt import PT

LANGUAGES: Final[dict[str, Language]] = {"es-AR": ES_AR, "es-UY": ES_UY, "en": EN, "pt": PT}
