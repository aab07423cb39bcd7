/** What the table shows for a moment: the bubbles of what was said and the points of what was won. */

import { Phase, type ActionKind, type Event, type HandDealt } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate, TalkLine } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { isTeamTalk, talkText } from "../talk/words";
import { dealtDuel } from "./duel";
import { seatName, teamName } from "./seating";
import { callWords, dealtWords, declarationWords, scoredWords, whyWords } from "./words";

/** A moment of the scene. */
export interface Moment {
  /** Who speaks, or nothing for what is announced in the middle. */
  readonly seat: number | undefined;
  /** What is shown; nothing for what the table shows by itself. */
  readonly text: string;
  /** The whole sentence, for those who listen. */
  readonly spoken: string;
  /** To whom it was said besides the game; nothing for a call. */
  readonly talk?: "table" | "team";
}

/** Something said at the table, as it is shown over the seat of who said it. */
export function talkMoment(line: TalkLine, own: boolean): Moment {
  const { talk, common } = texts;
  const words = talkText(line);
  const spoken = line.what.case === "sena" ? talk.saidSena : talk.said;
  return { seat: line.seat, text: words, spoken: own ? "" : spoken(line.name || common.you, words), talk: isTeamTalk(line) ? "team" : "table" };
}

/** What was called last, whose bubble stays while the call waits for its answer. */
export interface LastCall {
  readonly seat: number;
  readonly call: ActionKind;
}

/** The moments of an update, in the order in which they happened. */
export function moments(update: TableUpdate): readonly Moment[] {
  return update.events.flatMap((event) => moment(event, update) ?? []);
}

/** The last call among the events, or the one before them. */
export function lastCall(events: readonly Event[], before: LastCall | undefined): LastCall | undefined {
  return events.reduce((last, { kind }) => (kind.case === "called" ? kind.value : last), before);
}

function moment({ kind }: Event, update: TableUpdate): Moment | undefined {
  if (kind.case === "called") return speech(kind.value.seat, callWords(kind.value.call), update);
  if (kind.case === "declared") return speech(kind.value.seat, declarationWords(kind.value), update);
  if (kind.case === "scored" && kind.value.points) {
    const { team, points, why } = kind.value;
    const text = `${teamName(team, update.seat)} ${points > 0 ? "+" : "−"}${Math.abs(points)} · ${whyWords(why)}`;
    return announced(text, scoredWords(kind.value, teamName(team, update.seat)));
  }
  if (kind.case === "handDealt") return dealt(kind.value, update);
  if (kind.case === "chicoEnded" && update.view?.phase !== Phase.OVER) return announced(texts.log.chico(teamName(kind.value.team, update.seat)));
  return undefined;
}

/** The table shows a muestra and a duel by itself: they are told to those who listen. */
function dealt(hand: HandDealt, update: TableUpdate): Moment | undefined {
  return hand.muestra || dealtDuel(update, hand.hand) ? announced("", dealtWords(hand, update)) : undefined;
}

function announced(text: string, spoken = text): Moment {
  return { seat: undefined, text, spoken };
}

function speech(seat: number, text: string, update: TableUpdate): Moment {
  return { seat, text, spoken: texts.log.said(seatName(update, seat), text) };
}
