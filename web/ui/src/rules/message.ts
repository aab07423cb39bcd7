/** Options between the page's plain values and the message of truco.rules.v1. */

import { isFieldSet, type MessageInitShape } from "@bufbuild/protobuf";

import {
  ActionKind,
  FlorRepliesSchema,
  LimitSchema,
  OptionsSchema,
  type FlorReplies,
  type Limit,
  type Options,
} from "../gen/truco/rules/v1/rules_pb";
import { OPTIONS, isList, valueOf, type OptionName, type OptionValue, type OptionValues } from "./rulebook";

/** A ruleset, as a message or as far as the page knows it. */
export interface Rules {
  readonly preset: string;
  readonly options?: Options;
}

type Field = (typeof OptionsSchema.fields)[number];

/** The message that sets these options and no other. */
export function toMessage(values: OptionValues): MessageInitShape<typeof OptionsSchema> {
  const chosen = OptionsSchema.fields.filter((field) => field.name in values);
  return Object.fromEntries(chosen.map((field) => [field.localName, packed(field, values[field.name as OptionName] ?? null)]));
}

/** The options that the message sets. */
export function fromMessage(options: Options | undefined): OptionValues {
  if (!options) return {};
  const known = OptionsSchema.fields.filter((field) => OPTIONS.includes(field.name as OptionName) && isFieldSet(options, field));
  return Object.fromEntries(known.map((field) => [field.name, plain(field, options[field.localName as keyof Options])]));
}

/** The points that end a chico at a table; nothing where the preset is unknown. */
export function targetOf(ruleset: Rules | undefined): number | undefined {
  return numberOf(ruleset, "target");
}

/** The chicos that win the match. */
export function chicosToWin(ruleset: Rules | undefined): number {
  return numberOf(ruleset, "chicos_to_win") ?? 1;
}

function numberOf(ruleset: Rules | undefined, option: OptionName): number | undefined {
  const value = valueOf(ruleset?.preset ?? "", fromMessage(ruleset?.options), option);
  return typeof value === "number" ? value : undefined;
}

function packed(field: Field, value: OptionValue): unknown {
  if (field.message === LimitSchema) return value === null ? {} : { points: value };
  if (field.message === FlorRepliesSchema) return { replies: (isList(value) ? value : []).map(kindOf) };
  return value;
}

function plain(field: Field, value: unknown): unknown {
  if (field.message === LimitSchema) return (value as Limit).points ?? null;
  if (field.message === FlorRepliesSchema) return (value as FlorReplies).replies.map((kind) => ActionKind[kind]?.toLowerCase());
  return value;
}

function kindOf(reply: string): ActionKind {
  return ActionKind[reply.toUpperCase() as keyof typeof ActionKind];
}
