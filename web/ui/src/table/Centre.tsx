import { Phase, TrickResult, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { duelWords, duelists } from "./duel";
import { Muestra } from "./Muestra";
import { ourTeam, teamName } from "./seating";
import { buttonWords } from "./words";

interface Props {
  readonly update: TableUpdate;
  readonly view: View;
}

/** The middle of the table: the muestra, what the hand is worth, how its tricks went, and whose duel or challenge it is. */
export function Centre({ update, view }: Props) {
  const duel = duelists(view);
  return (
    <div class="centre" data-muestra={view.muestra !== ""}>
      {view.muestra && <Muestra card={view.muestra} />}
      {view.hand > 0 && (
        <div class="hand-value" data-testid="hand-value" data-value={view.truco}>
          <strong>{texts.table.handValue(view.truco)}</strong>
          <span>{texts.table.handWorth(view.truco)}</span>
        </div>
      )}
      <ol class="tricks" data-testid="tricks">
        {[0, 1, 2].map((trick) => <TrickMark key={trick} result={view.tricks[trick]} viewer={view.seat} />)}
      </ol>
      {duel && <p class="note note-duel" data-testid="duel"><strong>{view.phase === Phase.DEAL ? texts.table.next : texts.table.picaPica}</strong> {duelWords(update, duel)}</p>}
      {view.perros !== undefined && <p class="note" data-testid="perros">{perrosWords(view, view.perros)}</p>}
    </div>
  );
}

/** Who challenges, and which of the challenge's calls is to be answered now (rules.md 12). */
function perrosWords(view: View, team: number): string {
  const name = teamName(team, view.seat);
  return view.pending ? texts.table.perrosAt(name, buttonWords(view.pending.call)) : texts.table.perros(name);
}

function TrickMark({ result, viewer }: { readonly result: TrickResult | undefined; readonly viewer: number | undefined }) {
  if (result === undefined) return <li class="trick" />;
  if (result === TrickResult.PARDA) return <li class="trick" data-won="parda" aria-label={texts.log.parda}>=</li>;
  const team = result === TrickResult.TEAM_0 ? 0 : 1;
  const ours = team === ourTeam(viewer);
  return <li class="trick" data-won={ours ? "us" : "them"} aria-label={texts.log.trickOf(ours ? texts.table.us : texts.table.them)}>{ours ? "✓" : "✗"}</li>;
}
