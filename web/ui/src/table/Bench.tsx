import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { duelWords, duelists } from "./duel";

interface Props {
  readonly update: TableUpdate;
  readonly view: View;
}

/** In place of the viewer's cards while others play their duel. */
export function Bench({ update, view }: Props) {
  return (
    <div class="hand bench" data-testid="bench">
      <p>{texts.table.notYours(duelWords(update, duelists(view) ?? []))}</p>
    </div>
  );
}
