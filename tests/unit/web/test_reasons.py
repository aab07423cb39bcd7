"""Every reason of the catalogue has its text in Spanish."""

from truco.rules.v1.reason_pb2 import Reason
from web.play.reasons import TEXTS
from web.play.templatetags.reasons import reason_text


def test_every_reason_has_a_text_and_no_text_is_left_over() -> None:
    reasons = {name.removeprefix("REASON_") for name in Reason.DESCRIPTOR.values_by_name} - {"UNSPECIFIED"}

    assert set(TEXTS) == reasons


def test_texts_are_sentences_and_differ() -> None:
    texts = [str(text) for text in TEXTS.values()]

    assert all(text[0].isupper() and text.endswith(".") for text in texts)
    assert len(set(texts)) == len(texts)


def test_a_reason_nobody_knows_reads_as_a_fault_of_ours() -> None:
    assert reason_text("NEWER_THAN_US") == str(TEXTS["INTERNAL"])
