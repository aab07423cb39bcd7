/** What a player chooses for a new table. */

import type { NewTable } from "../api/commands";
import { toMessage } from "../rules/message";
import { differences, offersOf, presetValue, seatsOf, valueOf, type OptionName, type OptionValue, type OptionValues } from "../rules/rulebook";

export interface Choice {
  readonly preset: string;
  readonly seats: number;
  /** What is not as the preset has it. */
  readonly options: OptionValues;
}

/** A short match of two, so that who taps nothing plays at once. */
export const FIRST_CHOICE: Choice = { preset: "maestro", seats: 2, options: { target: 15 } };

/** The same table by other rules: what the new preset does not offer falls away. */
export function withPreset(choice: Choice, preset: string): Choice {
  const sizes = seatsOf(preset);
  const seats = sizes.includes(choice.seats) ? choice.seats : (sizes[0] ?? choice.seats);
  const target = valueOf(choice.preset, choice.options, "target");
  const options = offersOf(preset).target?.includes(target ?? null) ? { target } : {};
  return { preset, seats, options: differences(preset, options as OptionValues) };
}

/** The same rules with another number of seats; only six play pica-pica. */
export function withSeats(choice: Choice, seats: number): Choice {
  const { pica_pica: _, ...options } = choice.options;
  return { ...choice, seats, options: seats === 6 ? choice.options : options };
}

export function withOption(choice: Choice, option: OptionName, value: OptionValue): Choice {
  return { ...choice, options: differences(choice.preset, { ...choice.options, [option]: value }) };
}

export function optionOf(choice: Choice, option: OptionName): OptionValue {
  return valueOf(choice.preset, choice.options, option) ?? null;
}

/** The options besides the points that the preset leaves to this table: `pica_pica` only where six play. */
export function offered({ preset, seats }: Choice): readonly (readonly [OptionName, readonly OptionValue[]])[] {
  const offers = Object.entries(offersOf(preset)) as [OptionName, readonly OptionValue[]][];
  return offers.filter(([option]) => option !== "target" && (option !== "pica_pica" || seats === 6));
}

/** The points to choose from, the fewest first: those offered, else the preset's own. */
export function targets({ preset }: Choice): readonly number[] {
  const offers = offersOf(preset).target ?? [presetValue(preset, "target") ?? null];
  return offers.map(Number).sort((one, other) => one - other);
}

/** The rules to ask the server for. */
export function rulesetOf({ preset, options }: Choice): NewTable["ruleset"] {
  return { preset, options: toMessage(options) };
}
