import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";

import { Clock } from "../src/api/clock";
import { Commands } from "../src/api/commands";
import { isTransient, refusalOf } from "../src/api/errors";
import { backoff, untilAnswered } from "../src/api/retry";
import { ActionKind } from "../src/gen/truco/rules/v1/rules_pb";
import { play, refusal } from "./play";

const AT_ONCE = { wait: () => Promise.resolve() };

describe("a refusal", () => {
  it("is known by the reason in its ErrorInfo", () => {
    const error = refusal(Code.FailedPrecondition, "ALREADY_SEATED", { table_id: "abc" });
    expect(refusalOf(error)).toEqual({ reason: "ALREADY_SEATED", metadata: { table_id: "abc" }, message: "ALREADY_SEATED" });
    expect(isTransient(error)).toBe(false);
  });

  it("is OFFLINE when the network failed, and worth a retry", () => {
    expect(refusalOf(new TypeError("Failed to fetch")).reason).toBe("OFFLINE");
    expect(isTransient(new TypeError("Failed to fetch"))).toBe(true);
    expect(isTransient(refusal(Code.Unavailable, "UNREACHABLE"))).toBe(true);
  });

  it("is INTERNAL when somebody answered without a reason", () => {
    expect(refusalOf(new ConnectError("oops", Code.Internal)).reason).toBe("INTERNAL");
  });
});

describe("a command", () => {
  it("is repeated under the same request id until it is answered", async () => {
    const ids: string[] = [];
    const client = play({
      act(request) {
        ids.push(request.requestId);
        if (ids.length < 3) throw refusal(Code.Unavailable, "UNREACHABLE");
        return { version: 9n, epoch: 1 };
      },
    });
    const answer = await new Commands(client).act("t", { kind: ActionKind.TRUCO });
    expect(answer.version).toBe(9n);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[A-Za-z0-9._:-]{8,64}$/);
  });

  it("is refused at once when the rules refuse it", async () => {
    let calls = 0;
    const call = (): Promise<never> => {
      calls++;
      return Promise.reject(refusal(Code.FailedPrecondition, "NOT_YOUR_TURN"));
    };
    await expect(untilAnswered(call, AT_ONCE)).rejects.toThrow("NOT_YOUR_TURN");
    expect(calls).toBe(1);
  });

  it("gives up when patience is over", async () => {
    let time = 0;
    const wait = (ms: number): Promise<void> => Promise.resolve(void (time += ms));
    const call = (): Promise<never> => Promise.reject(new TypeError("Failed to fetch"));
    await expect(untilAnswered(call, { patienceMs: 5_000, wait, now: () => time })).rejects.toThrow("Failed to fetch");
    expect(time).toBeGreaterThanOrEqual(5_000);
    expect(time).toBeLessThan(10_000);
  });
});

it("the wait between tries grows to a bound", () => {
  const middle = (attempt: number): number => backoff(attempt, () => 0.5);
  expect([0, 1, 2, 9].map(middle)).toEqual([300, 600, 1200, 4000]);
});

it("the clock trusts the youngest sample, whatever the device's clock says", () => {
  const clock = new Clock(() => 1_000_000);
  expect(clock.now()).toBe(1_000_000);
  clock.sample(400_000); // an old record
  clock.sample(999_200); // a heartbeat, 50 ms on its way
  clock.sample(999_150);
  expect(clock.now()).toBe(999_200);
});
