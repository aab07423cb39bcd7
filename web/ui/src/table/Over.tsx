import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { chicosToWin } from "../rules/message";
import type { Links } from "./links";
import { ourTeam, teamName } from "./seating";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly update: TableUpdate;
  readonly view: View;
  readonly links: Links;
}

/** How the match ended, and where to go from here. */
export function Over({ session, update, view, links }: Props) {
  const us = ourTeam(view.seat);
  const won = view.winner === us;
  const again = (): void => void session.again(update).then((tableId) => tableId && location.assign(links.table(tableId)));
  return (
    <div class="over" data-testid="over" data-won={won}>
      <h2>{headline(view, won)}</h2>
      <p class="over-result">
        {texts.over.result(view.score[us] ?? 0, view.score[1 - us] ?? 0)}
        {chicosToWin(update.table?.ruleset) > 1 && ` (${texts.over.chicos(view.chicos[us] ?? 0, view.chicos[1 - us] ?? 0)})`}
        {isForfeit(view) && `, ${texts.over.forfeit}`}
      </p>
      <div class="dialog-buttons">
        {view.seat !== undefined && <button class="button button-main" data-testid="again" onClick={again}>{texts.over.again}</button>}
        <a class="button" href={links.history} data-testid="to-history">{texts.over.history}</a>
        <a class="button button-quiet" href={links.lobby}>{texts.common.back}</a>
      </div>
    </div>
  );
}

/** Only a forfeit ends a match before anybody has reached the target (rules.md 10). */
function isForfeit(view: View): boolean {
  return view.score.every((score) => score < view.target);
}

function headline(view: View, won: boolean): string {
  const { over } = texts;
  if (view.seat === undefined) return over.watched(teamName(view.winner ?? 0, undefined));
  if (view.seats === 2) return won ? over.wonAlone : over.lostAlone;
  return won ? over.won : over.lost;
}
