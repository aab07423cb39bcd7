import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";

import { SpectatedHandSchema, type TableUpdate } from "../src/gen/truco/play/v1/play_pb";
import { ActionKind, Phase, ScoreReason, TrickResult, ViewSchema, type EventSchema } from "../src/gen/truco/rules/v1/rules_pb";
import { framesOf } from "../src/spectate/playback";
import { Spectator } from "../src/spectate/session";

type EventInit = MessageInitShape<typeof EventSchema>;

const card = (seat: number, trick: number, name: string): EventInit => ({ kind: { case: "cardPlayed", value: { seat, trick, card: name } } });
const says = (seat: number, call: ActionKind): EventInit => ({ kind: { case: "called", value: { seat, call } } });
const trick = (number: number, result: TrickResult): EventInit => ({ kind: { case: "trickEnded", value: { trick: number, result } } });
const scored = (team: number, points: number, why: ScoreReason): EventInit => ({ kind: { case: "scored", value: { team, points, why } } });

/** Truco over an envido, two tricks; 6 to 4 before, 8 to 6 after. */
function hand(number: number) {
  const steps: EventInit[][] = [
    [{ kind: { case: "handDealt", value: { hand: number, dealer: 1, mano: 0, muestra: "5c" } } }],
    [says(0, ActionKind.TRUCO)],
    [says(1, ActionKind.ENVIDO)],
    [says(0, ActionKind.QUIERO), { kind: { case: "declared", value: { seat: 0, tantos: 22 } } }, scored(1, 2, ScoreReason.ENVIDO)],
    [says(1, ActionKind.QUIERO)],
    [card(0, 0, "1e")],
    [card(1, 0, "4c"), trick(0, TrickResult.TEAM_0)],
    [card(0, 1, "7o")],
    [card(1, 1, "5o"), trick(1, TrickResult.TEAM_0), scored(0, 2, ScoreReason.TRUCO), { kind: { case: "handEnded", value: { team: 0 } } }],
  ];
  return create(SpectatedHandSchema, {
    table: { tableId: "t", epoch: 1, version: BigInt(number * 10) },
    steps: steps.map((events) => ({ events })),
    view: {
      seats: 2, target: 30, hand: number, phase: Phase.DEAL, score: [8, 6], chicos: [0, 0], dealer: 1, mano: 0, truco: 2, muestra: "5c", cardsLeft: [1, 1],
      tricks: [TrickResult.TEAM_0, TrickResult.TEAM_0], said: [{ seat: 0, tantos: 22 }],
      played: [[0, 0, "1e"], [1, 0, "4c"], [0, 1, "7o"], [1, 1, "5o"]].map(([seat, number_, name]) => ({ seat, trick: number_, card: name })) as never,
    },
  });
}

describe("a finished hand", () => {
  const frames = framesOf(hand(3), undefined);
  const views = frames.map((frame) => frame.view);

  it("is told step by step from the deal on", () => {
    expect(views.map((view) => view?.played.length)).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4]);
    expect(views[0]).toMatchObject({ hand: 3, phase: Phase.PLAY, muestra: "5c", cardsLeft: [3, 3], truco: 1 });
    expect(views[6]).toMatchObject({ cardsLeft: [2, 2], tricks: [TrickResult.TEAM_0] });
  });

  it("begins with the points before it, whether or not the hand before was seen", () => {
    const before = create(ViewSchema, { hand: 2, score: [6, 4], chicos: [0, 0] });
    expect([views[0]?.score, framesOf(hand(3), before)[0]?.view?.score]).toEqual([[6, 4], [6, 4]]);
    expect(views.map((view) => view?.score[1])).toEqual([4, 4, 4, 6, 6, 6, 6, 6, 6]);
  });

  it("shows which call waits, and the truco again once the envido before it is settled", () => {
    expect(views.map((view) => view?.pending?.call)).toEqual([undefined, ActionKind.TRUCO, ActionKind.ENVIDO, ActionKind.TRUCO, ...Array<undefined>(5).fill(undefined)]);
    expect(views.map((view) => view?.truco)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2]);
  });

  it("ends as the server shows it", () => {
    expect(views.at(-1)).toEqual(hand(3).view);
  });

  it("has nobody's cards and nothing to do in any step", () => {
    expect(views.every((view) => view?.seat === undefined && view?.cards.length === 0 && view.legal.length === 0 && view.awaited.length === 0)).toBe(true);
  });
});

describe("a spectator", () => {
  const watching = () => {
    vi.useFakeTimers();
    const shown: TableUpdate[] = [];
    const spectator = new Spectator((update) => void shown.push(update));
    spectator.receive(hand(3));
    return { spectator, shown };
  };
  const at = (spectator: Spectator) => [spectator.store.get().hand, spectator.store.get().step];

  it("sees hand after hand by itself, and waits where nothing has ended yet", () => {
    const { spectator, shown } = watching();
    vi.advanceTimersByTime(60_000);
    expect(at(spectator)).toEqual([0, 8]);
    spectator.receive(hand(4));
    vi.advanceTimersByTime(3_000);
    expect(at(spectator)).toEqual([1, 1]);
    expect(shown).toHaveLength(10);
    vi.useRealTimers();
  });

  it("stops, and steps forwards and backwards across hands", () => {
    const { spectator } = watching();
    spectator.receive(hand(4));
    spectator.play(false);
    vi.advanceTimersByTime(60_000);
    expect(at(spectator)).toEqual([0, 0]);
    spectator.latest();
    spectator.back();
    expect(at(spectator)).toEqual([0, 8]);
    spectator.forward();
    expect(at(spectator)).toEqual([1, 0]);
    expect(spectator.now()?.view?.hand).toBe(4);
    vi.useRealTimers();
  });
});
