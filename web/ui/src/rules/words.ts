/** Presets and options as a player reads them. The full sentences on every rule are the engine's (Describe). */

import { texts } from "../i18n";
import { fromMessage, targetOf, type Rules } from "./message";
import { differences, type OptionName, type OptionValue } from "./rulebook";

export function presetName(preset: string): string {
  return texts.rules.presets[preset]?.name ?? preset;
}

export function optionName(option: OptionName): string {
  return texts.rules.options[option] ?? option;
}

/** A value in words, e.g. "sí", "sin límite", "lo que le falta al que va ganando". */
export function valueName(option: OptionName, value: OptionValue): string {
  const { values, yes, no, noLimit } = texts.rules;
  if (value === null) return noLimit;
  if (typeof value === "boolean") return value ? yes : no;
  if (typeof value === "object") return value.map((item) => values[option]?.[item] ?? item).join(", ");
  return values[option]?.[String(value)] ?? String(value);
}

/** A table's rules in a few words: the preset, the points, and what else is not as the preset has it. */
export function rulesetWords(ruleset: Rules | undefined): readonly string[] {
  const { preset = "", options } = ruleset ?? {};
  const { target: _, ...others } = differences(preset, fromMessage(options));
  const target = targetOf(ruleset);
  const entries = Object.entries(others) as [OptionName, OptionValue][];
  return [presetName(preset), ...(target === undefined ? [] : [texts.lobby.to(target)]), ...entries.map(difference)];
}

function difference([option, value]: [OptionName, OptionValue]): string {
  const name = optionName(option);
  if (typeof value === "boolean") return texts.rules.flag(name.toLowerCase(), value);
  return `${name.toLowerCase()}: ${valueName(option, value)}`;
}
