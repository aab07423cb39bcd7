/** Tables at the moments that a player sees, made by hand. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";

import { TableInfoSchema, TableStatus, TableUpdateSchema, type TableInfo, type TableUpdate } from "../src/gen/truco/play/v1/play_pb";
import { ActionKind, Phase, ScoreReason, TrickResult, type EventSchema, type OptionsSchema, type ViewSchema } from "../src/gen/truco/rules/v1/rules_pb";

export const TABLE_ID = "gallery";

const NAMES = ["Rocío", "Maximiliano", "Tito", "Graciela", "El Flaco", "Bruno"];
const HANDS: readonly (readonly string[])[] = [["1e", "7o", "12c"], ["3b", "5o", "10e"], ["2c", "6b", "11o"]];

type ViewInit = MessageInitShape<typeof ViewSchema>;
type EventInit = MessageInitShape<typeof EventSchema>;

interface Moment {
  readonly seats: number;
  readonly preset?: string;
  readonly options?: MessageInitShape<typeof OptionsSchema>;
  readonly view?: ViewInit;
  readonly events?: readonly EventInit[];
  readonly empty?: number;
  /** What else is to be said of the table. */
  readonly table?: Omit<Exclude<MessageInitShape<typeof TableInfoSchema>, TableInfo>, "$typeName">;
  readonly spectator?: boolean;
  readonly standIn?: number;
}

const act = (kind: ActionKind, card = ""): { kind: ActionKind; card: string } => ({ kind, card });
const cards = (names: readonly string[], kind = ActionKind.PLAY) => names.map((card) => act(kind, card));
const OPENING = [act(ActionKind.ENVIDO), act(ActionKind.REAL_ENVIDO), act(ActionKind.FALTA_ENVIDO), act(ActionKind.TRUCO), act(ActionKind.MAZO)];

/** The table at that moment, as the viewer in seat 0 sees it. */
function table({ seats, preset = "maestro", options = { target: 30 }, view, events = [], empty = 0, table: more, spectator = false, standIn }: Moment): TableUpdate {
  const now = Date.now();
  const awaited = view?.awaited ?? [];
  return create(TableUpdateSchema, {
    ...(!spectator && { seat: 0 }),
    table: {
      turnSeconds: 30,
      bankSeconds: 60,
      startsWhenFull: true,
      listed: true,
      spectatorsAllowed: true,
      tableId: TABLE_ID,
      epoch: 1,
      version: BigInt(now),
      status: view ? TableStatus.PLAYING : TableStatus.OPEN,
      creatorId: "player-0",
      commitment: "5f1d7a84db00d2fce00b31a7fc73224f1d7a84db00d2fce00b31a7fc73224f6b",
      nowMs: BigInt(now),
      ruleset: { preset, options },
      seats: Array.from({ length: seats }, (_, seat) => {
        const taken = seat < seats - empty;
        return {
          seat,
          playerId: taken ? `player-${seat}` : "",
          name: taken ? (NAMES[seat] ?? "") : "",
          bot: taken && seat % 3 === 2,
          standIn: seat === standIn,
          bankMs: 45_000n,
          deadlineMs: awaited.includes(seat) ? BigInt(now + 24_000 + 45_000) : 0n,
        };
      }),
      ...more,
    },
    events: [...events],
    view: view && {
      ...(!spectator && { seat: 0 }), seats, target: 30, hand: 3, phase: Phase.PLAY, score: [7, 12], chicos: [0, 0], dealer: seats - 1, mano: 0,
      turn: 0, truco: 1, cards: [...(HANDS[0] ?? [])], cardsLeft: Array<number>(seats).fill(3), tantos: 28, ...view,
    },
  });
}

const said = (seat: number, call: ActionKind): EventInit => ({ kind: { case: "called", value: { seat, call } } });
const played = (seat: number, trick: number, card: string, faceDown = false) => ({ seat, trick, card, faceDown });

const SIX_PLAYED = [
  ...["4c", "6e", "12o", "3c", "1o", "5b"].map((card, seat) => played(seat, 0, card)),
  ...["7o", "2b", "10c", "11b", "", "3e"].map((card, seat) => played(seat, 1, card, card === "")),
  played(5, 2, "6c"),
];

export const STATES: Readonly<Record<string, () => TableUpdate>> = {
  "2-opening": () =>
    table({ seats: 2, view: { awaited: [0], legal: [...cards(["1e", "7o", "12c"]), ...OPENING] }, events: [{ kind: { case: "handDealt", value: { hand: 3, mano: 0, dealer: 1 } } }] }),
  "2-truco-called": () =>
    table({
      seats: 2,
      view: {
        awaited: [0], mano: 1, pending: { call: ActionKind.TRUCO, team: 0 }, played: [played(1, 0, "3b")], cardsLeft: [3, 2],
        legal: [ActionKind.QUIERO, ActionKind.NO_QUIERO, ActionKind.RETRUCO, ActionKind.ENVIDO, ActionKind.REAL_ENVIDO, ActionKind.FALTA_ENVIDO].map((kind) => act(kind)),
      },
      events: [said(1, ActionKind.TRUCO)],
    }),
  "2-second-trick": () =>
    table({
      seats: 2,
      view: {
        awaited: [0], truco: 2, raise: 0, score: [14, 22], cards: ["7o", "12c"], cardsLeft: [2, 2], tricks: [TrickResult.TEAM_0],
        played: [played(0, 0, "1e"), played(1, 0, "3b")], said: [{ seat: 0, tantos: 28 }, { seat: 1, tantos: 31 }],
        legal: [...cards(["7o", "12c"]), ...cards(["7o", "12c"], ActionKind.DOWN), act(ActionKind.RETRUCO), act(ActionKind.MAZO)],
      },
      events: [said(0, ActionKind.QUIERO), { kind: { case: "declared", value: { seat: 0, tantos: 28 } } }, { kind: { case: "declared", value: { seat: 1, tantos: 31 } } },
        { kind: { case: "scored", value: { team: 1, points: 2, why: ScoreReason.ENVIDO } } }],
    }),
  "2-over": () => table({ seats: 2, view: { phase: Phase.OVER, winner: 0, score: [30, 22], cards: ["12c"], played: [played(0, 0, "1e"), played(1, 0, "3b"), played(0, 1, "7o"), played(1, 1, "5o")], shown: [{ seat: 1, cards: ["10e"] }], tricks: [TrickResult.TEAM_0, TrickResult.TEAM_0] } }),
  "4-their-turn": () =>
    table({
      seats: 4,
      view: { awaited: [1], turn: 1, mano: 3, played: [played(3, 0, "11b"), played(0, 0, "12c")], cards: ["1e", "7o"], cardsLeft: [2, 3, 3, 2], legal: [act(ActionKind.ENVIDO)], score: [15, 9] },
    }),
  "4-envido": () =>
    table({
      seats: 4,
      view: { awaited: [1, 3], pending: { call: ActionKind.REAL_ENVIDO, team: 1 }, played: [], cardsLeft: [3, 3, 3, 3] },
      events: [said(2, ActionKind.REAL_ENVIDO)],
    }),
  "6-third-trick": () =>
    table({
      seats: 6,
      view: {
        awaited: [0], mano: 5, truco: 3, played: SIX_PLAYED, cards: ["1e"], cardsLeft: [1, 1, 1, 1, 1, 0], tricks: [TrickResult.TEAM_1, TrickResult.TEAM_0], score: [23, 28],
        said: [{ seat: 5, tantos: 29 }, { seat: 2, tantos: 33 }], folded: [4],
        legal: [...cards(["1e"]), act(ActionKind.DOWN, "1e"), act(ActionKind.VALE_CUATRO), act(ActionKind.MAZO)],
      },
      events: [said(3, ActionKind.RETRUCO), said(2, ActionKind.QUIERO)],
    }),
  "2-flor-owed": () =>
    table({ seats: 2, preset: "granronda_flor", view: { awaited: [0], cards: ["1o", "7o", "12o"], flor: 28, legal: [act(ActionKind.FLOR)] } }),
  "2-flor-answer": () =>
    table({
      seats: 2, preset: "uruguayo", options: { target: 40 },
      view: {
        target: 40, score: [19, 33], awaited: [0], mano: 1, muestra: "2o", cards: ["12o", "7o", "4o"], flor: 47, sung: [1], pending: { call: ActionKind.FLOR, team: 0 }, suspended: ActionKind.TRUCO,
        legal: [ActionKind.CON_FLOR_ME_ACHICO, ActionKind.FLOR, ActionKind.CONTRAFLOR, ActionKind.CON_FLOR_ENVIDO, ActionKind.CONTRAFLOR_AL_RESTO].map((kind) => act(kind)),
      },
      events: [said(1, ActionKind.FLOR)],
    }),
  "2-contraflor": () =>
    table({
      seats: 2, preset: "granronda_uruguayo",
      view: { awaited: [0], muestra: "11b", cards: ["2b", "7o"], cardsLeft: [2, 3], played: [played(0, 0, "4b")], flor: 46, sung: [0], pending: { call: ActionKind.CONTRAFLOR, team: 0 }, legal: [ActionKind.QUIERO, ActionKind.NO_QUIERO, ActionKind.CONTRAFLOR_AL_RESTO].map((kind) => act(kind)) },
      events: [said(1, ActionKind.CONTRAFLOR)],
    }),
  "2-perros-window": () =>
    table({
      seats: 2, preset: "uruguayo",
      view: { phase: Phase.DEAL, awaited: [1], muestra: "5c", cards: [], tantos: undefined, cardsLeft: [0, 1], played: [played(0, 0, "1e"), played(1, 0, "3b"), played(0, 1, "7o"), played(1, 1, "5o")], tricks: [TrickResult.TEAM_0, TrickResult.TEAM_0], legal: [act(ActionKind.PERROS)] },
    }),
  "4-perros": () =>
    table({
      seats: 4, preset: "uruguayo",
      view: { awaited: [0, 2], refused: [2], muestra: "5c", perros: 1, pending: { call: ActionKind.FALTA_ENVIDO, team: 0 }, suspended: ActionKind.TRUCO, legal: [act(ActionKind.QUIERO), act(ActionKind.NO_QUIERO)] },
      events: [said(3, ActionKind.PERROS)],
    }),
  "4-partners": () =>
    table({
      seats: 4, preset: "estrella", options: { chicosToWin: 2, flor: true },
      view: {
        awaited: [0], chicos: [1, 0], mano: 3, played: [played(3, 0, "11b")], cardsLeft: [3, 3, 3, 2], sung: [3], partnerCards: [{ seat: 2, cards: ["1b", "12c", "10o"] }],
        legal: [...cards(["1e", "7o", "12c"]), act(ActionKind.TRUCO), act(ActionKind.MAZO)],
      },
      events: [said(3, ActionKind.FLOR), { kind: { case: "scored", value: { team: 1, points: 3, why: ScoreReason.FLOR } } }],
    }),
  "4-undone": () =>
    table({
      seats: 4, preset: "ludoteka", options: { flor: true },
      view: { awaited: [1], turn: 1, sung: [2], cardsLeft: [2, 3, 3, 3], played: [played(0, 0, "12c")], cards: ["1e", "7o"] },
      events: [said(2, ActionKind.FLOR), { kind: { case: "scored", value: { team: 1, points: -2, why: ScoreReason.ENVIDO_UNDONE } } }, { kind: { case: "scored", value: { team: 0, points: 3, why: ScoreReason.FLOR } } }],
    }),
  "4-muestra": () =>
    table({ seats: 4, preset: "granronda_uruguayo", view: { awaited: [0], muestra: "4e", mano: 3, played: [played(3, 0, "11b")], cardsLeft: [3, 3, 3, 2], tantos: 36, legal: [...cards(["1e", "7o", "12c"]), ...OPENING] } }),
  "4-perros-said": () =>
    table({
      seats: 4, preset: "uruguayo",
      view: { phase: Phase.DEAL, awaited: [3], muestra: "5c", perros: 0, truco: 2, cards: ["12c"], cardsLeft: [1, 1, 1, 1], tricks: [TrickResult.TEAM_1, TrickResult.TEAM_1],
        played: [played(0, 0, "1o"), played(1, 0, "7o"), played(2, 0, "5b"), played(3, 0, "4c"), played(1, 1, "6o"), played(2, 1, "4b"), played(3, 1, "3c"), played(0, 1, "12c")] },
    }),
  "6-muestra": () =>
    table({
      seats: 6, preset: "uruguayo",
      view: { awaited: [0], mano: 5, muestra: "11c", played: SIX_PLAYED, cards: ["1e"], cardsLeft: [1, 1, 1, 1, 1, 0], tricks: [TrickResult.TEAM_1, TrickResult.TEAM_0], sung: [3], legal: [...cards(["1e"]), act(ActionKind.TRUCO), act(ActionKind.MAZO)] },
    }),
  "6-duel": () =>
    table({
      seats: 6, preset: "uruguayo",
      view: { awaited: [0], hand: 5, mano: 0, playing: [0, 3], dealer: 5, muestra: "7b", cardsLeft: [3, 0, 0, 3, 0, 0], legal: [...cards(["1e", "7o", "12c"]), ...OPENING] },
      events: [{ kind: { case: "handDealt", value: { hand: 5, mano: 0, dealer: 5, muestra: "7b" } } }],
    }),
  "6-duel-of-others": () =>
    table({
      seats: 6, preset: "maestro", options: { picaPica: true },
      view: { awaited: [4], hand: 6, mano: 1, turn: 4, playing: [1, 4], dealer: 5, cards: [], tantos: undefined, played: [played(1, 0, "6e")], cardsLeft: [0, 2, 0, 0, 3, 0] },
      events: [said(1, ActionKind.ENVIDO), said(4, ActionKind.NO_QUIERO)],
    }),
  "6-between-duels": () =>
    table({
      seats: 6, preset: "uruguayo",
      view: { phase: Phase.DEAL, awaited: [5], hand: 6, mano: 2, playing: [2, 5], dealer: 5, muestra: "7b", cards: [], tantos: undefined, played: [played(1, 0, "6e"), played(4, 0, "3b"), played(4, 1, "2b"), played(1, 1, "5e")], cardsLeft: [0, 1, 0, 0, 1, 0], tricks: [TrickResult.TEAM_0, TrickResult.TEAM_0] },
    }),
  "4-flor-shown": () =>
    table({
      seats: 4, preset: "granronda_flor",
      view: { phase: Phase.DEAL, awaited: [0], cards: [], tantos: undefined, cardsLeft: [1, 1, 1, 2], sung: [1], tricks: [TrickResult.TEAM_1, TrickResult.TEAM_1], shown: [{ seat: 1, cards: ["10o"] }],
        played: [played(0, 0, "1o"), played(1, 0, "7o"), played(2, 0, "5b"), played(3, 0, "4c"), played(1, 1, "6o"), played(2, 1, "4b"), played(3, 1, "3c"), played(0, 1, "12c")] },
      events: [{ kind: { case: "cardsShown", value: { seat: 1, cards: ["10o"] } } }],
    }),
  "2-chicos-over": () => table({ seats: 2, preset: "ludoteka", options: { chicosToWin: 2 }, view: { phase: Phase.OVER, winner: 1, score: [11, 30], chicos: [1, 2], cards: [] } }),
  "4-waiting": () => table({ seats: 4, empty: 2 }),
  "4-private": () => table({ seats: 4, empty: 1, table: { code: "PANAL7", hasPassword: true, listed: false, startsWhenFull: false, stake: 0n } }),
  "6-waiting": () => table({ seats: 6, empty: 0, table: { startsWhenFull: false } }),
  "4-refused": () => table({ seats: 4, empty: 1, table: { stake: 50n, startRefusal: { reason: "INSUFFICIENT_CREDITS", playerIds: ["player-0"] } } }),
  "2-starting": () => table({ seats: 2, table: { stake: 100n, status: TableStatus.STARTING } }),
  "2-rematch": () => table({ seats: 2, table: { status: TableStatus.FINISHED, stake: 25n, serverSeed: "ab12", matchId: "gallery-1", rematch: { wantedBy: [1], untilMs: BigInt(Date.now() + 45_000) } }, view: { phase: Phase.OVER, winner: 0, score: [30, 22], cards: [] } }),
  "4-voided": () => table({ seats: 4, table: { status: TableStatus.VOIDED, voidReason: "outage", stake: 25n }, view: { cards: [], score: [12, 9] } }),
  "4-stand-in": () => table({ seats: 4, standIn: 0, view: { awaited: [0] } }),
  "4-spectator": () => table({ seats: 4, spectator: true, view: { hand: 2, phase: Phase.DEAL, score: [4, 6], cards: [], tantos: undefined } }),
  "2-waiting": () => table({ seats: 2, empty: 1 }),
};
