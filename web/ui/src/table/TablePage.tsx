import { TableStatus } from "../gen/truco/play/v1/play_pb";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import { Board } from "./Board";
import { ConnectionNotice } from "./ConnectionNotice";
import type { Links } from "./links";
import type { TableSession } from "./session";
import { Waiting } from "./Waiting";

interface Props {
  readonly session: TableSession;
  readonly links: Links;
  /** Opens the stream again after another tab took it over. */
  readonly takeOver: () => void;
}

/** The table, at whatever point of its life it is. */
export function TablePage({ session, links, takeOver }: Props) {
  const state = useStore(session.store);
  const table = state.update?.table;
  return (
    <div class="table-page" data-live={state.connection === "live"} data-testid="table">
      <ConnectionNotice connection={state.connection} links={links} takeOver={takeOver} />
      {state.notice && <p class="notice-bar" role="alert" data-testid="notice">{state.notice}</p>}
      {state.update?.view ? (
        <Board session={session} state={state} update={state.update} view={state.update.view} links={links} />
      ) : (
        state.update && table?.status === TableStatus.OPEN && <Waiting session={session} state={state} update={state.update} links={links} />
      )}
      {table?.status === TableStatus.CLOSED && (
        <section class="panel narrow">
          <p>{texts.waiting.closed}</p>
          <a class="button button-main" href={links.lobby}>{texts.common.back}</a>
        </section>
      )}
    </div>
  );
}
