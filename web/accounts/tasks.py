"""The accounts' jobs, for Celery."""

import smtplib

import structlog
from celery import Task
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.utils import DNS_NAME

from web.celery import app

TRIES = 12
LONGEST_WAIT_SECONDS = 600
REMEMBERED_SECONDS = 24 * 3600


class MailNotSentError(Exception):
    """A mail server did not take a mail. Says nothing of whom it was for, since it is logged."""


@app.task(name="accounts.send_mail", bind=True, max_retries=TRIES)
def send_mail(task: "Task[..., None]", *, key: str, subject: str, body: str, to: str) -> None:
    """Sends one mail; tries again after 2, 4, 8, … seconds, ten minutes at most, for an hour and a half.

    The key stands in Message-ID, and a mail that was sent is not sent again when its task comes twice. SMTP leaves one
    gap: who is killed between the server's answer and noting it sends twice, with the same Message-ID.
    """
    if cache.get(_sent(key)):
        return
    message = EmailMessage(subject, body, to=[to], headers={"Message-ID": f"<{key}@{DNS_NAME}>"})
    if fault := _fault(message):
        wait = min(2 ** (task.request.retries + 1), LONGEST_WAIT_SECONDS)
        structlog.get_logger().warning("mail not sent", key=key, error=fault, again_in=wait)
        raise task.retry(exc=MailNotSentError(fault), countdown=wait)
    cache.set(_sent(key), 1, timeout=REMEMBERED_SECONDS)
    structlog.get_logger().info("mail sent", key=key)


def _fault(message: EmailMessage) -> str | None:
    """Sends a mail; what went wrong, without what the error says: it names the address."""
    try:
        message.send()
    except (OSError, smtplib.SMTPException) as error:
        return type(error).__name__
    return None


def _sent(key: str) -> str:
    return f"mail_sent:{key}"
