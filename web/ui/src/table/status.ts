/** Whom the game waits for, in words and as a fact. */

import { ActionKind, Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { allows, owesFlor } from "./calls";
import { duelWords, duelists } from "./duel";
import { ourTeam, seatName } from "./seating";

/** Whether the viewer is one of those the game waits for. The deal comes by itself. */
export function isAwaited(view: View): boolean {
  return view.phase === Phase.PLAY && view.seat !== undefined && view.awaited.includes(view.seat);
}

/** One short sentence that says what happens next. */
export function statusText(update: TableUpdate, view: View): string {
  if (view.phase === Phase.DEAL) return beforeTheDeal(update, view);
  if (view.phase !== Phase.PLAY) return "";
  return isAwaited(view) ? ownText(view) : othersText(update, view);
}

function beforeTheDeal(update: TableUpdate, view: View): string {
  const duel = duelists(view);
  if (allows(view.legal, ActionKind.PERROS)) return texts.table.mayPerros;
  return duel ? texts.table.nextDuel(duelWords(update, duel)) : texts.table.dealing;
}

function ownText({ legal, pending }: View): string {
  const { table } = texts;
  if (owesFlor(legal)) return table.yourFlor;
  return pending ? table.yourAnswer : table.yourTurn;
}

function othersText(update: TableUpdate, { seat, awaited, pending, refused }: View): string {
  const { table } = texts;
  const names = texts.common.list(awaited.map((other) => seatName(update, other)));
  if (awaited.length === 0) return "";
  if (!pending) return awaited.length === 1 ? table.theirTurn(names) : table.waitsFor(names);
  // A flor of the caller's own team comes before any answer (rules.md 7).
  if (awaited.some((other) => other % 2 !== pending.team)) return table.waitsFor(names);
  const ours = seat !== undefined && pending.team === ourTeam(seat);
  if (ours && (refused.includes(seat) || awaited.length > 1)) return table.partnersAnswer;
  return awaited.length === 1 ? table.theirAnswer(names) : table.theirAnswers;
}
