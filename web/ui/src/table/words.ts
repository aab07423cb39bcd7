/** What happened, in words. */

import { ActionKind, ScoreReason, TrickResult, type Declaration, type Event } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { cardText, texts } from "../i18n";
import { seatName, teamName } from "./seating";

/** What a seat says when it makes a call. */
export function callWords(kind: ActionKind): string {
  return texts.calls[ActionKind[kind]] ?? "";
}

/** What a seat says when the envido is settled. */
export function declarationWords(declaration: Declaration): string {
  return declaration.tantos === undefined ? (texts.calls["SON_BUENAS"] ?? "") : String(declaration.tantos);
}

/** The event as a line of the log; nothing for what the table shows by itself. */
export function eventLine(event: Event, update: TableUpdate): string | undefined {
  const { log, common } = texts;
  const name = (seat: number): string => seatName(update, seat);
  const team = (number: number): string => teamName(number, update.seat);
  const { kind } = event;
  switch (kind.case) {
    case "handDealt":
      return log.hand(kind.value.hand, name(kind.value.mano));
    case "cardPlayed":
      return kind.value.faceDown ? log.playedDown(name(kind.value.seat)) : log.played(name(kind.value.seat), cardText(kind.value.card));
    case "called":
      return log.said(name(kind.value.seat), callWords(kind.value.call));
    case "declared":
      return log.said(name(kind.value.seat), declarationWords(kind.value));
    case "scored":
      return log.scored(team(kind.value.team), common.points(kind.value.points), texts.scored[ScoreReason[kind.value.why]] ?? "");
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

function trickWords(result: TrickResult, team: (number: number) => string): string {
  if (result === TrickResult.PARDA) return texts.log.parda;
  return texts.log.trickOf(team(result === TrickResult.TEAM_0 ? 0 : 1));
}
