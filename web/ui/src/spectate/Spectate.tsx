import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import { Board } from "../table/Board";
import type { Links } from "../table/links";
import { NO_LOG, told } from "../table/log";
import { lastCall } from "../table/scene";
import type { TableSession, TableState } from "../table/session";
import { Controls } from "./Controls";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly links: Links;
}

/** A table as who does not sit there may see it: hand after hand, each when it has ended. */
export function Spectate({ session, state, update, links }: Props) {
  const { hands, hand, step, playing } = useStore(session.spectator.store);
  const steps = hands[hand] ?? [];
  const now = steps[step] ?? update;
  const past = [...hands.slice(0, hand).flat(), ...steps.slice(0, step + 1)];
  const called = steps.slice(0, step + 1).reduce((last, { events }) => lastCall(events, last), undefined as TableState["lastCall"]);
  const newest = hand === hands.length - 1;
  return (
    <>
      <aside class="spectator-note" data-testid="spectator">
        <p>{texts.spectate.late}</p>
        {steps.length > 0 ? (
          <Controls spectator={session.spectator} playing={playing} first={hand === 0 && step === 0} last={newest && step === steps.length - 1} newest={newest} />
        ) : (
          <p role="status">{now.view ? texts.spectate.next : texts.spectate.first}</p>
        )}
      </aside>
      {now.view && <Board session={session} state={{ ...state, lastCall: called, log: past.reduce(told, NO_LOG) }} update={now} view={now.view} links={links} />}
    </>
  );
}
