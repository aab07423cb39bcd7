import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { TableUpdateSchema, type TableUpdate } from "../src/gen/truco/play/v1/play_pb";
import { ActionKind, Phase } from "../src/gen/truco/rules/v1/rules_pb";
import { NO_LOG, told, toldAnew } from "../src/table/log";

const dealt = (hand: number) => ({ kind: { case: "handDealt", value: { hand, mano: 0, dealer: 1 } } });
const called = (seat: number, call: ActionKind) => ({ kind: { case: "called", value: { seat, call } } });

function update(events: object[], hand: number, epoch = 1): TableUpdate {
  const seats = ["Ana", "Beto"].map((name, seat) => ({ seat, name, playerId: name }));
  return create(TableUpdateSchema, { seat: 1, table: { tableId: "t", epoch, seats }, view: { seats: 2, hand, phase: Phase.PLAY }, events: events as never });
}

const texts = (log: ReturnType<typeof told>) => log.lines.map((line) => line.text);
const FIRST = told(told(NO_LOG, update([dealt(1), called(0, ActionKind.TRUCO)], 1)), update([called(1, ActionKind.NO_QUIERO), dealt(2)], 2));

describe("the log", () => {
  it("tells every hand in words, each line under its hand", () => {
    expect(texts(FIRST)).toEqual(["Mano 1. Es mano Ana.", "Ana: «¡Truco!»", "Vos: «No quiero»", "Mano 2. Es mano Ana."]);
    expect(FIRST.lines.map((line) => line.hand)).toEqual([1, 1, 1, 2]);
  });

  it("goes on after a reload: earlier hands as kept, the current one as the stream tells it", () => {
    const after = toldAnew(FIRST, update([dealt(2), called(0, ActionKind.ENVIDO)], 2));
    expect(texts(after)).toEqual([...texts(FIRST).slice(0, 3), "Mano 2. Es mano Ana.", "Ana: «¡Envido!»"]);
  });

  it("keeps all when the stream has nothing to tell", () => {
    expect(texts(toldAnew(FIRST, update([], 2)))).toEqual(texts(FIRST));
  });

  it("begins anew with a rematch", () => {
    expect(texts(told(FIRST, update([dealt(1)], 1, 2)))).toEqual(["Mano 1. Es mano Ana."]);
    expect(texts(toldAnew(FIRST, update([dealt(1)], 1, 2)))).toEqual(["Mano 1. Es mano Ana."]);
  });
});
