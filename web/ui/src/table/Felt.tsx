import { ActionKind, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Centre } from "./Centre";
import { Seat } from "./Seat";
import type { TableState } from "./session";
import { callWords } from "./words";

interface Props {
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly view: View;
}

/** The cloth with the seats round it; what is said is read aloud to those who don't see it. */
export function Felt({ state, update, view }: Props) {
  const toast = state.shown.find((shown) => shown.seat === undefined && shown.text);
  return (
    <section class={`felt seats-${view.seats}`}>
      <div class="cloth" aria-hidden="true" />
      {Array.from({ length: view.seats }, (_, seat) => (
        <Seat key={seat} seat={seat} update={update} view={view} speech={speechOf(seat, state, view)} talk={state.shown.find((moment) => moment.seat === seat && moment.talk)} away={state.away.get(seat)} />
      ))}
      <Centre update={update} view={view} />
      {toast && <p key={toast.key} class="toast" data-testid="toast" aria-hidden="true">{toast.text}</p>}
      <p class="sr-only" aria-live="polite" data-testid="announcer">{state.shown.map((shown) => shown.spoken).filter(Boolean).join(". ")}</p>
    </section>
  );
}

/** What hangs over a seat: what it just said, or the call it made that still waits for an answer. */
function speechOf(seat: number, { shown, lastCall }: TableState, view: View): string | undefined {
  const now = shown.find((moment) => moment.seat === seat && !moment.talk);
  if (now) return now.text;
  if (lastCall?.seat !== seat) return undefined;
  // Perros are three calls in one, answered one after the other (rules.md 12).
  const waits = lastCall.call === ActionKind.PERROS ? view.perros !== undefined : lastCall.call === view.pending?.call;
  return waits ? callWords(lastCall.call) : undefined;
}
