import { TableStatus } from "../gen/truco/play/v1/play_pb";
import type { Connection } from "../api/watch";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import { Spectate } from "../spectate/Spectate";
import { Board } from "./Board";
import { ConnectionNotice } from "./ConnectionNotice";
import { endedInVain, vainWords } from "./ending";
import type { Links } from "./links";
import type { TableSession } from "./session";
import { Waiting } from "./Waiting";

interface Props {
  readonly session: TableSession;
  readonly playerId: string;
  readonly links: Links;
  /** Opens the stream again after another tab took it over. */
  readonly takeOver: () => void;
}

const BEFORE: ReadonlySet<TableStatus> = new Set([TableStatus.OPEN, TableStatus.STARTING]);

/** There is nothing to be seen, whatever was seen before. */
const SHUT: ReadonlySet<Connection> = new Set(["gone", "forbidden"]);

/** The table, at whatever point of its life it is. */
export function TablePage({ session, playerId, links, takeOver }: Props) {
  const state = useStore(session.store);
  return (
    <div class="table-page" data-live={state.connection === "live"} data-testid="table">
      <div class="notices">
        <ConnectionNotice connection={state.connection} links={links} takeOver={takeOver} />
        {state.notice && <p class="notice-bar" role="alert" data-testid="notice">{state.notice}</p>}
      </div>
      <Life session={session} playerId={playerId} links={links} />
    </div>
  );
}

function Life({ session, playerId, links }: Omit<Props, "takeOver">) {
  const state = useStore(session.store);
  const { update } = state;
  const table = update?.table;
  if (!update || !table || SHUT.has(state.connection)) return null;
  if (BEFORE.has(table.status)) return <Waiting session={session} state={state} update={update} playerId={playerId} links={links} />;
  if (update.seat === undefined && !endedInVain(table)) return <Spectate session={session} state={state} update={update} links={links} />;
  if (update.view) return <Board session={session} state={state} update={update} view={update.view} links={links} />;
  return (
    <section class="panel narrow" data-testid="ended">
      <p>{vainWords(table)}</p>
      <a class="button button-main" href={links.lobby}>{texts.common.back}</a>
    </section>
  );
}
