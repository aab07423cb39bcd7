/** What may be said, in the groups in which a player thinks of it. Cards, mazo and the deal are not said: they have places of their own. */

import { ActionKind, type Action } from "../gen/truco/rules/v1/rules_pb";

export type GroupName = "answer" | "flor" | "truco" | "envido" | "perros";

export interface Group {
  readonly name: GroupName;
  readonly actions: readonly Action[];
}

/** The order on the screen: answers first, so that no button moves under a finger. */
const GROUPS: readonly (readonly [GroupName, readonly ActionKind[]])[] = [
  ["answer", [ActionKind.QUIERO, ActionKind.NO_QUIERO]],
  ["flor", [ActionKind.FLOR, ActionKind.CON_FLOR_ME_ACHICO, ActionKind.CON_FLOR_ENVIDO, ActionKind.CONTRAFLOR, ActionKind.CONTRAFLOR_AL_RESTO]],
  ["truco", [ActionKind.TRUCO, ActionKind.RETRUCO, ActionKind.VALE_CUATRO]],
  ["envido", [ActionKind.ENVIDO, ActionKind.REAL_ENVIDO, ActionKind.FALTA_ENVIDO]],
  ["perros", [ActionKind.PERROS]],
];

/** The groups that have something to say now, each in the order of the rule book. */
export function groupsOf(legal: readonly Action[]): readonly Group[] {
  const of = (kinds: readonly ActionKind[]): readonly Action[] => kinds.flatMap((kind) => legal.filter((action) => action.kind === kind));
  return GROUPS.map(([name, kinds]) => ({ name, actions: of(kinds) })).filter(({ actions }) => actions.length > 0);
}

/** Whether the viewer has to sing before anything else (rules.md 7). */
export function owesFlor(legal: readonly Action[]): boolean {
  return legal.length > 0 && legal.every((action) => action.kind === ActionKind.FLOR);
}

export function allows(legal: readonly Action[], kind: ActionKind): boolean {
  return legal.some((action) => action.kind === kind);
}
