import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { isAwaited, statusText } from "./status";

interface Props {
  readonly update: TableUpdate;
  readonly view: View;
}

/** What happens next, and the viewer's envido count. */
export function Status({ update, view }: Props) {
  return (
    <div class="status-line">
      <p class="status" role="status" data-testid="status" data-mine={isAwaited(view)}>
        {view.seat === undefined ? `${texts.table.watching}. ${statusText(update, view)}` : statusText(update, view)}
      </p>
      {view.phase !== Phase.OVER && view.tantos !== undefined && <span class="tantos" data-testid="tantos">{texts.table.tantos(view.tantos)}</span>}
    </div>
  );
}
