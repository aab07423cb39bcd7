"""The looks at the books that were taken, for who watches over them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from web.credits.models import BooksCheck as BooksCheck  # what the console calls a check

_KEPT: Final = 100


def keep(began_at: datetime, findings: Sequence[str], held: int) -> BooksCheck:
    """Keeps what a look at the books found, and how many matches had held stakes."""
    return BooksCheck.objects.create(
        began_at=began_at,
        ended_at=timezone.now(),
        held=held,
        found=len(findings),
        findings=list(findings[:_KEPT]),
    )


def latest() -> QuerySet[BooksCheck]:
    """The looks at the books, the latest first."""
    return BooksCheck.objects.order_by("-ended_at", "-pk")
