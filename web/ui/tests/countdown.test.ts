import { expect, it } from "vitest";

import { countdown } from "../src/table/countdown";

const seat = { deadlineMs: 100_000, bankMs: 60_000, turnSeconds: 30 };

it.each([
  ["the whole turn at first", 10_000, { part: "turn", seconds: 30, share: 1 }],
  ["what is left of the turn, begun seconds whole", 24_500, { part: "turn", seconds: 16, share: 0.5166666666666667 }],
  ["then the bank", 40_000, { part: "bank", seconds: 60, share: 1 }],
  ["what is left of the bank", 85_000, { part: "bank", seconds: 15, share: 0.25 }],
  ["nothing after the deadline", 101_000, { part: "bank", seconds: 0, share: 0 }],
])("counts %s", (_, now, expected) => expect(countdown(seat, now as number)).toEqual(expected));

it("has no bank where the table gives none", () => {
  expect(countdown({ deadlineMs: 100_000, bankMs: 0, turnSeconds: 90 }, 100_000)).toEqual({ part: "bank", seconds: 0, share: 0 });
});
