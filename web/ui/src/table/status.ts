/** Whom the game waits for, in words and as a fact. */

import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { ourTeam, seatName } from "./seating";

/** Whether the viewer is one of those the game waits for. */
export function isAwaited(view: View): boolean {
  return view.seat !== undefined && view.awaited.includes(view.seat);
}

/** One short sentence that says what happens next. */
export function statusText(update: TableUpdate, view: View): string {
  const { table } = texts;
  if (view.phase === Phase.DEAL) return table.dealing;
  if (view.phase !== Phase.PLAY) return "";
  if (isAwaited(view)) return view.pending ? table.yourAnswer : table.yourTurn;
  const [awaited] = view.awaited;
  if (!view.pending) return awaited === undefined ? "" : table.theirTurn(seatName(update, awaited));
  if (view.seat !== undefined && view.pending.team === ourTeam(view.seat)) return table.partnersAnswer;
  return view.awaited.length === 1 ? table.theirAnswer(seatName(update, awaited ?? 0)) : table.theirAnswers;
}
