"""Which names players may have."""

import pytest

from services.common.errors import Busy, InvalidInput, TrucoError
from web.accounts import profile
from web.accounts.models import Player
from web.accounts.names import _ADJECTIVES, _NOUNS, guest_name
from web.accounts.nicknames import checked_name, checked_nickname, free_name, is_taken, skeleton


def _why(name: str) -> str:
    with pytest.raises(InvalidInput) as refused:
        checked_nickname(name)
    assert refused.value.reason == "NAME_REFUSED"
    return str(refused.value.metadata["why"])


def test_every_name_that_we_give_to_guests_may_be_a_players() -> None:
    for noun in _NOUNS:
        for adjective in _ADJECTIVES:
            assert checked_nickname(f"{noun} {adjective} 10") == f"{noun} {adjective} 10"


@pytest.mark.parametrize(
    "name", ["José_Ñandú", "Ana-María", "O'Higgins 2", "Ludwig van B.", "Łukasz", "Desviado", "Yoshito"]
)
def test_ordinary_names_are_taken(name: str) -> None:
    assert checked_nickname(name) == name


@pytest.mark.parametrize("name", ["", "ab", "x" * 25, "  a  "])
def test_a_name_has_three_to_24_characters(name: str) -> None:
    assert _why(name) == "length"


@pytest.mark.parametrize("name", ["Аna María", "Ana\u202ebot", "Ana🎴", "Ana\u200bB", "1234", "a-1-2", "Ωmega"])
def test_a_name_is_of_latin_letters_and_a_few_marks(name: str) -> None:
    assert _why(name) == "letters"


@pytest.mark.parametrize(
    "name", ["Admin", "adm1n", "El Moderador", "Soporte_Quiero", "QU1ER0", "Moderación", "staff-2"]
)
def test_nobody_looks_like_the_platform(name: str) -> None:
    assert _why(name) == "reserved"


@pytest.mark.parametrize(
    "name", ["hijo de puta", "H1J0DEPUTA", "La Concha", "m1erda", "Fuck you", "filho da puta", "nazi 3"]
)
def test_a_name_offends_nobody(name: str) -> None:
    assert _why(name) == "offends"
    with pytest.raises(InvalidInput, match="offends"):
        checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lola", "L0LA"),
        ("Pablo", "Pab1o"),
        ("Ilsa", "lIsa"),
        ("Moreno", "rnoreno"),
        ("Ana Paz", "ana_paz"),
        ("José", "JOSE"),
    ],
)
def test_names_that_look_the_same_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.django_db
def test_a_taken_or_refused_name_is_exchanged_for_one_of_ours_at_registration() -> None:
    Player.objects.create(name="Lola", skeleton=skeleton("Lola"), email="lola@example.org", guest=False)

    assert is_taken("L0la")
    assert free_name("L0la") != "L0la" and free_name("🎴🎴🎴") != "🎴🎴🎴"
    assert free_name("Marta") == "Marta"


@pytest.mark.django_db
def test_a_name_is_chosen_once_a_week_but_operators_need_not_wait() -> None:
    player = Player.objects.create(name=guest_name(), email="a@example.org", guest=False)
    profile.rename(player, "Marta")

    with pytest.raises(Busy):
        profile.rename(player, "Marta Dos")

    profile.rename(player, "Jugador Uno", at_once=True)
    player.refresh_from_db()
    assert (player.name, player.skeleton) == ("Jugador Uno", skeleton("Jugador Uno"))


@pytest.mark.django_db
def test_two_players_do_not_look_the_same() -> None:
    first = Player.objects.create(name="x", email="a@example.org", guest=False)
    second = Player.objects.create(name="y", email="b@example.org", guest=False)
    profile.rename(first, "Marta Gil")

    with pytest.raises(TrucoError) as refused:
        profile.rename(second, "MARTA_G1L")

    assert refused.value.metadata["why"] == "taken"
