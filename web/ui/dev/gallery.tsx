/** Shows a table at one moment (`?state=`), the lobby (`?state=lobby`), or what there is to see. Nothing is served. */

import { create } from "@bufbuild/protobuf";
import { createClient, createRouterTransport } from "@connectrpc/connect";
import { render } from "preact";

import { Commands } from "../src/api/commands";
import { CardImage } from "../src/cards/Card";
import { DECK } from "../src/cards/deck";
import { ListTablesResponseSchema, PlayService } from "../src/gen/truco/play/v1/play_pb";
import { LobbyPage } from "../src/lobby/LobbyPage";
import { LobbySession } from "../src/lobby/session";
import type { Links } from "../src/table/links";
import { TableSession } from "../src/table/session";
import { TablePage } from "../src/table/TablePage";
import "../src/styles/index.css";
import { STATES, TABLE_ID } from "./states";

const links: Links = { lobby: "?state=lobby", history: "?", table: () => "?state=4-waiting" };
const nothing = (): void => undefined;

const tables = ["4-waiting", "2-waiting"].flatMap((name, index) => {
  const table = STATES[name]?.().table;
  return table ? [{ ...table, tableId: `open-${index}` }] : [];
});
const transport = createRouterTransport((router) =>
  router.service(PlayService, { listTables: () => create(ListTablesResponseSchema, { tables }) }),
);
const commands = new Commands(createClient(PlayService, transport));

function Gallery() {
  return (
    <div class="page">
      <h1>Quiero</h1>
      <ul>{["lobby", ...Object.keys(STATES)].map((name) => <li key={name}><a href={`?state=${name}`}>{name}</a></li>)}</ul>
      <div class="deck">{[...DECK, ""].map((card) => <CardImage key={card} card={card} />)}</div>
    </div>
  );
}

function tablePage(name: string) {
  const session = new TableSession(TABLE_ID, commands);
  const update = STATES[name]?.();
  session.connect("live");
  if (update) session.receive(update, true);
  return <TablePage session={session} links={links} takeOver={nothing} />;
}

function lobbyPage() {
  const session = new LobbySession(commands, nothing);
  session.connect("live");
  session.start();
  return <LobbyPage session={session} playerName="Rocío" links={links} takeOver={nothing} />;
}

const state = new URLSearchParams(location.search).get("state");
const page = state === null ? <Gallery /> : state === "lobby" ? lobbyPage() : tablePage(state);
document.body.classList.toggle("at-table", state !== null && state !== "lobby");
const root = document.getElementById("app");
if (root) render(page, root);
