/** What happened at the table, line by line: kept through a reload of the tab, which the stream gives the current hand alone. */

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Event } from "../gen/truco/rules/v1/rules_pb";
import { eventLine } from "./words";

export interface LogLine {
  /** The hand in which it happened, 0 before the first. */
  readonly hand: number;
  readonly text: string;
  readonly kind: Event["kind"]["case"];
}

export interface Log {
  /** The match that it tells. */
  readonly epoch: number;
  readonly lines: readonly LogLine[];
}

export const NO_LOG: Log = { epoch: 0, lines: [] };
const LONGEST = 1_000;

/** The log with what an update brings; a new match begins a new one. */
export function told(log: Log, update: TableUpdate): Log {
  const epoch = update.table?.epoch ?? 0;
  const before = epoch === log.epoch ? log.lines : [];
  return { epoch, lines: [...before, ...linesOf(update, before.at(-1)?.hand ?? 0)].slice(-LONGEST) };
}

/** The log that a stream opens with: the current hand as the stream tells it, and the hands before it as they were kept. */
export function toldAnew(kept: Log, update: TableUpdate): Log {
  const first = update.events.find((event) => event.kind.case === "handDealt")?.kind;
  const hand = first?.case === "handDealt" ? first.value.hand : update.events.length > 0 ? (update.view?.hand ?? 0) : Infinity;
  return told({ ...kept, lines: kept.lines.filter((line) => line.hand < hand) }, update);
}

function linesOf(update: TableUpdate, hand: number): readonly LogLine[] {
  let current = hand;
  return update.events.flatMap((event) => {
    if (event.kind.case === "handDealt") current = event.kind.value.hand;
    const text = eventLine(event, update);
    return text === undefined ? [] : [{ hand: current, text, kind: event.kind.case }];
  });
}

const keyOf = (tableId: string): string => `quiero-log-${tableId}`;

/** The log that this tab kept of a table. */
export function keptLog(tableId: string): Log {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(tableId)) ?? "null") ?? NO_LOG;
  } catch {
    return NO_LOG;
  }
}

export function keepLog(tableId: string, log: Log): void {
  try {
    sessionStorage.setItem(keyOf(tableId), JSON.stringify(log));
  } catch {
    // No room, or no storage in this browser: a reload then tells the current hand alone.
  }
}
