import { render } from "preact";

import { playClient } from "./api/client";
import { Clock } from "./api/clock";
import { Commands, requestId } from "./api/commands";
import { TokenSource } from "./api/token";
import { Watch } from "./api/watch";
import { ClockContext } from "./common/clock";
import type { Config } from "./config";
import { LobbyPage } from "./lobby/LobbyPage";
import { ALL, filterOf, type Wanted } from "./lobby/listing";
import { LobbySession } from "./lobby/session";
import type { Links } from "./table/links";
import { TableSession } from "./table/session";
import { TablePage } from "./table/TablePage";

/** Wires one page together and shows it. */
export function mount(root: HTMLElement, config: Config): void {
  document.body.classList.add(`at-${config.page}`);
  const clock = new Clock();
  const client = playClient(config.gatewayUrl, new TokenSource(config.tokenUrl, config.csrfToken, clock));
  const commands = new Commands(client);
  const links = linksOf(config);
  const clientId = tabId();
  if (config.page === "table" && config.tableId !== null) {
    const session = new TableSession(config.tableId, commands);
    const watch = new Watch(client, clock, session, { clientId, tableId: config.tableId });
    document.addEventListener("visibilitychange", () => session.back());
    show(root, clock, <TablePage session={session} playerId={config.playerId} links={links} takeOver={() => watch.start()} />);
    keep(watch);
  } else {
    const session = new LobbySession(commands, clientId, (tableId) => location.assign(links.table(tableId)));
    const watch = new Watch(client, clock, session, { clientId, lobby: filterOf(ALL) });
    const filter = (wanted: Wanted): void => watch.filter(filterOf(wanted));
    const player = { name: config.playerName, guest: config.guest };
    show(root, clock, <LobbyPage session={session} player={player} links={links} takeOver={() => watch.start()} onFilter={filter} />);
    keep(watch);
  }
}

/** Starts the stream, and hurries it when the network is back or the tab is looked at again. */
function keep(watch: Watch): void {
  addEventListener("online", () => watch.nudge());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && watch.nudge());
  watch.start();
}

/** The same through a reload of the tab, so that the new stream takes the place of the old one. */
function tabId(): string {
  const id = sessionStorage.getItem("quiero-tab") ?? requestId();
  sessionStorage.setItem("quiero-tab", id);
  return id;
}

function linksOf({ lobbyUrl, historyUrl, tableUrl }: Config): Links {
  return { lobby: lobbyUrl, history: historyUrl, table: (tableId) => tableUrl.replace("{id}", tableId) };
}

function show(root: HTMLElement, clock: Clock, page: preact.ComponentChild): void {
  root.replaceChildren();
  render(<ClockContext.Provider value={clock}>{page}</ClockContext.Provider>, root);
}
