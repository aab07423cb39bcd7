"""`python -m web reports [id]`: the open reports, or one of them with what the reporter saw and heard."""

import json
from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError
from google.protobuf.json_format import ParseDict

from truco.play.v1.play_pb2 import TalkLine
from web.moderation import services
from web.moderation.models import Report
from web.moderation.words import line_of_text


class Command(BaseCommand):
    """Shows what players reported."""

    help = "Lists the open reports, or shows one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The report's id, if one is to be shown."""
        parser.add_argument("report", nargs="?", help="the id of a report")

    def handle(self, *_args: object, **options: object) -> None:
        """Writes to the standard output."""
        if options["report"] is None:
            for each in services.open_reports().defer("hand", "talk").iterator():
                self.stdout.write(_headline(each))
            return
        report = services.report(str(options["report"]))
        if report is None:
            raise CommandError(f"no report {options['report']}")
        self.stdout.write(_headline(report))
        self.stdout.writelines(line_of_text(ParseDict(line, TalkLine())) for line in report.talk)
        self.stdout.write(json.dumps(report.hand, ensure_ascii=False, indent=2))


def _headline(report: Report) -> str:
    place = report.match_id or report.table_id
    who = f"[{report.reporter_seat}] {report.reporter_name} → [{report.reported_seat}] {report.reported_name}"
    return f"{report.id}  {report.made_at:%Y-%m-%d %H:%M}  {report.cause}  {place}  {who}: {report.text}"
