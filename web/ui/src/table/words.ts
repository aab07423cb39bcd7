/** What happened, in words. */

import { ActionKind, ScoreReason, TrickResult, type Declaration, type Event, type HandDealt, type Scored } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { cardText, texts } from "../i18n";
import { dealtDuel, duelWords } from "./duel";
import { seatName, teamName } from "./seating";

/** What a seat says when it makes a call. */
export function callWords(kind: ActionKind): string {
  return texts.calls[ActionKind[kind]] ?? "";
}

/** What stands on a call's button. */
export function buttonWords(kind: ActionKind): string {
  return texts.actions[ActionKind[kind]] ?? "";
}

/** What a seat says when the envido is settled. */
export function declarationWords(declaration: Declaration): string {
  return declaration.tantos === undefined ? (texts.calls["SON_BUENAS"] ?? "") : String(declaration.tantos);
}

/** The event as a line of the log; nothing for what the table shows by itself. */
export function eventLine(event: Event, update: TableUpdate): string | undefined {
  const { log } = texts;
  const name = (seat: number): string => seatName(update, seat);
  const team = (number: number): string => teamName(number, update.seat);
  const { kind } = event;
  switch (kind.case) {
    case "handDealt":
      return dealtWords(kind.value, update);
    case "cardPlayed":
      return kind.value.faceDown ? log.playedDown(name(kind.value.seat)) : log.played(name(kind.value.seat), cardText(kind.value.card));
    case "called":
      return log.said(name(kind.value.seat), callWords(kind.value.call));
    case "declared":
      return log.said(name(kind.value.seat), declarationWords(kind.value));
    case "scored":
      return scoredWords(kind.value, team(kind.value.team));
    case "trickEnded":
      return log.trick(trickWords(kind.value.result, team), kind.value.trick);
    case "cardsShown":
      return log.shown(name(kind.value.seat), kind.value.cards.map(cardText).join(", "));
    case "chicoEnded":
      return log.chico(team(kind.value.team));
    case "matchEnded":
      return log.over(team(kind.value.team));
    default:
      return undefined;
  }
}

/** The hand that begins: its mano, whose duel it is, and its muestra. */
export function dealtWords({ hand, mano, muestra }: HandDealt, update: TableUpdate): string {
  const { log } = texts;
  const duel = dealtDuel(update, hand);
  const whose = mano === update.seat ? log.handYours(hand) : log.hand(hand, seatName(update, mano));
  return [whose, duel && log.duel(duelWords(update, duel)), muestra && log.muestra(cardText(muestra))].filter(Boolean).join(" ");
}

/** Points and why; fewer where an envido was undone, none where a forfeit ended the match. */
export function scoredWords({ points, why }: Scored, team: string): string {
  const { log, common } = texts;
  if (points === 0) return log.forfeit(team.toLowerCase());
  const reason = whyWords(why);
  return points < 0 ? log.takenBack(team, common.points(-points), reason) : log.scored(team, common.points(points), reason);
}

export function whyWords(why: ScoreReason): string {
  return texts.scored[ScoreReason[why]] ?? "";
}

function trickWords(result: TrickResult, team: (number: number) => string): string {
  if (result === TrickResult.PARDA) return texts.log.parda;
  return texts.log.trickOf(team(result === TrickResult.TEAM_0 ? 0 : 1));
}
