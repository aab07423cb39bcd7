"""Plays one match of Truco against a bot with random legal actions, as anybody's program may.

Usage: python random_player.py http://127.0.0.1:8000 127.0.0.1:50051
"""

import json
import random
import sys
import uuid
from urllib.request import Request, urlopen

import grpc

from truco.play.v1 import play_pb2 as play
from truco.play.v1 import play_pb2_grpc
from truco.rules.v1 import rules_pb2 as rules


def main(portal: str, gateway: str) -> None:
    asked = Request(f"{portal}/api/guest", b'{"name": "Azar"}', {"Content-Type": "application/json"})
    token = json.load(urlopen(asked))["token"]
    auth = [("authorization", f"Bearer {token}")]
    client = play_pb2_grpc.PlayServiceStub(grpc.insecure_channel(gateway))

    ruleset = rules.Ruleset(preset="maestro", options=rules.Options(target=15))
    request = play.OpenTableRequest(request_id=uuid.uuid4().hex, ruleset=ruleset, seats=2, bots=1)
    table_id = client.OpenTable(request, metadata=auth).update.table.table_id

    for message in client.Watch(play.WatchRequest(client_id=uuid.uuid4().hex), metadata=auth):
        table, view = message.update.table, message.update.view
        if table.table_id == table_id and table.status == play.TABLE_STATUS_FINISHED:
            print(f"{'won' if view.winner == view.seat % 2 else 'lost'} {view.score[0]} to {view.score[1]}")
            return
        if table.table_id == table_id and view.legal:
            action = random.choice(view.legal)
            act = play.ActRequest(request_id=uuid.uuid4().hex, table_id=table_id, action=action)
            act.expected_version = table.version
            try:
                client.Act(act, metadata=auth)
            except grpc.RpcError as error:  # The table moved on meanwhile; its next update is on the way.
                print(f"{rules.ActionKind.Name(action.kind)}: {error.details()}")


main(*sys.argv[1:])
