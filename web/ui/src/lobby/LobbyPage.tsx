import { useState } from "preact/hooks";

import { useStore } from "../common/store";
import { texts } from "../i18n";
import { ConnectionNotice } from "../table/ConnectionNotice";
import type { Links } from "../table/links";
import { FIRST_CHOICE, type Choice } from "./choice";
import { Choices } from "./Choices";
import { OpenTables } from "./OpenTables";
import { Options } from "./Options";
import type { LobbySession } from "./session";

interface Props {
  readonly session: LobbySession;
  readonly playerName: string;
  readonly links: Links;
  readonly takeOver: () => void;
}

/** Where a player starts: play at once, open a table, or sit down at one. */
export function LobbyPage({ session, playerName, links, takeOver }: Props) {
  const state = useStore(session.store);
  const [choice, setChoice] = useState<Choice>(FIRST_CHOICE);
  const { lobby } = texts;
  const shut = state.busy || state.own !== undefined;
  return (
    <div class="lobby" data-testid="lobby">
      {state.connection !== "superseded" && <ConnectionNotice connection={state.connection} links={links} takeOver={takeOver} />}
      <h1>{lobby.greeting(playerName)}</h1>
      {state.notice && <p class="notice-bar" role="alert" data-testid="notice">{state.notice}</p>}
      {state.own && (
        <section class="panel own" data-testid="own-table">
          <p>{state.own.playing ? lobby.seated : lobby.waiting}</p>
          <a class="button button-main" href={links.table(state.own.tableId)} data-testid="return">{lobby.return}</a>
        </section>
      )}
      <section class="panel new-table">
        <Choices choice={choice} onChange={setChoice} />
        <Options choice={choice} onChange={setChoice} blamed={state.blamed} />
        <div class="new-buttons">
          <div>
            <button class="button button-main button-big" data-testid="quick-start" disabled={shut} onClick={() => void session.quick(choice)}>{lobby.quick}</button>
            <p class="soft">{lobby.quickHint}</p>
          </div>
          <div>
            <button class="button" data-testid="create-table" disabled={shut} onClick={() => void session.create(choice)}>{lobby.open}</button>
            <p class="soft">{lobby.openHint}</p>
          </div>
        </div>
      </section>
      <OpenTables tables={state.tables} own={state.own?.tableId} disabled={shut} onJoin={(tableId) => void session.join(tableId)} links={links} />
    </div>
  );
}
