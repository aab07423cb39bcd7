import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";

import { TableUpdateSchema, type TableUpdate } from "../src/gen/truco/play/v1/play_pb";
import { ActionKind, Phase, ScoreReason, type EventSchema } from "../src/gen/truco/rules/v1/rules_pb";
import { texts } from "../src/i18n";
import { moments } from "../src/table/scene";
import { eventLine } from "../src/table/words";

type EventInit = MessageInitShape<typeof EventSchema>;

const SEATS = ["Ana", "Beto", "Cata", "Dani", "Eva", "Fede"].map((name, seat) => ({ seat, name, playerId: name }));
const update = (event: EventInit, view = {}): TableUpdate =>
  create(TableUpdateSchema, { seat: 1, table: { tableId: "t", seats: SEATS }, events: [event], view: { seat: 1, seats: 6, phase: Phase.PLAY, hand: 4, ...view } });
const line = (event: EventInit, view = {}): string | undefined => {
  const now = update(event, view);
  return now.events[0] && eventLine(now.events[0], now);
};
const scored = (team: number, points: number, why: ScoreReason): EventInit => ({ kind: { case: "scored", value: { team, points, why } } });
const dealt = (muestra = "", mano = 3): EventInit => ({ kind: { case: "handDealt", value: { hand: 4, mano, dealer: 2, muestra } } });

describe("the log", () => {
  it("has a word for every reason to score", () => {
    const reasons = Object.values(ScoreReason).filter((reason) => typeof reason === "string" && reason !== "UNSPECIFIED");
    expect(Object.keys(texts.scored).sort()).toEqual(reasons.sort());
  });

  it.each([
    ["Ellos: 4 puntos (con flor me achico)", scored(0, 4, ScoreReason.FLOR_ACHICO)],
    ["Nosotros: 1 punto (truco no querido)", scored(1, 1, ScoreReason.TRUCO_REFUSED)],
    ["Ellos: 2 puntos menos (envido deshecho por la flor)", scored(0, -2, ScoreReason.ENVIDO_UNDONE)],
    ["Abandono a favor de nosotros", scored(1, 0, ScoreReason.FORFEIT)],
    ["Mano 4. Es mano Dani.", dealt()],
    ["Mano 4. Sos mano.", dealt("", 1)],
    ["Mano 4. Es mano Dani. Muestra: Dos de oro.", dealt("2o")],
    ["Dani: «¡Contraflor al resto!»", { kind: { case: "called", value: { seat: 3, call: ActionKind.CONTRAFLOR_AL_RESTO } } }],
    ["Vos: «¡Te echo los perros!»", { kind: { case: "called", value: { seat: 1, call: ActionKind.PERROS } } }],
    ["Dani muestra Siete de oro, Seis de oro", { kind: { case: "cardsShown", value: { seat: 3, cards: ["7o", "6o"] } } }],
  ] as [string, EventInit][])("says %j", (text, event) => expect(line(event)).toBe(text));

  it("says whose duel a hand is, as long as it is the hand on the table", () => {
    expect(line(dealt("2o"), { playing: [3, 0] })).toBe("Mano 4. Es mano Dani. Pica-pica: Dani contra Ana. Muestra: Dos de oro.");
    expect(line(dealt(), { playing: [4, 1], hand: 5 })).toBe("Mano 4. Es mano Dani.");
    expect(line(dealt(), { playing: [4, 1], phase: Phase.DEAL })).toBe("Mano 4. Es mano Dani.");
  });
});

describe("a moment", () => {
  const only = (event: EventInit, view = {}) => moments(update(event, view))[0];

  it("shows points that are taken back, and says so", () => {
    expect(only(scored(0, -2, ScoreReason.ENVIDO_UNDONE))).toEqual({ seat: undefined, text: "Ellos −2 · envido deshecho por la flor", spoken: "Ellos: 2 puntos menos (envido deshecho por la flor)" });
    expect(only(scored(1, 3, ScoreReason.FLOR))?.text).toBe("Nosotros +3 · flor");
  });

  it("tells a muestra and a duel to those who listen, since the table shows them", () => {
    expect(only(dealt("2o"))).toEqual({ seat: undefined, text: "", spoken: "Mano 4. Es mano Dani. Muestra: Dos de oro." });
    expect(only(dealt(), { playing: [3, 0] })?.spoken).toBe("Mano 4. Es mano Dani. Pica-pica: Dani contra Ana.");
    expect(only(dealt())).toBeUndefined();
  });

  it("announces a chico unless the match is over with it", () => {
    const ended: EventInit = { kind: { case: "chicoEnded", value: { team: 1 } } };
    expect(only(ended)?.text).toBe("Chico para Nosotros");
    expect(only(ended, { phase: Phase.OVER })).toBeUndefined();
  });
});
