/** The seal over a table's records: each carries the hash of the one before (services/common/fairness/README.md). */

import { sha256 } from "./shuffle";

export const BY_THE_TABLE = "table";

/** One record of a table: who did what and when. */
export interface Entry {
  readonly timeMs: number;
  readonly seat: number | null;
  readonly by: string;
  readonly does: string;
}

/** Who sits at a seat; names and avatars are not sealed. */
export interface Sitter {
  readonly playerId: string;
  readonly guest: boolean;
  readonly bot: boolean;
  readonly clientSeed: string;
}

/** All that is fixed when a match begins. */
export interface Opening {
  readonly tableId: string;
  readonly epoch: number;
  readonly openedMs: number;
  readonly startedMs: number;
  readonly commitment: string;
  readonly preset: string;
  readonly options: ReadonlyMap<string, unknown>;
  readonly stake: number;
  readonly score: readonly [number, number];
  readonly chicos: readonly [number, number];
  readonly dealer: number;
  readonly sitters: readonly Sitter[];
}

/** The hash that a record carries after the one before it; `opening` is that of the match which begins with it. */
export function link(before: string, entry: Entry, opening?: Opening): Promise<string> {
  const line = `${entry.timeMs} ${entry.seat ?? "-"} ${entry.by} ${entry.does}`;
  return sha256([before, line, ...(opening ? openingLines(opening) : [])].join("\n"));
}

function openingLines(opening: Opening): string[] {
  const names = [...opening.options.keys()].sort();
  return [
    `match ${opening.tableId} ${opening.epoch}`,
    `opened ${opening.openedMs}`,
    `started ${opening.startedMs}`,
    `commitment ${opening.commitment}`,
    `preset ${opening.preset}`,
    ...names.map((name) => `option ${name} ${compact(opening.options.get(name))}`),
    `stake ${opening.stake}`,
    `score ${opening.score.join(" ")}`,
    `chicos ${opening.chicos.join(" ")}`,
    `dealer ${opening.dealer}`,
    ...opening.sitters.map((sitter, seat) => `seat ${seat} ${sitterWords(sitter)}`),
    ...opening.sitters.map((sitter, seat) => `client_seed ${seat} ${sitter.clientSeed}`),
  ];
}

function sitterWords(sitter: Sitter): string {
  return `${sitter.playerId} ${sitter.guest ? "guest" : "registered"} ${sitter.bot ? "bot" : "person"}`;
}

/** JSON without spaces and in ASCII, as the seal writes it. */
function compact(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}
