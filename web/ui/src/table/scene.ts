/** What the table shows for a moment: the bubbles of what was said and the points of what was won. */

import { ScoreReason, type ActionKind, type Event } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { seatName, teamName } from "./seating";
import { callWords, declarationWords } from "./words";

/** A moment of the scene. */
export interface Moment {
  /** Who speaks, or nothing for what is announced in the middle. */
  readonly seat: number | undefined;
  readonly text: string;
  /** The whole sentence, for those who listen. */
  readonly spoken: string;
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
    const why = texts.scored[ScoreReason[kind.value.why]] ?? "";
    const text = `${teamName(kind.value.team, update.seat)} ${kind.value.points > 0 ? "+" : ""}${kind.value.points} · ${why}`;
    return { seat: undefined, text, spoken: texts.log.scored(teamName(kind.value.team, update.seat), texts.common.points(kind.value.points), why) };
  }
  return undefined;
}

function speech(seat: number, text: string, update: TableUpdate): Moment {
  return { seat, text, spoken: texts.log.said(seatName(update, seat), text) };
}
