/** The open tables as the stream tells them, and which of them a player wants to hear of. */

import type { LobbyChange, TableInfo } from "../gen/truco/play/v1/play_pb";
import type { Filter } from "../api/watch";

/** What a player wants to see of the lobby; empty texts and 0 for all. */
export interface Wanted {
  readonly preset: string;
  readonly seats: number;
  readonly stakes: "any" | "none" | "some";
  readonly free: boolean;
}

export const ALL: Wanted = { preset: "", seats: 0, stakes: "any", free: false };

/** The tables after a change, the newest first. */
export function listed(before: readonly TableInfo[] | undefined, { tables, gone, all }: LobbyChange): readonly TableInfo[] {
  const fresh = new Set([...gone, ...tables.map((table) => table.tableId)]);
  const kept = all ? [] : (before ?? []).filter((table) => !fresh.has(table.tableId));
  return [...kept, ...tables].sort((one, other) => Number(other.openedMs - one.openedMs));
}

/** The question to the server. */
export function filterOf({ preset, seats, stakes, free }: Wanted): Filter {
  return {
    presets: preset ? [preset] : [],
    seats: seats ? [seats] : [],
    withEmptySeat: free,
    ...(stakes === "none" && { mostStake: 0n }),
    ...(stakes === "some" && { leastStake: 1n }),
  };
}
