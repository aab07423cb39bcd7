import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { describe, expect, it, vi } from "vitest";

import { Commands } from "../src/api/commands";
import { SeekState, SeekStatusSchema, type SeekRequest } from "../src/gen/truco/play/v1/play_pb";
import { texts } from "../src/i18n";
import { FIRST_CHOICE } from "../src/lobby/choice";
import { PLAIN_SEEK, PLAIN_TABLE, partySizes, seekOf, tableOf } from "../src/lobby/extras";
import { codeIn, invitationIn, partyQuery, type Invitation } from "../src/lobby/invitation";
import { LobbySession } from "../src/lobby/session";
import { play, refusal } from "./play";

const status = (state: SeekState, tableId = "") => create(SeekStatusSchema, { state, tableId, seek: { preset: "maestro", seats: 2 } });

describe("what is asked for", () => {
  it("is the preset alone, since strangers meet by the house's rules", () => {
    expect(seekOf(FIRST_CHOICE, 0, PLAIN_SEEK)).toEqual({ preset: "maestro", seats: 2, stake: 0n, ranked: false, botsAfterSeconds: 20 });
  });

  it("has no bots where there are stakes", () => {
    expect(seekOf(FIRST_CHOICE, 25, PLAIN_SEEK)).toMatchObject({ stake: 25n, botsAfterSeconds: 0 });
    expect(tableOf(FIRST_CHOICE, 25, { ...PLAIN_TABLE, bots: 1 })).toMatchObject({ stake: 25n, bots: 0 });
  });

  it("has a password only at a private table, and leaves one seat to people", () => {
    expect(tableOf(FIRST_CHOICE, 0, { ...PLAIN_TABLE, password: "sota", bots: 3 })).toMatchObject({ password: "", unlisted: false, bots: 1 });
    expect(tableOf(FIRST_CHOICE, 0, { ...PLAIN_TABLE, password: "sota", secret: true })).toMatchObject({ password: "sota", unlisted: true });
  });

  it("leaves the times to the rules unless they are chosen", () => {
    expect(tableOf(FIRST_CHOICE, 0, PLAIN_TABLE)).not.toHaveProperty("turnSeconds");
    expect(tableOf(FIRST_CHOICE, 0, { ...PLAIN_TABLE, turnSeconds: 10, bankSeconds: 0 })).toMatchObject({ turnSeconds: 10, bankSeconds: 0 });
  });

  it("lets a party have at most half the table", () => {
    expect([2, 4, 6].map(partySizes)).toEqual([[], [2], [2, 3]]);
  });
});

describe("a party's link", () => {
  const invitation: Invitation = {
    choice: { preset: "uruguayo", seats: 6, options: {} }, stake: 50, extras: { ranked: true, bots: false, party: { key: "amigos-de-la-cuadra", size: 3 } },
  };

  it("says all that its members must seek alike", () => {
    expect(invitationIn(partyQuery(invitation))).toEqual(invitation);
  });

  it.each(["", "?grupo=corto&reglas=maestro&jugadores=4&son=2", "?grupo=amigos-de-la-cuadra&reglas=tute&jugadores=4&son=2&creditos=0", "?grupo=amigos-de-la-cuadra&reglas=maestro&jugadores=4&son=3&creditos=0", "?grupo=amigos-de-la-cuadra&reglas=maestro&jugadores=4&son=2&creditos=7"])(
    "is nothing when it makes no sense: %j",
    (search) => expect(invitationIn(search)).toBeUndefined(),
  );

  it("is another one than a private table's", () => {
    expect([codeIn("?codigo=PANAL7"), codeIn("")]).toEqual(["PANAL7", ""]);
  });
});

describe("a seek", () => {
  const session = (answer: (request: SeekRequest) => object) => {
    const went: string[] = [];
    const requests: SeekRequest[] = [];
    const client = play({
      seek: (request) => (requests.push(request), answer(request)),
      cancelSeek: () => ({ status: status(SeekState.ENDED) }),
    });
    return { lobby: new LobbySession(new Commands(client), "tab-12345", (tableId) => void went.push(tableId)), went, requests };
  };

  it("lasts as long as this tab's stream and leads to the table that it finds", async () => {
    const { lobby, went, requests } = session(() => ({ status: status(SeekState.WAITING) }));
    await lobby.look(seekOf(FIRST_CHOICE, 0, PLAIN_SEEK));
    expect(requests[0]?.clientId).toBe("tab-12345");
    expect(lobby.store.get().seek?.state).toBe(SeekState.WAITING);
    lobby.seek(status(SeekState.MATCHED, "t"));
    expect(went).toEqual(["t"]);
  });

  it("is tried again while the stream is a moment behind", async () => {
    vi.useFakeTimers();
    let tries = 0;
    const { lobby } = session(() => {
      if (++tries < 3) throw refusal(Code.FailedPrecondition, "NOT_WATCHING");
      return { status: status(SeekState.WAITING) };
    });
    const done = lobby.look(seekOf(FIRST_CHOICE, 0, PLAIN_SEEK));
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    vi.useRealTimers();
    expect([tries, lobby.store.get().notice]).toEqual([3, ""]);
  });

  it("ends without a word when the player ends it, and with one when something else does", async () => {
    const { lobby } = session(() => ({ status: status(SeekState.WAITING) }));
    await lobby.look(seekOf(FIRST_CHOICE, 0, PLAIN_SEEK));
    await lobby.cancelSeek();
    expect(lobby.store.get()).toMatchObject({ seek: undefined, notice: "" });
    await lobby.look(seekOf(FIRST_CHOICE, 0, PLAIN_SEEK));
    lobby.seek(status(SeekState.ENDED));
    expect(lobby.store.get()).toMatchObject({ seek: undefined, notice: texts.seek.ended });
  });
});
