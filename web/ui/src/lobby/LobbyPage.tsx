import { useEffect, useState } from "preact/hooks";

import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import { PasswordDialog } from "../common/PasswordDialog";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import { ConnectionNotice } from "../table/ConnectionNotice";
import type { Links } from "../table/links";
import { Filters } from "./Filters";
import { codeIn, invitationIn } from "./invitation";
import { Invited } from "./Invited";
import { JoinByCode } from "./JoinByCode";
import { ALL, type Wanted } from "./listing";
import { NewMatch } from "./NewMatch";
import { OpenTables, about, hostOf } from "./OpenTables";
import { Seeking } from "./Seeking";
import type { LobbySession } from "./session";

interface Props {
  readonly session: LobbySession;
  readonly player: { readonly name: string; readonly guest: boolean };
  readonly links: Links;
  readonly takeOver: () => void;
  /** Hears of other open tables from now on. */
  readonly onFilter: (wanted: Wanted) => void;
}

/** Where a player starts: look for others, open a table, or sit down at one. */
export function LobbyPage({ session, player, links, takeOver, onFilter }: Props) {
  const state = useStore(session.store);
  const [wanted, setWanted] = useState(ALL);
  const [asked, setAsked] = useState<TableInfo>();
  const [invitation, setInvitation] = useState(() => invitationIn(location.search));
  const [code] = useState(() => codeIn(location.search));
  const { lobby } = texts;
  const shut = state.busy || state.own !== undefined || state.seek !== undefined;
  const prompted = state.found ?? asked;
  useEffect(() => {
    if (code) void session.find(code);
  }, [session, code]);
  const filter = (next: Wanted): void => {
    setWanted(next);
    onFilter(next);
  };
  const join = (table: TableInfo): void => {
    if (table.hasPassword) setAsked(table);
    else void session.join(table.tableId);
  };
  const close = (): void => {
    setAsked(undefined);
    session.forget();
  };
  return (
    <div class="lobby" data-testid="lobby" data-live={state.connection === "live"}>
      {state.connection !== "superseded" && <ConnectionNotice connection={state.connection} links={links} takeOver={takeOver} />}
      <h1>{lobby.greeting(player.name)}</h1>
      {state.notice && !prompted && <p class="notice-bar" role="alert" data-testid="notice">{state.notice}</p>}
      {state.own && (
        <section class="panel own" data-testid="own-table">
          <p>{state.own.playing ? lobby.seated : lobby.waiting}</p>
          <a class="button button-main" href={links.table(state.own.tableId)} data-testid="return">{lobby.return}</a>
        </section>
      )}
      {invitation && !state.seek && <Invited invitation={invitation} disabled={shut} session={session} onRefuse={() => setInvitation(undefined)} />}
      {state.seek ? (
        <Seeking status={state.seek} busy={state.busy} onCancel={() => void session.cancelSeek()} />
      ) : (
        <NewMatch session={session} guest={player.guest} blamed={state.blamed} disabled={shut} />
      )}
      <JoinByCode code={code} disabled={shut} onFind={(text) => void session.find(text)} />
      <section class="open-tables">
        <h2>{lobby.tables}</h2>
        <Filters wanted={wanted} onChange={filter} />
        <OpenTables tables={state.tables} filtered={wanted !== ALL} own={state.own?.tableId} disabled={shut} onJoin={join} links={links} />
      </section>
      {prompted && (
        <PasswordDialog
          title={lobby.tableOf(hostOf(prompted))}
          about={about(prompted)}
          asksPassword={prompted.hasPassword}
          onJoin={(password) => void session.join(prompted.tableId, password)}
          onClose={close}
          busy={state.busy}
          notice={state.notice}
        />
      )}
    </div>
  );
}
