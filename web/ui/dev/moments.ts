/** What else happens at the gallery's tables: talk, absence, a seek, and hands that are only watched. */

import { create } from "@bufbuild/protobuf";

import {
  SeekState,
  SeekStatusSchema,
  SpectatedHandSchema,
  TablePresenceSchema,
  TalkLineSchema,
  type SpectatedHand,
} from "../src/gen/truco/play/v1/play_pb";
import { ActionKind, Phase, ScoreReason, TrickResult } from "../src/gen/truco/rules/v1/rules_pb";
import { STATES, TABLE_ID } from "./states";

const said = (number: number, seat: number, what: { case: "tableText" | "teamText" | "sena" | "reaction"; value: string }) =>
  create(TalkLineSchema, { tableId: TABLE_ID, number: BigInt(number), seat, playerId: `player-${seat}`, name: ["Rocío", "Maximiliano", "Tito", "Graciela"][seat] ?? "", what });

export const TALK = [
  said(1, 1, { case: "tableText", value: "¡Buenas! ¿Listos para perder?" }),
  said(2, 0, { case: "tableText", value: "Hablá menos y jugá, <b>che</b>" }),
  said(3, 2, { case: "sena", value: "ancho_espada" }),
  said(4, 3, { case: "reaction", value: "mentiroso" }),
];

export const AWAY = create(TablePresenceSchema, { tableId: TABLE_ID, away: [{ seat: 1, sinceMs: BigInt(Date.now() - 12_000) }], nowMs: BigInt(Date.now()) });

export const SEEK = create(SeekStatusSchema, {
  state: SeekState.WAITING,
  seek: { preset: "maestro", seats: 4, botsAfterSeconds: 20 },
  sinceMs: BigInt(Date.now() - 7_000),
  waiting: 3,
  expectedSeconds: 25,
  partyPresent: 1,
  nowMs: BigInt(Date.now()),
});

const card = (seat: number, trick: number, name: string) => ({ events: [{ kind: { case: "cardPlayed" as const, value: { seat, trick, card: name } } }] });
const call = (seat: number, kind: ActionKind) => ({ events: [{ kind: { case: "called" as const, value: { seat, call: kind } } }] });

function hand(): SpectatedHand {
  const table = STATES["4-spectator"]?.().table;
  const played = [["4c", "6e", "12o", "3c"], ["7o", "2b", "10c", "11b"]].flatMap((cards, trick) => cards.map((name, seat) => ({ seat, trick, card: name })));
  return create(SpectatedHandSchema, {
    ...(table && { table }),
    steps: [
      { events: [{ kind: { case: "handDealt", value: { hand: 3, dealer: 3, mano: 0 } } }] },
      ...played.slice(0, 2).map((one) => card(one.seat, one.trick, one.card)),
      call(2, ActionKind.TRUCO),
      call(3, ActionKind.QUIERO),
      ...played.slice(2, 4).map((one) => card(one.seat, one.trick, one.card)),
      { events: [{ kind: { case: "trickEnded", value: { trick: 0, result: TrickResult.TEAM_1 } } }] },
      ...played.slice(4).map((one) => card(one.seat, one.trick, one.card)),
      { events: [{ kind: { case: "trickEnded", value: { trick: 1, result: TrickResult.TEAM_0 } } }, { kind: { case: "scored", value: { team: 0, points: 2, why: ScoreReason.TRUCO } } }] },
    ],
    view: { seats: 4, target: 30, hand: 3, phase: Phase.DEAL, score: [6, 6], chicos: [0, 0], dealer: 0, mano: 1, truco: 2, tricks: [TrickResult.TEAM_1, TrickResult.TEAM_0], played, cardsLeft: [1, 1, 1, 1] },
  });
}

export const HANDS_WATCHED: Readonly<Record<string, readonly SpectatedHand[]>> = { "4-spectator": [hand()] };
