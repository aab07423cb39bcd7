"""The forms of the console's actions. Each asks why, for the audit log, besides what the action takes."""

from typing import TYPE_CHECKING, Any, ClassVar
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from web.console.actions import MOST_WHY
from web.credits.cashier import MOST_CREDITS
from web.sanctions.services import MOST_TEXT, Kind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DAYS = (
    (1, _("1 día")),
    (3, _("3 días")),
    (7, _("7 días")),
    (30, _("30 días")),
    (365, _("un año")),
    (0, _("hasta que se levante")),
)


def _text(label: "StrOrPromise", most: int, *, required: bool = True) -> Any:
    widget = UnfoldAdminTextareaWidget(attrs={"rows": 2})
    return forms.CharField(label=label, max_length=most, widget=widget, required=required)


def _yes_or_no(label: "StrOrPromise", yes: "StrOrPromise", no: "StrOrPromise") -> Any:
    return forms.TypedChoiceField(
        label=label,
        choices=(("yes", yes), ("no", no)),
        coerce=lambda value: value == "yes",
        widget=UnfoldAdminRadioSelectWidget,
    )


class ActionForm(forms.Form):
    """What one action takes."""

    title: ClassVar["StrOrPromise"]
    button: ClassVar["StrOrPromise"]
    why = _text(_("Por qué (queda en la auditoría)"), MOST_WHY)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name != "why"), "why"])


class ImposeSanction(ActionForm):
    """For impose_sanction."""

    title = _("Sancionar")
    button = _("Sancionar")
    kind = forms.ChoiceField(label=_("Sanción"), choices=Kind, widget=UnfoldAdminSelectWidget)
    days = forms.TypedChoiceField(label=_("Por"), choices=DAYS, coerce=int, widget=UnfoldAdminSelectWidget)
    reason = _text(_("Motivo, como lo lee el jugador"), MOST_TEXT)


class LiftSanction(ActionForm):
    """For lift_sanction."""

    title = _("Levantar la sanción")
    button = _("Levantar")


class AnswerAppeal(ActionForm):
    """For answer_appeal."""

    title = _("Responder")
    button = _("Responder")
    upheld = _yes_or_no(_("Decisión"), _("se levanta la sanción"), _("la sanción queda"))
    answer = _text(_("Respuesta, como la lee el jugador"), MOST_TEXT)


class DecideReport(ActionForm):
    """For decide_report: a sanction, if there is one, needs the reason that the player reads."""

    title = _("Decidir")
    button = _("Decidir")
    upheld = _yes_or_no(_("La denuncia"), _("se acepta"), _("se desestima"))
    kind = forms.ChoiceField(
        label=_("Sanción para el denunciado"),
        choices=[("", _("ninguna")), *Kind.choices],
        required=False,
        widget=UnfoldAdminSelectWidget,
    )
    days = forms.TypedChoiceField(label=_("Por"), choices=DAYS, coerce=int, widget=UnfoldAdminSelectWidget)
    reason = _text(_("Motivo, como lo lee el jugador"), MOST_TEXT, required=False)

    def clean(self) -> dict[str, Any]:
        """A sanction needs a reason, and a report that is upheld."""
        cleaned = super().clean() or {}
        if cleaned.get("kind") and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Una sanción necesita un motivo."))
        if cleaned.get("kind") and cleaned.get("upheld") is False:
            self.add_error("kind", _("Una denuncia desestimada no lleva sanción."))
        return cleaned


class MoveCredits(ActionForm):
    """For move_credits. The form carries the request's id, so that sending it twice is asking once."""

    title = _("Cargar o quitar créditos")
    button = _("Cargar o quitar")
    credits = forms.IntegerField(
        label=_("Créditos (negativo para quitar)"),
        min_value=-MOST_CREDITS,
        max_value=MOST_CREDITS,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "number"}),
    )
    request_id = forms.UUIDField(initial=uuid4, widget=forms.HiddenInput)


class ApproveCredits(ActionForm):
    """For approve_credits."""

    title = _("Aprobar")
    button = _("Aprobar")


class RefuseCredits(ActionForm):
    """For refuse_credits."""

    title = _("Rechazar")
    button = _("Rechazar")
