"""/reglas/: what players read is what the engine says."""

import html
import re
import time

import httpx
import pytest

from deploy.local.stack import Stack
from services.engine.rules.presets import PRESETS

_SECONDS = 10.0


@pytest.fixture
def web(portal: Stack) -> httpx.Client:
    """A stranger's browser."""
    return httpx.Client(base_url=f"http://{portal.address('PORTAL')}", timeout=10, follow_redirects=True)


def text(answer: httpx.Response) -> str:
    """The page as a reader sees it."""
    assert answer.status_code == httpx.codes.OK, answer.text
    return html.unescape(answer.text)


def test_it_lists_the_seven_presets_and_shows_the_first(web: httpx.Client) -> None:
    page = text(web.get("/reglas/"))

    names = re.findall(r'class="panel rules-preset" href="/reglas/(\w+)/"', page)
    assert len(names) == len(set(names)) == 7
    assert "Lo abre cualquiera que siga en la mano" in page


@pytest.mark.parametrize("language", ["es-AR", "es-UY", "en", "pt"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_shown_in_every_language(web: httpx.Client, preset: str, language: str) -> None:
    answer = web.get(f"/reglas/{preset}/", params={"idioma": language})

    title = {"es-AR": "La partida", "es-UY": "El partido", "en": "The match", "pt": "A partida"}[language]
    assert f"<h2>{title}</h2>" in text(answer)
    assert f'<html lang="{language}">' in answer.text


def test_a_form_makes_a_custom_table(web: httpx.Client) -> None:
    answer = web.get("/reglas/maestro/", params={"target": "15", "envido_by": "turn", "jugadores": "2"})

    page = text(answer)
    assert "llega a 15 puntos" in page and "Lo abre el que tiene el turno" in page and "mano a mano" in page
    assert "Puntos: 15 · Abre el envido: el que tiene el turno." in page
    assert '<option value="15" selected>' in page


def test_what_is_as_in_the_preset_does_not_stay_in_the_address(web: httpx.Client) -> None:
    everything = {
        "idioma": "es-AR",
        "jugadores": "4",
        "target": "30",
        "falta": "leader",
        "mazo": "team",
        "nothing": "1",
    }

    answer = web.get("/reglas/maestro/", params=everything)

    assert (answer.url.path, answer.url.query) == ("/reglas/maestro/", b"falta=leader")


@pytest.mark.parametrize(
    "path, status",
    [
        ("/reglas/tute/", 404),
        ("/reglas/maestro/?idioma=fr", 400),
        ("/reglas/maestro/?jugadores=5", 400),
        ("/reglas/maestro/?jugadores=x", 400),
        ("/reglas/maestro/?target=31", 400),
        ("/reglas/maestro/?flor_replies=truco", 400),
        ("/reglas/ludoteka/?jugadores=6", 400),
    ],
)
def test_what_there_is_not_is_refused(web: httpx.Client, path: str, status: int) -> None:
    assert web.get(path).status_code == status


def test_a_form_may_change_lists_and_limits(web: httpx.Client) -> None:
    asked = {"jugadores": "6", "flor_replies": ["flor", "contraflor"], "pica_pica": "true", "pica_falta": "null"}

    page = text(web.get("/reglas/granronda_flor/", params=asked))

    assert "«Flor»: las flores se comparan" in page and "«Con flor me achico»" not in page
    assert "Tope de la falta en un duelo: sin tope" in page and "la falta envido vale como máximo" not in page


def test_a_combination_without_sense_names_the_options(web: httpx.Client) -> None:
    answer = web.get("/reglas/maestro/", params={"muestra": "true"})

    assert answer.status_code == 400
    assert "Esa combinación de reglas no es posible. Revisá: Con muestra, Con flor" in html.unescape(answer.text)


def test_rules_that_make_no_sense_leave_the_form_as_it_was(web: httpx.Client) -> None:
    answer = web.get("/reglas/granronda/", params={"flor_replies": ["contraflor"]})

    assert answer.status_code == 400
    page = html.unescape(answer.text)
    assert "no es posible" in page and "Respuestas a la flor" in page
    assert 'value="contraflor" checked' in page and 'value="con_flor_me_achico" checked' not in page


def test_without_the_engine_it_shows_what_it_knows_and_says_so_otherwise(web: httpx.Client, portal: Stack) -> None:
    known = text(web.get("/reglas/estrella/", params={"idioma": "pt"}))
    portal.stop_program("engine")
    try:
        assert text(web.get("/reglas/estrella/", params={"idioma": "pt"})) == known
        away = web.get("/reglas/estrella/", params={"idioma": "pt", "target": "15"})
    finally:
        portal.start("engine")

    assert away.status_code == 503 and "não responde neste momento" in away.text and away.headers["Retry-After"]
    assert "15 pontos" in text(_once_back(web, "/reglas/estrella/?idioma=pt&target=15"))


def _once_back(web: httpx.Client, path: str) -> httpx.Response:
    until = time.monotonic() + _SECONDS
    while (answer := web.get(path)).status_code == httpx.codes.SERVICE_UNAVAILABLE and time.monotonic() < until:
        time.sleep(0.1)
    return answer
