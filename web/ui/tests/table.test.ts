import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { describe, expect, it, vi } from "vitest";

import { Commands } from "../src/api/commands";
import { sleep } from "../src/api/retry";
import { ActionSchema, ActionKind, Phase, ViewSchema } from "../src/gen/truco/rules/v1/rules_pb";
import { TableInfoSchema, TablePresenceSchema, TableStatus, TableUpdateSchema, type ActRequest, type TableUpdate } from "../src/gen/truco/play/v1/play_pb";
import { takeReasons } from "../src/i18n";
import { duelists, waitsOut } from "../src/table/duel";
import { endedInVain, stakeWords, vainWords } from "../src/table/ending";
import { placeOf, seatName, teamName } from "../src/table/seating";
import { TableSession } from "../src/table/session";
import { statusText } from "../src/table/status";
import { play, refusal } from "./play";

const seats = ["Ana", "Beto", "Cata", "Dani"].map((name, seat) => ({ seat, name, playerId: name }));
type View = MessageInitShape<typeof ViewSchema>;

function update(view: View, events: object[] = [], version = 7n): TableUpdate {
  const base = { seat: 1, seats: 4, phase: Phase.PLAY, hand: 1, truco: 1 };
  return create(TableUpdateSchema, { seat: 1, table: { tableId: "t", epoch: 1, version, seats }, view: { ...base, ...view }, events: events as never });
}

function status(view: View): string {
  const now = update(view);
  return now.view ? statusText(now, now.view) : "";
}

describe("seating", () => {
  it("puts the viewer below and the next seat to the right", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 1, 4))).toEqual([3, 0, 1, 2]);
    expect(placeOf(0, undefined, 2)).toBe(0);
  });

  it("names teams and seats from where the viewer sits", () => {
    expect([teamName(1, 1), teamName(0, 1), teamName(1, undefined)]).toEqual(["Nosotros", "Ellos", "Impares"]);
    expect([seatName(update({}), 1), seatName(update({}), 2)]).toEqual(["Vos", "Cata"]);
  });
});

describe("the status", () => {
  it.each([
    ["Te toca jugar", { awaited: [1] }],
    ["Juega Cata", { awaited: [2] }],
    ["Te toca responder", { awaited: [1, 3], pending: { call: ActionKind.TRUCO, team: 1 } }],
    ["Falta que responda tu equipo", { awaited: [3], refused: [1], pending: { call: ActionKind.TRUCO, team: 1 } }],
    ["Responden ellos", { awaited: [0, 2], pending: { call: ActionKind.TRUCO, team: 0 } }],
    ["Responden ellos", { seat: undefined, awaited: [0, 2], pending: { call: ActionKind.TRUCO, team: 0 } }],
    ["Responde Dani", { awaited: [3], pending: { call: ActionKind.CONTRAFLOR, team: 1 } }],
    ["Cantá tu flor", { awaited: [1], legal: [{ kind: ActionKind.FLOR }], pending: { call: ActionKind.ENVIDO, team: 0 } }],
    ["Esperando a Dani", { awaited: [3], pending: { call: ActionKind.ENVIDO, team: 0 } }],
    ["Responde Ana", { awaited: [0], pending: { call: ActionKind.TRUCO, team: 0 } }],
    ["Repartiendo…", { phase: Phase.DEAL, awaited: [0] }],
    ["¿Echás los perros?", { phase: Phase.DEAL, awaited: [0], legal: [{ kind: ActionKind.PERROS }] }],
    ["Sigue Cata contra Vos", { seats: 6, phase: Phase.DEAL, awaited: [0], playing: [2, 1] }],
    ["", { phase: Phase.OVER }],
  ] as [string, View][])("says %j", (text, view) => expect(status(view)).toBe(text));
});

describe("a hand of all", () => {
  it("keeps nobody waiting", () => {
    const view = create(ViewSchema, { seats: 4, phase: Phase.PLAY, playing: [1, 2, 3, 0] });
    expect([duelists(view), waitsOut(view, 0)]).toEqual([undefined, false]);
  });
});

describe("a duel", () => {
  const duel = create(ViewSchema, { seats: 6, phase: Phase.PLAY, playing: [4, 1] });

  it("is of two, mano first, and the others wait", () => {
    expect(duelists(duel)).toEqual([4, 1]);
    expect([0, 1, 2, 3, 4, 5].filter((seat) => waitsOut(duel, seat))).toEqual([0, 2, 3, 5]);
  });

  it("leaves nobody dim while the last hand lies on the table", () => {
    expect(waitsOut({ ...duel, phase: Phase.DEAL }, 0)).toBe(false);
  });
});

describe("a table's session", () => {
  const act = async (view: View, answer: () => never | object = () => ({ version: 8n })) => {
    const requests: ActRequest[] = [];
    const client = play({ act: (request) => (requests.push(request), answer()) });
    const session = new TableSession("t", new Commands(client));
    session.update(update(view), false);
    await session.act(create(ActionSchema, { kind: ActionKind.QUIERO }));
    return { session, requests };
  };

  it("answers the call that the player saw, and no other", async () => {
    const pending = { call: ActionKind.TRUCO, team: 1 };
    expect((await act({ pending })).requests[0]?.expectedVersion).toBe(7n);
    expect((await act({})).requests[0]?.expectedVersion).toBeUndefined();
  });

  it("takes no second command before the effect of the first", async () => {
    const { session, requests } = await act({});
    await session.act(create(ActionSchema, { kind: ActionKind.QUIERO }));
    expect(requests).toHaveLength(1);
    session.update(update({}, [], 8n), true);
    expect(session.store.get().busy).toBe(false);
  });

  it("is not freed by the patience of an earlier command", async () => {
    vi.useFakeTimers();
    const { session } = await act({});
    session.update(update({}, [], 8n), true);
    vi.advanceTimersByTime(2_900);
    await session.act(create(ActionSchema, { kind: ActionKind.QUIERO }));
    vi.advanceTimersByTime(200);
    expect(session.store.get().busy).toBe(true);
    vi.advanceTimersByTime(2_900);
    expect(session.store.get().busy).toBe(false);
    vi.useRealTimers();
  });

  it("tells the portal's text for a refusal and lets the player go on", async () => {
    takeReasons({ NOT_YOUR_TURN: "No es tu turno." });
    const { session } = await act({}, () => {
      throw refusal(Code.FailedPrecondition, "NOT_YOUR_TURN");
    });
    expect(session.store.get()).toMatchObject({ notice: "No es tu turno.", busy: false });
  });

  it("keeps what happened as lines and acts out only what is new", () => {
    const session = new TableSession("t", new Commands(play({})));
    const called = { kind: { case: "called", value: { seat: 2, call: ActionKind.ENVIDO } } };
    session.update(update({}, [called]), false);
    expect(session.store.get().log.lines.map((line) => line.text)).toEqual(["Cata: «¡Envido!»"]);
    expect(session.store.get().lastCall).toMatchObject({ seat: 2, call: ActionKind.ENVIDO });
    expect(session.store.get().shown).toEqual([]);
  });
});

describe("a seat with a stand-in", () => {
  const seated = (standIn: boolean, live: boolean) => {
    let taken = 0;
    const session = new TableSession("t", new Commands(play({ takeSeatBack: () => (taken++, {}) })));
    const now = update({});
    const mine = now.table?.seats[1];
    if (mine) mine.standIn = standIn;
    if (now.table) now.table.status = TableStatus.PLAYING;
    session.update(now, live);
    return { session, taken: () => taken };
  };

  it("is taken back when its player comes back, and not while it only looks on", async () => {
    const opened = [seated(true, false), seated(true, true), seated(false, false)] as const;
    await sleep(20);
    expect(opened.map(({ taken }) => taken())).toEqual([1, 0, 0]);
    opened[1].session.back();
    await sleep(20);
    expect(opened.map(({ taken }) => taken())).toEqual([1, 1, 0]);
  });
});

describe("who is away", () => {
  it("is known by seat until the connection is lost", () => {
    const session = new TableSession("t", new Commands(play({})));
    session.presence(create(TablePresenceSchema, { tableId: "t", away: [{ seat: 2, sinceMs: 5n }] }));
    session.presence(create(TablePresenceSchema, { tableId: "another", away: [{ seat: 3, sinceMs: 5n }] }));
    expect([...session.store.get().away]).toEqual([[2, 5]]);
    session.connection("reconnecting");
    expect(session.store.get().away.size).toBe(0);
  });
});

describe("an end", () => {
  const ended = (table: MessageInitShape<typeof TableInfoSchema>) => create(TableInfoSchema, table);

  it("without a winner says why, and that stakes are back where there were any", () => {
    expect(vainWords(ended({ status: TableStatus.VOIDED, voidReason: "outage" }))).toBe("La partida se anuló por una falla nuestra.");
    expect(vainWords(ended({ status: TableStatus.ABANDONED, stake: 25n }))).toMatch(/abandonada.* Los créditos volvieron/);
    expect(vainWords(ended({ status: TableStatus.CLOSED }))).toBe("La mesa se cerró antes de empezar.");
    expect([TableStatus.VOIDED, TableStatus.FINISHED].map((status) => endedInVain(ended({ status })))).toEqual([true, false]);
  });

  it("with stakes says what they brought or cost", () => {
    const table = ended({ status: TableStatus.FINISHED, stake: 1n });
    expect([stakeWords(table, true), stakeWords(table, false), stakeWords(ended({}), true)]).toEqual(["Ganaste 1 crédito", "Perdiste 1 crédito", undefined]);
  });
});
