/** The presets and options of rules.md 15 as `rulebook.json` lists them; a test holds that file to the engine. */

import book from "./rulebook.json";

export type OptionName = keyof typeof book.options;

/** `null` is "no limit"; a list is that of the replies to a flor. */
export type OptionValue = string | number | boolean | null | readonly string[];

/** Some options with their values. */
export type OptionValues = Readonly<Partial<Record<OptionName, OptionValue>>>;

interface Range {
  readonly from: number;
  readonly to: number;
  /** Whether there may be no limit. */
  readonly none?: boolean;
}

export const PRESETS: readonly string[] = book.presets;
export const OPTIONS = Object.keys(book.options) as readonly OptionName[];

/** The table sizes at which a preset is played. */
export function seatsOf(preset: string): readonly number[] {
  return book.seats[PRESETS.indexOf(preset)] ?? [];
}

/** What an option is in a preset; nothing for a preset that this page does not know. */
export function presetValue(preset: string, option: OptionName): OptionValue | undefined {
  return book.options[option].presets[PRESETS.indexOf(preset)];
}

/** What an option is at a table: its own, else the preset's. */
export function valueOf(preset: string, own: OptionValues, option: OptionName): OptionValue | undefined {
  return own[option] ?? (option in own ? null : presetValue(preset, option));
}

/** All that an option may be; for the replies to a flor, each of which may be or not, all of them. */
export function choicesOf(option: OptionName): readonly OptionValue[] {
  const choices: readonly OptionValue[] | Range = book.options[option].choices;
  return isRange(choices) ? [...(choices.none ? [null] : []), ...numbers(choices)] : choices;
}

/** The options that a preset leaves to the table ("may be" in rules.md 15), each with its values, the preset's own first. */
export function offersOf(preset: string): OptionChoices {
  const offers: Readonly<Record<string, OptionChoices>> = book.offers;
  return offers[preset] ?? {};
}

type OptionChoices = Readonly<Partial<Record<OptionName, readonly OptionValue[]>>>;

export function sameValue(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
  if (!isList(one) || !isList(other)) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

export function isList(value: OptionValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** The options among these that are not as the preset has them. */
export function differences(preset: string, own: OptionValues): OptionValues {
  const entries = Object.entries(own) as [OptionName, OptionValue][];
  return Object.fromEntries(entries.filter(([option, value]) => !sameValue(value, presetValue(preset, option))));
}

function isRange(choices: readonly OptionValue[] | Range): choices is Range {
  return "from" in choices;
}

function numbers({ from, to }: Range): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
