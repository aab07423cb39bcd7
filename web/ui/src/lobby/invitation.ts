/** Links to the lobby: a party's seek, and a private table's code. */

import { PRESETS, seatsOf } from "../rules/rulebook";
import { partySizes, PLAIN_SEEK, STAKES, type SeekExtras } from "./extras";
import type { Choice } from "./choice";

/** What somebody is asked to look for together with others. */
export interface Invitation {
  readonly choice: Choice;
  readonly stake: number;
  readonly extras: SeekExtras;
}

const KEY = /^[\w-]{8,64}$/;

/** The link's query, which says all that a party's members must seek alike. */
export function partyQuery({ choice, stake, extras }: Invitation): string {
  const query = new URLSearchParams({
    grupo: extras.party?.key ?? "",
    son: String(extras.party?.size ?? 0),
    reglas: choice.preset,
    jugadores: String(choice.seats),
    creditos: String(stake),
    puntua: extras.ranked ? "1" : "0",
    bots: extras.bots ? "1" : "0",
  });
  return `?${query}`;
}

/** The invitation in a page's address; nothing where there is none, or none that makes sense. */
export function invitationIn(search: string): Invitation | undefined {
  const query = new URLSearchParams(search);
  const number = (name: string): number => Number(query.get(name));
  const [key, preset, seats, size, stake] = [query.get("grupo") ?? "", query.get("reglas") ?? "", number("jugadores"), number("son"), number("creditos")];
  const sensible = KEY.test(key) && PRESETS.includes(preset) && seatsOf(preset).includes(seats) && partySizes(seats).includes(size);
  if (!sensible || !STAKES.some((one) => one === stake)) return undefined;
  const extras: SeekExtras = { ...PLAIN_SEEK, ranked: number("puntua") === 1, bots: number("bots") === 1, party: { key, size } };
  return { choice: { preset, seats, options: {} }, stake, extras };
}

/** The code of a private table in a page's address; empty where there is none. */
export function codeIn(search: string): string {
  return new URLSearchParams(search).get("codigo") ?? "";
}
