/** What a table or a seek has besides its rules. */

import type { NewSeek, NewTable } from "../api/commands";
import { rulesetOf, type Choice } from "./choice";

/** What each head may stake, credits. */
export const STAKES = [0, 10, 25, 50, 100, 250] as const;

/** What a new table is like besides its rules; times in seconds, nothing for those of the rules. */
export interface TableExtras {
  readonly turnSeconds: number | undefined;
  readonly bankSeconds: number | undefined;
  readonly bots: number;
  readonly secret: boolean;
  readonly password: string;
  readonly noSpectators: boolean;
  readonly manualStart: boolean;
}

export const PLAIN_TABLE: TableExtras = {
  turnSeconds: undefined, bankSeconds: undefined, bots: 0, secret: false, password: "", noSpectators: false, manualStart: false,
};

/** The table to ask the server for. Bots play for nothing, and one seat is left for whom the table waits for. */
export function tableOf(choice: Choice, stake: number, extras: TableExtras): NewTable {
  const { turnSeconds, bankSeconds, bots, secret, password, noSpectators, manualStart } = extras;
  return {
    ruleset: rulesetOf(choice),
    seats: choice.seats,
    bots: stake > 0 ? 0 : Math.min(bots, choice.seats - 1),
    stake: BigInt(stake),
    unlisted: secret,
    password: secret ? password : "",
    noSpectators,
    manualStart,
    ...(turnSeconds !== undefined && { turnSeconds }),
    ...(bankSeconds !== undefined && { bankSeconds }),
  };
}

/** A table whose other seats are bots, so that the match starts at once. */
export function practiceOf(choice: Choice): NewTable {
  return { ruleset: rulesetOf(choice), seats: choice.seats, bots: choice.seats - 1, unlisted: true };
}

/** Friends who want to sit in one team: what they tell each other, and how many they are. */
export interface Party {
  readonly key: string;
  readonly size: number;
}

/** How a player wants to meet others. */
export interface SeekExtras {
  readonly ranked: boolean;
  /** Whether bots may take the seats that nobody comes for. */
  readonly bots: boolean;
  readonly party: Party | undefined;
}

export const PLAIN_SEEK: SeekExtras = { ranked: false, bots: true, party: undefined };
const BOTS_AFTER_S = 20;

/** The seek to ask the server for: the preset with its own options. */
export function seekOf({ preset, seats }: Choice, stake: number, { ranked, bots, party }: SeekExtras): Omit<NewSeek, "clientId"> {
  return {
    preset,
    seats,
    stake: BigInt(stake),
    ranked,
    botsAfterSeconds: bots && stake === 0 ? BOTS_AFTER_S : 0,
    ...(party && { party: party.key, partySize: party.size }),
  };
}

/** How many a party may have at a table of so many: at most half, and none where nobody has a partner. */
export function partySizes(seats: number): readonly number[] {
  return Array.from({ length: seats / 2 - 1 }, (_, index) => index + 2);
}
