/** Señas, reactions and lines of talk as a player reads them. */

import type { TalkLine } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { fromMessage, type Rules } from "../rules/message";
import { valueOf } from "../rules/rulebook";

const ARGENTINE = ["ancho_espada", "ancho_basto", "siete_espada", "siete_oro", "tres", "dos", "ancho_falso", "buen_envido", "nada"];
const URUGUAYAN = ["dos_muestra", "cuatro_muestra", "cinco_muestra", "perico", "perica", "mata", "flor", "buen_envido", "nada"];

export const REACTIONS = ["jaja", "bien_jugado", "que_mala_suerte", "apurate", "gracias", "buena_suerte", "uh", "mentiroso"] as const;

/** The señas of a table's set (rules.md 13). */
export function senasOf(ruleset: Rules | undefined): readonly string[] {
  const option = (name: "senas" | "flor") => valueOf(ruleset?.preset ?? "", fromMessage(ruleset?.options), name);
  if (option("senas") === "uruguayan") return URUGUAYAN;
  return option("flor") ? [...ARGENTINE.slice(0, -2), "flor", ...ARGENTINE.slice(-2)] : ARGENTINE;
}

export const senaWords = (sena: string): string => texts.talk.senas[sena] ?? sena;

export const reactionWords = (reaction: string): string => texts.talk.reactions[reaction] ?? reaction;

/** What was said, in words. */
export function talkText({ what }: TalkLine): string {
  if (what.case === "sena") return senaWords(what.value);
  return what.case === "reaction" ? reactionWords(what.value) : (what.value ?? "");
}

/** Whether only the team heard it. */
export function isTeamTalk({ what }: TalkLine): boolean {
  return what.case === "teamText" || what.case === "sena";
}
