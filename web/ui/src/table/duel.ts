/** Pica-pica: hands that only two seats of the table play (rules.md 11). */

import { Phase, type View } from "../gen/truco/rules/v1/rules_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { seatName } from "./seating";

/** The seats that play while others wait, their mano first; nothing when everybody plays. */
export function duelists(view: View): readonly number[] | undefined {
  return view.playing.length > 0 && view.playing.length < view.seats ? view.playing : undefined;
}

/** Whether the seat waits while others play a duel. Between two hands nobody does: the cards of the last one still lie there. */
export function waitsOut(view: View, seat: number): boolean {
  return view.phase === Phase.PLAY && duelists(view)?.includes(seat) === false;
}

/** The duel as which a hand was dealt, as long as it is the hand on the table. */
export function dealtDuel({ view }: TableUpdate, hand: number): readonly number[] | undefined {
  return view?.phase === Phase.PLAY && view.hand === hand ? duelists(view) : undefined;
}

/** Who plays against whom, e.g. "Vos contra Cata". */
export function duelWords(update: TableUpdate, seats: readonly number[]): string {
  return texts.table.versus(seats.map((seat) => seatName(update, seat)));
}
