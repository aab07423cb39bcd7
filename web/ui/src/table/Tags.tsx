import type { View } from "../gen/truco/rules/v1/rules_pb";
import { texts } from "../i18n";
import { waitsOut } from "./duel";
import { declarationWords } from "./words";

interface Props {
  readonly seat: number;
  readonly bot: boolean;
  readonly view: View;
}

/** What is to be known of a seat in this hand: in the mazo, waiting, its flor, its tantos, that it has refused. */
export function Tags({ seat, bot, view }: Props) {
  const declared = view.said.find((declaration) => declaration.seat === seat && declaration.tantos !== undefined);
  return (
    <>
      {bot && <span class="tag">{texts.common.bot}</span>}
      {waitsOut(view, seat) && <span class="tag tag-waits" data-testid={`waits-${seat}`}>{texts.table.waits}</span>}
      {view.folded.includes(seat) && <span class="tag">{texts.table.folded}</span>}
      {view.sung.includes(seat) && <span class="tag tag-flor" data-testid={`sung-${seat}`}>{texts.table.sung}</span>}
      {declared && <span class="tag tag-tantos">{declarationWords(declared)}</span>}
      {view.refused.includes(seat) && <span class="tag tag-refused">{texts.table.refused}</span>}
    </>
  );
}
