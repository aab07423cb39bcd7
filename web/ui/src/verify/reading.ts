/** Reads an exported match as far as its checks need it. Nothing in it is believed: it may come from anybody. */

import { HAND_SIZE, type Deal } from "./dealing";
import { Part, Wrong } from "./parts";
import { BY_THE_TABLE, type Entry, type Opening, type Sitter } from "./seal";
import { CARDS } from "./shuffle";

const SIZES = [2, 4, 6];

/** A record that is no action in the game; it stands before this action: 0 is the first deal, n is step n - 1. */
export interface Note {
  readonly action: number;
  readonly entry: Entry;
}

/** An exported match. `actions` are the first deal, then every step. */
export interface Match {
  readonly name: string;
  readonly id: string;
  readonly opening: Opening;
  readonly serverSeed: Uint8Array<ArrayBuffer>;
  readonly deals: readonly Deal[];
  readonly actions: readonly Entry[];
  readonly before: string;
  readonly began: Entry;
  readonly notes: readonly Note[];
  readonly finishedMs: number;
  readonly chain: string;
}

/** The match in parsed JSON. Throws Wrong where it has not the form of one. */
export function read(data: unknown): Match {
  const record = new Part(data);
  const opening = openingOf(record);
  const sealed = record.at("sealed");
  return {
    name: record.at("name").word(),
    id: record.at("match").at("id").word(),
    opening,
    serverSeed: record.at("fairness").at("server_seed").bytes(),
    deals: record.at("deals").list().map((deal) => dealOf(deal, opening.sitters.length)),
    actions: actionsOf(record, opening),
    before: sealed.at("before").text(),
    began: entryOf(sealed.at("began")),
    notes: sealed.at("between").list().map((note) => ({ action: note.at("action").number(), entry: entryOf(note) })),
    finishedMs: record.at("times").at("finished_ms").number(),
    chain: record.at("chain").text(),
  };
}

function openingOf(record: Part): Opening {
  const sitters = sittersOf(record);
  const start = record.at("start");
  const times = record.at("times");
  const options = record.at("options");
  return {
    tableId: record.at("match").at("table_id").word(),
    epoch: record.at("match").at("epoch").number(),
    openedMs: times.at("opened_ms").number(),
    startedMs: times.at("started_ms").number(),
    commitment: record.at("fairness").at("commitment").word(),
    preset: record.at("preset").word(),
    options: new Map(options.names().map((name) => [name, optionOf(options.at(name))])),
    stake: record.at("stake").number(),
    score: start.at("score").pair(),
    chicos: start.at("chicos").pair(),
    dealer: start.at("dealer").below(sitters.length),
    sitters,
  };
}

/** An option's value (rules.md 15): a number, a flag, a word, null or a list of words. */
function optionOf(option: Part): unknown {
  if (Array.isArray(option.value)) return option.list().map((entry) => entry.word());
  if (typeof option.value === "string") return option.word();
  return option.value === null || typeof option.value === "boolean" ? option.value : option.number();
}

function sittersOf(record: Part): Sitter[] {
  const players = record.at("players").list();
  const seeds = record.at("fairness").at("client_seeds").list();
  const seats = record.at("seats").number();
  const numbered = players.every((player, number) => player.at("seat").number() === number);
  if (!SIZES.includes(seats) || players.length !== seats || seeds.length !== seats || !numbered) {
    throw new Wrong("record", "seats");
  }
  return players.map((player, seat) => ({
    playerId: player.at("player_id").word(),
    guest: player.at("guest").flag(),
    bot: player.at("bot").flag(),
    clientSeed: seeds[seat]!.text(),
  }));
}

function dealOf(deal: Part, seats: number): Deal {
  const given = deal.at("hands");
  const names = given.names();
  const known = names.every((name) => /^[0-5]$/.test(name) && Number(name) < seats);
  if (!known || (names.length !== 2 && names.length !== seats)) throw new Wrong("record", "hands");
  const muestra = deal.at("muestra");
  return {
    hands: new Map(names.map((name) => [Number(name), cardsOf(given.at(name))])),
    muestra: muestra.value === null ? null : muestra.word(),
  };
}

function cardsOf(hand: Part): string[] {
  const cards = hand.list().map((card) => card.word());
  if (cards.length !== HAND_SIZE || !cards.every((card) => CARDS.includes(card))) throw new Wrong("record", "cards");
  return cards;
}

function actionsOf(record: Part, opening: Opening): Entry[] {
  const steps = record.at("steps").list();
  const times = record.at("times").at("steps_ms").list();
  if (steps.length !== times.length) throw new Wrong("record", "times");
  const dealtMs = record.at("times").at("dealt_ms").number();
  const first = { timeMs: dealtMs, seat: opening.dealer, by: BY_THE_TABLE, does: "deal" };
  return [first, ...steps.map((step, number) => actionOf(step, times[number]!.number(), opening))];
}

function actionOf(step: Part, timeMs: number, opening: Opening): Entry {
  const seat = step.at("seat").below(opening.sitters.length);
  const does = step.at("do").text();
  const usual = does === "deal" ? BY_THE_TABLE : opening.sitters[seat]!.playerId;
  return { timeMs, seat, by: step.has("by") ? step.at("by").word() : usual, does };
}

function entryOf(part: Part): Entry {
  const seat = part.at("seat");
  return {
    timeMs: part.at("time_ms").number(),
    seat: seat.value === null ? null : seat.number(),
    by: part.at("by").word(),
    does: part.at("do").text(),
  };
}
