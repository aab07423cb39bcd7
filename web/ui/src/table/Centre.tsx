import { TrickResult, type View } from "../gen/truco/rules/v1/rules_pb";
import { texts } from "../i18n";
import { ourTeam } from "./seating";

/** The middle of the table: what the hand is worth and how its tricks went. */
export function Centre({ view }: { readonly view: View }) {
  return (
    <div class="centre">
      {view.hand > 0 && (
        <div class="hand-value" data-testid="hand-value" data-value={view.truco}>
          <strong>{texts.table.handValue(view.truco)}</strong>
          <span>{texts.table.handWorth(view.truco)}</span>
        </div>
      )}
      <ol class="tricks" data-testid="tricks">
        {[0, 1, 2].map((trick) => <TrickMark key={trick} result={view.tricks[trick]} viewer={view.seat} />)}
      </ol>
    </div>
  );
}

function TrickMark({ result, viewer }: { readonly result: TrickResult | undefined; readonly viewer: number | undefined }) {
  if (result === undefined) return <li class="trick" />;
  if (result === TrickResult.PARDA) return <li class="trick" data-won="parda" aria-label={texts.log.parda}>=</li>;
  const team = result === TrickResult.TEAM_0 ? 0 : 1;
  const ours = team === ourTeam(viewer);
  return <li class="trick" data-won={ours ? "us" : "them"} aria-label={texts.log.trickOf(ours ? texts.table.us : texts.table.them)}>{ours ? "✓" : "✗"}</li>;
}
