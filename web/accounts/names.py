"""Names and avatars for guests."""

import secrets

# Masculine nouns only, so that every adjective agrees.
_NOUNS = (
    "Carpincho", "Cardenal", "Chajá", "Cimarrón", "Cóndor", "Domador", "Gaucho", "Guanaco", "Hornero", "Jilguero",
    "Malambo", "Ñandú", "Ombú", "Payador", "Peludo", "Puma", "Quebracho", "Ranchero", "Resero", "Tapir", "Tero",
    "Tordo", "Yacaré", "Zonda", "Zorro", "Zorzal",
)  # fmt: skip
_ADJECTIVES = (
    "Alegre", "Astuto", "Audaz", "Baquiano", "Bravo", "Callado", "Canchero", "Certero", "Criollo", "Curioso", "Feliz",
    "Firme", "Gentil", "Guapo", "Ligero", "Macanudo", "Mañero", "Matrero", "Noble", "Paciente", "Pícaro", "Pillo",
    "Rápido", "Sabio", "Sereno", "Tenaz", "Valiente", "Vivo",
)  # fmt: skip
AVATARS = ("mate", "facon", "guitarra", "sol", "luna", "ombu", "caballo", "rastra", "bombo", "poncho")


def guest_name() -> str:
    """A friendly name in Spanish, at most 24 characters."""
    return f"{secrets.choice(_NOUNS)} {secrets.choice(_ADJECTIVES)} {secrets.randbelow(90) + 10}"


def guest_avatar() -> str:
    """The name of an avatar."""
    return secrets.choice(AVATARS)
