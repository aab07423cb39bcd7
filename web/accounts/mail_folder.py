"""The mail backend of a local run: every mail becomes a file, whole or not at all."""

from collections.abc import Sequence
from pathlib import Path

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from web.settings.environment import environment


class FolderBackend(BaseEmailBackend):
    """Writes to QUIERO_MAIL_FOLDER, one file for each mail, named after its Message-ID."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Writes the mails; returns how many."""
        folder = Path(environment().mail_folder)
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = message.extra_headers["Message-ID"].strip("<>").partition("@")[0]
            part = folder / f"{name}.part"
            part.write_bytes(message.message().as_bytes())
            part.replace(folder / f"{name}.eml")
        return len(email_messages)
