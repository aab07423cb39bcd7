/** Who sits where: the viewer below, play going round to the right (rules.md 1). */

import type { SeatInfo, TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";

/** The place round the table: 0 is the viewer's, then counter-clockwise. */
export function placeOf(seat: number, viewer: number | undefined, seats: number): number {
  return (seat - (viewer ?? 0) + seats) % seats;
}

/** The viewer's team; a spectator sees the table from seat 0. */
export function ourTeam(viewer: number | undefined): number {
  return (viewer ?? 0) % 2;
}

/** How a team is called from where the viewer sits. */
export function teamName(team: number, viewer: number | undefined): string {
  if (viewer === undefined) return team === 0 ? texts.table.teamA : texts.table.teamB;
  return team === ourTeam(viewer) ? texts.table.us : texts.table.them;
}

/** How a seat is called from where the viewer sits. */
export function seatName(update: TableUpdate, seat: number): string {
  if (seat === update.seat) return texts.common.you;
  return seatInfo(update, seat)?.name || texts.table.empty;
}

export function seatInfo(update: TableUpdate, seat: number): SeatInfo | undefined {
  return update.table?.seats.find((info) => info.seat === seat);
}

/** The seats that nobody has taken. */
export function emptySeats(seats: readonly SeatInfo[]): readonly SeatInfo[] {
  return seats.filter((info) => !info.playerId);
}
