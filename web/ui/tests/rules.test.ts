import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { OptionsSchema, RulesetSchema } from "../src/gen/truco/rules/v1/rules_pb";
import { texts } from "../src/i18n";
import { CHAPTERS } from "../src/lobby/Options";
import { fromMessage, toMessage } from "../src/rules/message";
import { OPTIONS, PRESETS, choicesOf, differences, presetValue, valueOf, type OptionValues } from "../src/rules/rulebook";
import { optionName, rulesetWords } from "../src/rules/words";

const sent = (values: OptionValues) => fromMessage(fromBinary(OptionsSchema, toBinary(OptionsSchema, create(OptionsSchema, toMessage(values)))));

describe("the options", () => {
  it("are those of the contract, every one", () => {
    expect([...OPTIONS].sort()).toEqual(OptionsSchema.fields.map((field) => field.name).sort());
  });

  it("come back from the message as they went, every value of every preset", () => {
    for (const preset of PRESETS) {
      const values = Object.fromEntries(OPTIONS.map((option) => [option, presetValue(preset, option)])) as OptionValues;
      expect(sent(values)).toEqual(values);
    }
  });

  it("know no limit from a limit of nothing", () => {
    expect(sent({ pica_falta: null, pica_resto: 0 })).toEqual({ pica_falta: null, pica_resto: 0 });
    expect(sent({ flor_replies: [] })).toEqual({ flor_replies: [] });
  });

  it("are a table's own, else the preset's", () => {
    expect(valueOf("maestro", { pica_falta: null }, "pica_falta")).toBeNull();
    expect(valueOf("maestro", {}, "pica_falta")).toBe(6);
    expect(valueOf("a newer one", {}, "falta")).toBeUndefined();
  });

  it("differ from the preset's only where they do", () => {
    const own: OptionValues = { target: 30, flor: true, flor_replies: ["contraflor", "con_flor_me_achico", "contraflor_al_resto"] };
    expect(differences("maestro", own)).toEqual({ flor: true });
  });
});

describe("the words", () => {
  it("are there for every preset, option and value", () => {
    for (const preset of PRESETS) expect(texts.rules.presets[preset], preset).toBeDefined();
    for (const option of OPTIONS) {
      expect(optionName(option)).not.toBe(option);
      for (const value of choicesOf(option)) if (typeof value === "string") expect(texts.rules.values[option], option).toHaveProperty(value);
    }
  });

  it.each([
    [["Maestro", "a 30"], "maestro", {}],
    [["Maestro", "a 15", "con flor"], "maestro", { target: 15, flor: true }],
    [["Truco uruguayo", "a 30", "sin perros", "falta envido en el pica-pica, a lo sumo: no se juega"], "uruguayo", { target: 30, perros: false, picaFalta: { points: 0 } }],
    [["Estrella", "a 30", "chicos para ganar: 2"], "estrella", { chicosToWin: 2 }],
    [["newer", "a 15"], "newer", { target: 15 }],
  ] as [string[], string, object][])("say %j", (words, preset, options) => {
    expect(rulesetWords(create(RulesetSchema, { preset, options: options as never }))).toEqual(words);
  });

  it("never leave an option without a chapter in the lobby's form", () => {
    expect(Object.values(CHAPTERS).flat().sort()).toEqual([...OPTIONS].sort());
    expect(Object.keys(CHAPTERS)).toEqual(Object.keys(texts.rules.groups));
  });
});
