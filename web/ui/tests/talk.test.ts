import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";

import { Commands } from "../src/api/commands";
import { TalkLineSchema, type SayRequest, type TalkLine } from "../src/gen/truco/play/v1/play_pb";
import { takeReasons } from "../src/i18n";
import { talkMoment } from "../src/table/scene";
import { Talk } from "../src/talk/session";
import { isTeamTalk, senasOf, talkText } from "../src/talk/words";
import { play, refusal } from "./play";

const line = (number: number, what: TalkLine["what"], playerId = "ana"): TalkLine =>
  create(TalkLineSchema, { tableId: "t", number: BigInt(number), seat: 2, playerId, name: "Ana", what: what as never });
const text = (value: string): TalkLine["what"] => ({ case: "tableText", value });

describe("señas", () => {
  it("are the table's own set, with the flor where it is played", () => {
    expect(senasOf({ preset: "maestro" })).toHaveLength(9);
    expect(senasOf({ preset: "granronda_flor" })).toContain("flor");
    expect(senasOf({ preset: "uruguayo" })).toEqual(["dos_muestra", "cuatro_muestra", "cinco_muestra", "perico", "perica", "mata", "flor", "buen_envido", "nada"]);
  });

  it("have words that are read", () => {
    for (const preset of ["granronda_flor", "uruguayo"]) {
      for (const sena of senasOf({ preset })) expect(talkText(line(1, { case: "sena", value: sena }))).not.toBe(sena);
    }
  });
});

describe("the talk", () => {
  it("comes in order, each line once", () => {
    const talk = new Talk("t", new Commands(play({})));
    const taken = [2, 1, 2].map((number) => talk.receive(line(number, text(String(number))), false));
    expect(taken).toEqual([true, true, false]);
    expect(talk.store.get().lines.map(talkText)).toEqual(["1", "2"]);
    expect(talk.store.get().unread).toBe(2);
    talk.look(true);
    expect(talk.store.get().unread).toBe(0);
  });

  it("hears nothing of a muted player, from the first lines on", async () => {
    const talk = new Talk("t", new Commands(play({ mute: () => ({ playerIds: ["ana"] }) })));
    talk.receive(line(1, text("hola")), false);
    await talk.mute("ana", true);
    expect(talk.store.get().lines).toEqual([]);
    expect(talk.receive(line(2, text("hola")), false)).toBe(false);
    expect(talk.receive(line(3, text("hola"), "beto"), false)).toBe(true);
  });

  it("says what the player chose, and why it was refused", async () => {
    takeReasons({ BAD_TEXT: "El mensaje está vacío." });
    const said: SayRequest[] = [];
    const talk = new Talk("t", new Commands(play({ say: (request) => {
      said.push(request);
      if (request.what.case === "tableText") throw refusal(Code.InvalidArgument, "BAD_TEXT");
      return {};
    } })));
    expect(await talk.say({ case: "sena", value: "nada" })).toBe(true);
    expect(said[0]?.what).toEqual({ case: "sena", value: "nada" });
    expect(await talk.say({ case: "tableText", value: " " })).toBe(false);
    expect(talk.store.get().notice).toBe("El mensaje está vacío.");
  });

  it("is parted in what all heard and what the team heard", () => {
    const kinds = ["tableText", "teamText", "sena", "reaction"] as const;
    expect(kinds.map((kind) => isTeamTalk(line(1, { case: kind, value: "x" })))).toEqual([false, true, true, false]);
    expect(talkMoment(line(1, { case: "sena", value: "siete_oro" }), false)).toMatchObject({ text: "Siete de oro", spoken: "Ana te hace una seña: Siete de oro", talk: "team" });
  });
});
