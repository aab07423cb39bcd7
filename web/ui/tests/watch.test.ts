import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { expect, it } from "vitest";

import { Clock } from "../src/api/clock";
import { Watch, type Connection } from "../src/api/watch";
import { WatchResponseSchema, type WatchRequest, type WatchResponse } from "../src/gen/truco/play/v1/play_pb";
import { play, refusal } from "./play";

const CAUGHT_UP = create(WatchResponseSchema, { kind: { case: "caughtUp", value: {} } });
const SUPERSEDED = refusal(Code.Aborted, "SUPERSEDED");

const RECONNECT = create(WatchResponseSchema, { kind: { case: "reconnect", value: {} } });

const update = (version: bigint): WatchResponse =>
  create(WatchResponseSchema, { kind: { case: "update", value: { table: { tableId: "t", epoch: 1, version } } } });

/** Plays the streams one after the other, each a list of messages with an optional error at its end; until a final one. */
async function watched(...streams: (WatchResponse | Error)[][]) {
  const requests: WatchRequest[] = [];
  const updates: [version: bigint, live: boolean][] = [];
  const states: Connection[] = [];
  const client = play({
    async *watch(request) {
      requests.push(request);
      for (const message of streams[requests.length - 1] ?? [SUPERSEDED]) {
        if (message instanceof Error) throw message;
        yield message;
      }
    },
  });
  await new Promise<void>((done) => {
    const connection = (state: Connection): void => {
      states.push(state);
      if (state === "reconnecting") setTimeout(() => watch.nudge());
      if (["superseded", "gone", "forbidden", "signed_out"].includes(state)) done();
    };
    const watch = new Watch(client, new Clock(), { update: ({ table }, live) => updates.push([table?.version ?? 0n, live]), connection }, { clientId: "tab-12345", tableId: "t" });
    watch.start();
  });
  return { requests, updates, states };
}

it("tells what is current from what is new", async () => {
  const { updates, states } = await watched([update(4n), CAUGHT_UP, update(5n), SUPERSEDED]);
  expect(updates).toEqual([[4n, false], [5n, true]]);
  expect(states).toEqual(["connecting", "live", "superseded"]);
});

it("comes back from the version it saw, under the same client id", async () => {
  const { requests, updates, states } = await watched([update(4n), CAUGHT_UP], [update(6n), CAUGHT_UP, SUPERSEDED]);
  expect(requests.map((request) => request.tables[0]?.version)).toEqual([0n, 4n]);
  expect(new Set(requests.map((request) => request.clientId))).toEqual(new Set(["tab-12345"]));
  expect(updates.map(([version]) => version)).toEqual([4n, 6n]);
  expect(states).toEqual(["connecting", "live", "reconnecting", "live", "superseded"]);
});

it("passes no update twice and none that is older", async () => {
  const { updates } = await watched([update(4n), CAUGHT_UP, update(4n), update(3n), update(5n), SUPERSEDED]);
  expect(updates.map(([version]) => version)).toEqual([4n, 5n]);
});

it("does not come back by itself when another tab took over, or when there is no table", async () => {
  expect((await watched([SUPERSEDED])).requests).toHaveLength(1);
  expect((await watched([refusal(Code.NotFound, "TABLE_NOT_FOUND")])).states.at(-1)).toBe("gone");
});

it("comes back after a refused token, and after the server goes away", async () => {
  const { requests } = await watched([refusal(Code.Unauthenticated, "TOKEN_EXPIRED")], [refusal(Code.Unavailable, "SHUTTING_DOWN")], [SUPERSEDED]);
  expect(requests).toHaveLength(3);
});

it("follows a gateway that goes away without a word to the player, from where it was", async () => {
  const { requests, states } = await watched([update(4n), CAUGHT_UP, RECONNECT], [CAUGHT_UP, SUPERSEDED]);
  expect(requests.map((request) => request.tables[0]?.version)).toEqual([0n, 4n]);
  expect(states).toEqual(["connecting", "live", "live", "superseded"]);
});

it("takes a new token when the old one runs out, without a word to the player", async () => {
  const { states } = await watched([CAUGHT_UP, refusal(Code.Unauthenticated, "TOKEN_EXPIRED")], [CAUGHT_UP, SUPERSEDED]);
  expect(states).toEqual(["connecting", "live", "live", "superseded"]);
});

it("does not hurry back to a gateway that sends it away at once", async () => {
  const { states } = await watched([RECONNECT], [SUPERSEDED]);
  expect(states).toEqual(["connecting", "reconnecting", "superseded"]);
});

it("stays away from a table that only its players may see", async () => {
  const { states } = await watched([refusal(Code.PermissionDenied, "SPECTATORS_FORBIDDEN")]);
  expect(states).toEqual(["connecting", "forbidden"]);
});

it("hears of other tables by a stream that takes the old one's place", async () => {
  const filters: (string[] | undefined)[] = [];
  const heard = new Promise<void>((done) => {
    const client = play({
      async *watch(request, { signal }) {
        filters.push(request.lobby?.presets);
        if (filters.length === 2) done();
        yield CAUGHT_UP;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
    let turns = 0;
    const connection = (state: Connection): void => void (state === "live" && turns++ === 0 && watch.filter({ presets: ["estrella"] }));
    const watch = new Watch(client, new Clock(), { update: () => undefined, connection }, { clientId: "tab-12345", lobby: {} });
    watch.start();
  });
  await heard;
  expect(filters).toEqual([[], ["estrella"]]);
});
