"""Mail: each one a task of Celery's. Locally it lands in a folder, which the pages point to."""

import email.policy
import uuid
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage as Parsed
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from kombu.exceptions import OperationalError

from services.common.errors import Unreachable
from web.accounts.tasks import send_mail
from web.settings.environment import environment

SHOWN = 20
_UNTOLD: dict[str, Any] = {"kwargsrepr": "{…}"}  # what Celery may log of a mail


@dataclass(frozen=True)
class LocalMail:
    """A mail in the local folder."""

    at: datetime
    to: str
    subject: str
    body: str


def post(subject: str, body: str, to: str) -> None:
    """Has a mail sent. Raises Unreachable (UNREACHABLE) while Celery's broker is away."""
    try:
        told = {"key": uuid.uuid4().hex, "subject": subject, "body": body, "to": to}
        send_mail.apply_async(kwargs=told, **_UNTOLD)
    except OperationalError as error:
        raise Unreachable("UNREACHABLE", "mail cannot be sent now") from error


def local_mail() -> list[LocalMail]:
    """The latest mails of the local folder, newest first."""
    files = sorted(Path(environment().mail_folder).glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True)
    return [_read(file) for file in files[:SHOWN]]


def _read(file: Path) -> LocalMail:
    message = BytesParser(Parsed, policy=email.policy.default).parsebytes(file.read_bytes())
    body = message.get_body(("plain",))
    at = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
    return LocalMail(at, str(message["To"]), str(message["Subject"]), body.get_content() if body else "")
