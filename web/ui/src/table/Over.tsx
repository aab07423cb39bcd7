import type { View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { chicosToWin } from "../rules/message";
import { endedInVain, stakeWords, vainWords } from "./ending";
import type { Links } from "./links";
import { Rematch } from "./Rematch";
import { ourTeam, teamName } from "./seating";
import type { TableSession, TableState } from "./session";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly view: View;
  readonly links: Links;
}

/** How the match ended, and where to go from here. */
export function Over({ session, state, update, view, links }: Props) {
  const vain = endedInVain(update.table);
  const won = !vain && view.winner === ourTeam(view.seat);
  return (
    <div class="over" data-testid="over" data-won={won}>
      {vain && update.table ? <Vain words={vainWords(update.table)} /> : <Result update={update} view={view} won={won} />}
      {view.seat !== undefined && <Rematch session={session} state={state} update={update} links={links} />}
      <div class="dialog-buttons">
        {view.seat !== undefined && !vain && <a class="button" href={links.history} data-testid="to-history">{texts.over.history}</a>}
        <a class="button button-quiet" href={links.lobby}>{texts.common.back}</a>
      </div>
    </div>
  );
}

function Vain({ words }: { readonly words: string }) {
  return (
    <>
      <h2>{texts.ending.nobodyWon}</h2>
      <p data-testid="vain">{words}</p>
    </>
  );
}

interface ResultProps {
  readonly update: TableUpdate;
  readonly view: View;
  readonly won: boolean;
}

function Result({ update, view, won }: ResultProps) {
  const us = ourTeam(view.seat);
  const stake = update.table && view.seat !== undefined ? stakeWords(update.table, won) : undefined;
  return (
    <>
      <h2>{headline(view, won)}</h2>
      <p class="over-result">
        {texts.over.result(view.score[us] ?? 0, view.score[1 - us] ?? 0)}
        {chicosToWin(update.table?.ruleset) > 1 && ` (${texts.over.chicos(view.chicos[us] ?? 0, view.chicos[1 - us] ?? 0)})`}
        {isForfeit(view) && `, ${texts.over.forfeit}`}
      </p>
      {stake && <p class="over-stake" data-testid="stake-result">{stake}</p>}
    </>
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
