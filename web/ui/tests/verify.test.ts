import { describe, expect, it } from "vitest";

import sealed from "../../../tests/vectors/sealed.json";
import shuffles from "../../../tests/vectors/shuffle.json";
import { verify as texts } from "../src/i18n/es.verify";
import { checks, type Held, type Noted } from "../src/verify/checks";
import { Wrong } from "../src/verify/parts";
import { sha256, Shuffle } from "../src/verify/shuffle";

type Json = any; // eslint-disable-line

const records: [string, Json][] = sealed.map((vector) => [vector.name, vector.record]);

async function held(record: unknown, noted?: Noted): Promise<Held[]> {
  const found: Held[] = [];
  for await (const each of checks(record, noted)) found.push(each);
  return found;
}

/** What is wrong with a record in which something was changed, as "check fault". */
async function wrong(original: Json, change: (record: Json) => void, noted?: Noted): Promise<string> {
  const record: Json = structuredClone(original);
  change(record);
  try {
    await held(record, noted);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const key = `${error.check} ${error.fault}`;
    expect(texts.wrong[key]?.(error.named)).toBeTruthy();
    return key;
  }
  return "nothing";
}

const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe("the shuffle", () => {
  it.each(shuffles.map((vector): [string, (typeof shuffles)[number]] => [vector.name, vector]))(
    "is that of the vectors: %s",
    async (_name, vector) => {
      const seed = bytes(vector.server_seed);
      const shuffle = await Shuffle.of(seed, vector.client_seeds);

      expect(await sha256(seed)).toBe(vector.commitment);
      expect(await shuffle.firstDealer()).toBe(vector.first_dealer);
      for (const [index, deck] of vector.decks.entries()) expect(await shuffle.deck(index + 1)).toEqual(deck);
    },
  );
});

describe("a sealed match", () => {
  it.each(records)("holds as it is: %s", async (_name, record) => {
    const found = await held(record, { commitment: record.fairness.commitment, chain: record.chain });

    expect(found.map((each) => each.check)).toEqual(["seed", "dealer", "deals", "chain"]);
    for (const each of found) expect(texts.held[each.check]?.(each.named)).toBeTruthy();
    expect(found[3]?.named.found).toBe(sealed.find((vector) => vector.record === record)?.links.at(-1)?.chain);
  });

  it.each(records)("may have its names taken out: %s", async (_name, record) => {
    expect(await wrong(record, (changed) => changed.players.forEach((player: Json) => (player.name = "Invitado")))).toBe("nothing");
  });

  const changes: [string, string, (record: Json) => void][] = [
    ["seed commitment", "another seed", (record) => (record.fairness.server_seed = "00".repeat(32))],
    ["dealer drawn", "another first dealer", (record) => (record.start.dealer = (record.start.dealer + 1) % record.seats)],
    ["deals hand", "another card", (record) => record.deals[0].hands["1"].reverse()],
    ["deals count", "a deal more", (record) => record.deals.push(record.deals[0])],
    ["chain sealed", "another action", (record) => (record.steps[0].do = "mazo")],
    ["chain sealed", "another time", (record) => (record.times.steps_ms[0] += 1)],
    ["chain sealed", "another player", (record) => (record.players[0].player_id = "c".repeat(32))],
    ["chain sealed", "a guest registered", (record) => (record.players[1].guest = !record.players[1].guest)],
    ["chain sealed", "another option", (record) => (record.options.target = 30)],
    ["chain sealed", "another stake", (record) => (record.stake = 250)],
    ["chain sealed", "the clock's act made the player's", (record) => record.steps.forEach((step: Json) => delete step.by)],
    ["chain sealed", "another chain", (record) => (record.chain = "00".repeat(32))],
    ["chain match", "another match's name", (record) => (record.match.id = "0123456789abcdef-2")],
    ["chain finished", "another end", (record) => (record.times.finished_ms += 1)],
    ["record times", "a step without its time", (record) => record.times.steps_ms.pop()],
    ["record missing", "no seal", (record) => delete record.sealed],
    ["record form", "a line break", (record) => (record.steps[0].do = "play\n1e")],
    ["record form", "a time that is none", (record) => (record.times.dealt_ms = 1.5)],
    ["record form", "a seat that there is not", (record) => (record.steps[0].seat = 6)],
    ["record form", "half a character", (record) => (record.fairness.client_seeds[0] = "\ud83c")],
    ["record seats", "a player less", (record) => record.players.pop()],
    ["record cards", "a card that there is not", (record) => (record.deals[0].hands["0"][0] = "8e")],
    ["record hands", "a hand too few", (record) => delete record.deals[0].hands["1"]],
  ];
  describe.each(changes)("is found out (%s) with %s", (fault, _what, change) => {
    it.each(records)("%s", async (_name, record) => expect(await wrong(record, change)).toBe(fault));
  });

  it("is compared with what was noted at the table", async () => {
    const [, record] = records[0]!;

    expect(await wrong(record, () => undefined, { commitment: "00", chain: "" })).toBe("seed noted");
    expect(await wrong(record, () => undefined, { commitment: "", chain: "00" })).toBe("chain noted");
  });

  it("with a muestra has the one that its deck turns up", async () => {
    const [, record] = records.find(([, each]) => each.deals[0].muestra)!;

    expect(await wrong(record, (changed) => (changed.deals[1].muestra = "1e"))).toBe("deals muestra");
  });

  it("with a record out of place is found out", async () => {
    const [, record] = records[0]!;

    expect(await wrong(record, (changed) => (changed.sealed.between[0].action = 99))).toBe("chain place");
  });

  it.each([null, 7, "x", [], {}])("is no match record: %j", async (nothing) => {
    await expect(held(nothing)).rejects.toBeInstanceOf(Wrong);
  });
});
