/** Shows a table at one moment (`?state=`), the lobby (`?state=lobby`), or what there is to see. Nothing is served. */

import { create } from "@bufbuild/protobuf";
import { createClient, createRouterTransport } from "@connectrpc/connect";
import { render } from "preact";

import { Commands } from "../src/api/commands";
import { CardImage } from "../src/cards/Card";
import { DECK } from "../src/cards/deck";
import { LobbyChangeSchema, PlayService } from "../src/gen/truco/play/v1/play_pb";
import { LobbyPage } from "../src/lobby/LobbyPage";
import { LobbySession } from "../src/lobby/session";
import type { Links } from "../src/table/links";
import { TableSession } from "../src/table/session";
import { TablePage } from "../src/table/TablePage";
import "../src/styles/index.css";
import { AWAY, HANDS_WATCHED, SEEK, TALK } from "./moments";
import { STATES, TABLE_ID } from "./states";

const links: Links = { lobby: "?state=lobby", history: "?", table: () => "?state=4-waiting" };
const nothing = (): void => undefined;

const tables = ["4-waiting", "2-waiting", "4-private"].flatMap((name, index) => {
  const table = STATES[name]?.().table;
  return table ? [{ ...table, tableId: `open-${index}` }] : [];
});
const commands = new Commands(createClient(PlayService, createRouterTransport((router) => router.service(PlayService, {}))));

function Gallery() {
  return (
    <div class="page">
      <h1>Quiero</h1>
      <ul>{["lobby", "lobby-player", "lobby-seek", ...Object.keys(STATES)].map((name) => <li key={name}><a href={`?state=${name}`}>{name}</a></li>)}</ul>
      <div class="deck">{[...DECK, ""].map((card) => <CardImage key={card} card={card} />)}</div>
    </div>
  );
}

function tablePage(name: string) {
  const session = new TableSession(TABLE_ID, commands);
  const update = STATES[name]?.();
  session.connection("live");
  if (update) session.update(update, true);
  for (const hand of HANDS_WATCHED[name] ?? []) session.hand(hand);
  for (const line of TALK) session.talk(line, true);
  session.presence(AWAY);
  return <TablePage session={session} playerId="player-0" links={links} takeOver={nothing} />;
}

function lobbyPage(name: string) {
  const session = new LobbySession(commands, "gallery-tab", nothing);
  session.connection("live");
  session.lobby(create(LobbyChangeSchema, { tables, all: true }));
  if (name === "lobby-seek") session.seek(SEEK);
  return <LobbyPage session={session} player={{ name: "Rocío", guest: name !== "lobby-player" }} links={links} takeOver={nothing} onFilter={nothing} />;
}

const state = new URLSearchParams(location.search).get("state");
const page = state === null ? <Gallery /> : state.startsWith("lobby") ? lobbyPage(state) : tablePage(state);
document.body.classList.toggle("at-table", state !== null && !state.startsWith("lobby"));
const root = document.getElementById("app");
if (root) render(page, root);
