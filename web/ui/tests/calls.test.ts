import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { ActionKind, ActionSchema, type Action } from "../src/gen/truco/rules/v1/rules_pb";
import { texts } from "../src/i18n";
import { allows, groupsOf, owesFlor } from "../src/table/calls";

const { DEAL, PLAY, DOWN, MAZO, FORFEIT, UNSPECIFIED, ...SPOKEN } = ActionKind;
const of = (...kinds: ActionKind[]): Action[] => kinds.map((kind) => create(ActionSchema, { kind }));
const grouped = (...kinds: ActionKind[]) => groupsOf(of(...kinds)).map(({ name, actions }) => [name, ...actions.map((action) => ActionKind[action.kind])]);

describe("the groups", () => {
  it("part an opening as a player thinks of it", () => {
    expect(grouped(PLAY, ActionKind.ENVIDO, ActionKind.REAL_ENVIDO, ActionKind.FALTA_ENVIDO, ActionKind.TRUCO, MAZO)).toEqual([
      ["truco", "TRUCO"],
      ["envido", "ENVIDO", "REAL_ENVIDO", "FALTA_ENVIDO"],
    ]);
  });

  it("put the answer before what goes over it", () => {
    expect(grouped(ActionKind.ENVIDO, ActionKind.RETRUCO, ActionKind.NO_QUIERO, ActionKind.QUIERO)).toEqual([["answer", "QUIERO", "NO_QUIERO"], ["truco", "RETRUCO"], ["envido", "ENVIDO"]]);
  });

  it("keep every reply to a flor together, from the meekest to the boldest", () => {
    const replies = [ActionKind.CONTRAFLOR_AL_RESTO, ActionKind.CON_FLOR_ENVIDO, ActionKind.CONTRAFLOR, ActionKind.CON_FLOR_ME_ACHICO, ActionKind.FLOR];
    expect(grouped(...replies)).toEqual([["flor", "FLOR", "CON_FLOR_ME_ACHICO", "CON_FLOR_ENVIDO", "CONTRAFLOR", "CONTRAFLOR_AL_RESTO"]]);
  });

  it("have a place and a name for all that can be said", () => {
    const kinds = Object.values(SPOKEN).filter((kind) => typeof kind === "number" && !(ActionKind[kind] in { DEAL, PLAY, DOWN, MAZO, FORFEIT, UNSPECIFIED }));
    const found = groupsOf(of(...(kinds as ActionKind[]))).flatMap(({ actions }) => actions);
    expect(found).toHaveLength(kinds.length);
    for (const { kind } of found) expect([texts.actions[ActionKind[kind]], texts.calls[ActionKind[kind]]], ActionKind[kind]).not.toContain(undefined);
  });

  it("have no place for the deal, the cards and the mazo", () => {
    expect(grouped(DEAL, PLAY, DOWN, MAZO)).toEqual([]);
  });
});

describe("a flor that is owed", () => {
  it("is the only thing that may be said", () => {
    expect(owesFlor(of(ActionKind.FLOR))).toBe(true);
    expect(owesFlor(of(ActionKind.FLOR, ActionKind.CONTRAFLOR))).toBe(false);
    expect(owesFlor([])).toBe(false);
  });

  it("does not hide what else is allowed", () => {
    expect(allows(of(PLAY, DOWN), DOWN)).toBe(true);
    expect(allows(of(PLAY), DOWN)).toBe(false);
  });
});
