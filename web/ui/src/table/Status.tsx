import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { isAwaited, statusText } from "./status";

interface Props {
  readonly update: TableUpdate;
  readonly view: View;
}

/** What happens next, and what the viewer's cards count. */
export function Status({ update, view }: Props) {
  return (
    <div class="status-line">
      <p class="status" role="status" data-testid="status" data-mine={isAwaited(view)}>
        {view.seat === undefined ? `${texts.table.watching}. ${statusText(update, view)}` : statusText(update, view)}
      </p>
      {view.phase !== Phase.OVER && <Count view={view} />}
    </div>
  );
}

/** The viewer's flor, which leaves no envido to count (rules.md 6), or its envido. */
function Count({ view: { flor, tantos } }: { readonly view: View }) {
  if (flor !== undefined) return <span class="tantos tantos-flor" data-testid="flor">{texts.table.flor(flor)}</span>;
  return tantos === undefined ? null : <span class="tantos" data-testid="tantos">{texts.table.tantos(tantos)}</span>;
}
