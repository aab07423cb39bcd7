import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { LobbyChangeSchema, TableInfoSchema } from "../src/gen/truco/play/v1/play_pb";
import { ALL, filterOf, listed } from "../src/lobby/listing";

const table = (tableId: string, openedMs: number, version = 1) => create(TableInfoSchema, { tableId, openedMs: BigInt(openedMs), version: BigInt(version) });
const change = (tables: ReturnType<typeof table>[], gone: string[] = [], all = false) => create(LobbyChangeSchema, { tables, gone, all });

describe("the open tables", () => {
  const first = listed(undefined, change([table("a", 1), table("b", 2)], [], true));

  it("come newest first", () => {
    expect(first.map(({ tableId }) => tableId)).toEqual(["b", "a"]);
  });

  it("change, come and go", () => {
    const next = listed(first, change([table("a", 1, 2), table("c", 3)], ["b"]));
    expect(next.map(({ tableId, version }) => [tableId, version])).toEqual([["c", 1n], ["a", 2n]]);
  });

  it("are forgotten when all are told anew", () => {
    expect(listed(first, change([table("c", 3)], [], true)).map(({ tableId }) => tableId)).toEqual(["c"]);
    expect(listed(first, change([], [], true))).toEqual([]);
  });
});

describe("a filter", () => {
  it("asks for nothing where nothing is chosen", () => {
    expect(filterOf(ALL)).toEqual({ presets: [], seats: [], withEmptySeat: false });
  });

  it("parts tables with stakes from those without", () => {
    expect(filterOf({ ...ALL, stakes: "none" })).toMatchObject({ mostStake: 0n });
    expect(filterOf({ ...ALL, stakes: "some" })).toMatchObject({ leastStake: 1n });
    expect(filterOf({ preset: "estrella", seats: 4, stakes: "any", free: true })).toEqual({ presets: ["estrella"], seats: [4], withEmptySeat: true });
  });
});
