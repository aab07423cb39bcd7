/**
 * The checks of an exported match, those of services/common/fairness: its seed, its first dealer, its deals, its chain of
 * records. Whether the actions were allowed is for the rules, which only the engine knows.
 */

import { handOf, HAND_SIZE, orders, top } from "./dealing";
import { Wrong, type Check } from "./parts";
import { read, type Match } from "./reading";
import { link, type Entry } from "./seal";
import { sha256, Shuffle } from "./shuffle";

/** What holds, with what its sentence names. */
export interface Held {
  readonly check: Check;
  readonly named: Readonly<Record<string, string | number>>;
}

/** What a player noted at the table; empty for what they did not. */
export interface Noted {
  readonly commitment: string;
  readonly chain: string;
}

/** All of them on a parsed record, one after another. Throws Wrong with the first that does not hold. */
export async function* checks(data: unknown, noted: Noted = { commitment: "", chain: "" }): AsyncGenerator<Held> {
  const match = read(data);
  yield await seed(match, noted.commitment);
  const shuffle = await Shuffle.of(match.serverSeed, match.opening.sitters.map((sitter) => sitter.clientSeed));
  yield await firstDealer(match, shuffle);
  yield await deals(match, shuffle);
  yield await chain(match, noted.chain);
}

async function seed(match: Match, noted: string): Promise<Held> {
  const found = await sha256(match.serverSeed);
  if (found !== match.opening.commitment) throw new Wrong("seed", "commitment", { found, written: match.opening.commitment });
  if (noted && found !== noted) throw new Wrong("seed", "noted", { found, noted });
  return { check: "seed", named: { found } };
}

async function firstDealer(match: Match, shuffle: Shuffle): Promise<Held> {
  const drawn = await shuffle.firstDealer();
  if (drawn !== match.opening.dealer) throw new Wrong("dealer", "drawn", { drawn, written: match.opening.dealer });
  return { check: "dealer", named: { seat: drawn } };
}

async function deals(match: Match, shuffle: Shuffle): Promise<Held> {
  const rounds = ordersOf(match);
  for (const [index, deal] of match.deals.entries()) {
    const order = rounds[index]!;
    const deck = await shuffle.deck(index + 1);
    if (!order.every((seat) => deal.hands.has(seat))) throw new Wrong("deals", "seats", { deal: index + 1 });
    order.forEach((seat, place) => {
      const given = handOf(deck, order, place).join(" ");
      const written = deal.hands.get(seat)!.join(" ");
      if (given !== written) throw new Wrong("deals", "hand", { deal: index + 1, seat, given, written });
    });
    const turned = deck[HAND_SIZE * order.length]!;
    if (deal.muestra !== null && deal.muestra !== turned) {
      throw new Wrong("deals", "muestra", { deal: index + 1, given: turned, written: deal.muestra });
    }
  }
  return { check: "deals", named: { count: match.deals.length } };
}

async function chain(match: Match, noted: string): Promise<Held> {
  const { opening } = match;
  const named = `${opening.tableId}-${opening.epoch}`;
  if (match.name !== named || match.id !== named) throw new Wrong("chain", "match", { written: match.id, sealed: named });
  if (match.finishedMs !== match.actions[match.actions.length - 1]!.timeMs) throw new Wrong("chain", "finished");
  const entries = sealedEntries(match);
  let found = match.before;
  for (const [number, entry] of entries.entries()) found = await link(found, entry, number === 0 ? opening : undefined);
  if (found !== match.chain) throw new Wrong("chain", "sealed", { found, written: match.chain });
  if (noted && found !== noted) throw new Wrong("chain", "noted", { found, noted });
  return { check: "chain", named: { count: entries.length, found } };
}

/** All records of the match in their order, the deals with their cards. */
function sealedEntries(match: Match): Entry[] {
  const rounds = ordersOf(match);
  const notes = [...match.notes];
  const entries = [match.began];
  let dealt = 0;
  match.actions.forEach((action, number) => {
    while (notes[0]?.action === number) entries.push(notes.shift()!.entry);
    if (action.does === "deal") {
      entries.push({ ...action, does: ["deal", ...top(match.deals[dealt]!, rounds[dealt]!)].join(" ") });
      dealt += 1;
    } else entries.push(action);
  });
  if (notes[0]) throw new Wrong("chain", "place", { action: notes[0].action });
  return entries;
}

function ordersOf(match: Match): number[][] {
  const dealers = match.actions.filter((action) => action.does === "deal").map((action) => action.seat ?? 0);
  if (dealers.length !== match.deals.length) {
    throw new Wrong("deals", "count", { dealt: dealers.length, written: match.deals.length });
  }
  return orders(match.opening.sitters.length, dealers, match.deals);
}
