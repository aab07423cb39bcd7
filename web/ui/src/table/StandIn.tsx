import { texts } from "../i18n";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly busy: boolean;
}

/** In place of the viewer's cards and words while a bot plays for it. */
export function StandIn({ session, busy }: Props) {
  return (
    <div class="stand-in" data-testid="stand-in">
      <p>{texts.table.standInPlays}</p>
      <button class="button button-main button-big" data-testid="take-seat-back" disabled={busy} onClick={() => void session.takeSeatBack()}>{texts.table.takeSeatBack}</button>
    </div>
  );
}
