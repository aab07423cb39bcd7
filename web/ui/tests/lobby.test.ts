import { Code } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";

import { Commands } from "../src/api/commands";
import type { OpenTableRequest } from "../src/gen/truco/play/v1/play_pb";
import { takeReasons } from "../src/i18n";
import { FIRST_CHOICE, offered, optionOf, targets, withOption, withPreset, withSeats, type Choice } from "../src/lobby/choice";
import { PLAIN_TABLE, tableOf } from "../src/lobby/extras";
import { LobbySession } from "../src/lobby/session";
import { fromMessage } from "../src/rules/message";
import { play, refusal } from "./play";

const choice = (preset: string, seats = 6): Choice => ({ preset, seats, options: {} });

describe("a choice", () => {
  it("keeps what a new preset offers and drops the rest", () => {
    const custom = withOption(withOption(FIRST_CHOICE, "flor", true), "mazo", "individual");
    expect(withPreset(custom, "estrella")).toEqual({ preset: "estrella", seats: 2, options: { target: 15 } });
    expect(withPreset(custom, "granronda")).toEqual({ preset: "granronda", seats: 2, options: {} });
    expect(withPreset(withSeats(custom, 6), "ludoteka").seats).toBe(2);
  });

  it("keeps only what is not the preset's own", () => {
    const changed = withOption(choice("maestro"), "falta", "leader");
    expect(changed.options).toEqual({ falta: "leader" });
    expect(withOption(changed, "falta", "malas").options).toEqual({});
  });

  it("is of the preset's own value where it says nothing else", () => {
    expect(optionOf(FIRST_CHOICE, "target")).toBe(15);
    expect(optionOf(withOption(FIRST_CHOICE, "target", 30), "target")).toBe(30);
  });

  it("offers pica-pica at six alone, and forgets it with fewer seats", () => {
    expect(offered(choice("maestro")).map(([option]) => option)).toEqual(["flor", "falta", "mazo_bonus", "pica_pica"]);
    expect(offered(choice("maestro", 4)).map(([option]) => option)).toEqual(["flor", "falta", "mazo_bonus"]);
    expect(withSeats(withOption(choice("estrella"), "pica_pica", true), 4).options).toEqual({});
  });

  it("is to the points that rules.md 15 lists", () => {
    expect(["maestro", "granronda", "uruguayo", "estrella"].map((preset) => targets(choice(preset)))).toEqual([[15, 30], [30], [30, 40], [15, 30]]);
  });
});

describe("the lobby's session", () => {
  const open = async (wanted: Choice, answer: () => never | object = () => ({ update: { table: { tableId: "t" } } })) => {
    const requests: OpenTableRequest[] = [];
    const client = play({ openTable: (request) => (requests.push(request), answer()) });
    const went: string[] = [];
    const session = new LobbySession(new Commands(client), "tab-12345", (tableId) => void went.push(tableId));
    await session.open(tableOf(wanted, 0, PLAIN_TABLE));
    return { session, went, request: requests[0] };
  };

  it("sends the preset and what differs from it, and nothing else", async () => {
    const { request, went } = await open(withOption(choice("uruguayo"), "pica_falta", 6));
    expect(request?.ruleset?.preset).toBe("uruguayo");
    expect(fromMessage(request?.ruleset?.options)).toEqual({ pica_falta: 6 });
    expect(went).toEqual(["t"]);
  });

  it("says which options the server refused", async () => {
    takeReasons({ BAD_OPTION: "Esa combinación de reglas no es posible." });
    const { session } = await open(choice("uruguayo"), () => {
      throw refusal(Code.InvalidArgument, "BAD_OPTION", {}, "perros need flor");
    });
    expect(session.store.get()).toMatchObject({
      notice: "Esa combinación de reglas no es posible. Revisá: Flor, Perros.",
      blamed: ["flor", "perros"],
      busy: false,
    });
  });

  it("blames no option for a refusal of another kind", async () => {
    takeReasons({ BAD_SEATS: "Con esas reglas no se juega de a tantos." });
    const { session } = await open(choice("ludoteka"), () => {
      throw refusal(Code.InvalidArgument, "BAD_SEATS", {}, "six seats play no flor here");
    });
    expect(session.store.get()).toMatchObject({ notice: "Con esas reglas no se juega de a tantos.", blamed: [] });
  });
});
