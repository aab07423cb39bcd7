"""A person at the portal's pages, without a browser: fills in forms as a browser would, and reads the local mail."""

import re
import time
import uuid
from email import policy
from email.parser import BytesParser
from pathlib import Path

import httpx

from deploy.local.stack import Stack

PASSWORD = "una clave que nadie usa 7"
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
_CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
_PATIENCE_SECONDS = 30


class Visitor:
    """One browser's cookies."""

    def __init__(self, portal: Stack) -> None:
        self.base = f"http://{portal.address('PORTAL')}"
        self.mail_folder = Path(portal.env["QUIERO_MAIL_FOLDER"])
        self.client = httpx.Client(base_url=self.base, follow_redirects=True, timeout=30)

    @property
    def session(self) -> str | None:
        """The session's key."""
        return self.client.cookies.get("quiero_session")

    def get(self, path: str) -> httpx.Response:
        """Looks at a page."""
        return self.client.get(path)

    def submit(self, path: str, page: str | None = None, **fields: str) -> httpx.Response:
        """Posts a form that stands on a page, its own address unless told."""
        return self.post(path, self.client.get(page or path), **fields)

    def post(self, path: str, page: httpx.Response, **fields: str) -> httpx.Response:
        """Posts a form that stands on this page."""
        found = _TOKEN.search(page.text)
        assert found, f"no form on {page.url}"
        data = {**fields, "csrfmiddlewaretoken": found[1]}
        return self.client.post(path, data=data, headers={"Referer": self.base + path})

    def play_as_guest(self) -> str:
        """Enters with one click; the player's id."""
        self.submit("/entrar/", page="/")
        return self.player_id()

    def token(self) -> str:
        """The token of this session."""
        config = re.search(r'"csrfToken": "(\w+)"', self.client.get("/lobby/").text)
        assert config, "not signed in"
        answer = self.client.post("/api/token", headers={"X-CSRFToken": config[1], "Referer": self.base})
        answer.raise_for_status()
        token: str = answer.json()["token"]
        return token

    def player_id(self) -> str:
        """Who plays in this session."""
        found = re.search(r'"playerId": "(\w+)"', self.client.get("/lobby/").text)
        assert found, "not signed in"
        return found[1]

    def register(self, address: str | None = None) -> str:
        """Registers and confirms; the address."""
        address = address or new_address()
        self.submit("/registrarse/", email=address, password1=PASSWORD)
        done = self.submit("/correo/confirmar/", code=self.code(address))
        assert done.url.path == "/cuenta/", done.url
        return address

    def sign_in(self, address: str, password: str = PASSWORD) -> httpx.Response:
        """Signs in."""
        return self.submit("/ingresar/", login=address, password=password)

    def mails(self, address: str) -> list[str]:
        """Every mail to an address, subject first."""
        parser = BytesParser(policy=policy.default)
        read = [parser.parsebytes(file.read_bytes()) for file in sorted(self.mail_folder.glob("*.eml"))]
        return [f"{mail['Subject']}\n{mail.get_body().get_content()}" for mail in read if mail["To"] == address]

    def mail(self, address: str, subject: str) -> str:
        """The mail with that subject, once it is there."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < until:
            for mail in self.mails(address):
                if mail.startswith(subject):
                    return mail
            time.sleep(0.1)
        raise AssertionError(f"no mail {subject!r}: {self.mails(address)}")

    def code(self, address: str) -> str:
        """The code that was mailed."""
        found = _CODE.search(self.mail(address, "Tu código"))
        assert found
        return found[0]


def new_address() -> str:
    """An address that nobody has."""
    return f"{uuid.uuid4().hex}@example.org"
