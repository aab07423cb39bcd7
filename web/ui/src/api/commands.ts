import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ActionSchema, RulesetSchema } from "../gen/truco/rules/v1/rules_pb";
import type { RulesSection } from "../gen/truco/rules/v1/words_pb";
import type {
  ActResponse,
  OpenTableRequestSchema,
  ReportCause,
  SayRequestSchema,
  SeekRequestSchema,
  SeekStatus,
  TableInfo,
  TableUpdate,
} from "../gen/truco/play/v1/play_pb";
import type { PlayClient } from "./client";
import { untilAnswered } from "./retry";

const TIMEOUT = { timeoutMs: 8_000 };

type Own = "$typeName" | "requestId" | "clientSeed";

/** What a new table is like. */
export type NewTable = Omit<MessageInitShape<typeof OpenTableRequestSchema>, Own> & { readonly ruleset: MessageInitShape<typeof RulesetSchema> };

/** What match to look for. */
export type NewSeek = Omit<MessageInitShape<typeof SeekRequestSchema>, Own>;

/** What to say: to all, to the team, a seña or a reaction. */
export type Speech = NonNullable<MessageInitShape<typeof SayRequestSchema>["what"]>;

/** Where to sit down, and with what password. */
export interface Place {
  readonly seat?: number | undefined;
  readonly password?: string | undefined;
}

/** What a player does, each under one request id however often the network makes us repeat it. */
export class Commands {
  constructor(private readonly client: PlayClient) {}

  async open(table: NewTable): Promise<TableUpdate> {
    const request = { requestId: requestId(), clientSeed: requestId(), ...table };
    return present((await untilAnswered(() => this.client.openTable(request, TIMEOUT))).update);
  }

  async join(tableId: string, { seat, password = "" }: Place = {}): Promise<TableUpdate> {
    const request = { requestId: requestId(), clientSeed: requestId(), tableId, password, ...(seat === undefined ? {} : { seat }) };
    return present((await untilAnswered(() => this.client.joinTable(request, TIMEOUT))).update);
  }

  async addBots(tableId: string, count: number): Promise<void> {
    const request = { requestId: requestId(), tableId, count };
    await untilAnswered(() => this.client.addBots(request, TIMEOUT));
  }

  async start(tableId: string): Promise<void> {
    const request = { requestId: requestId(), tableId };
    await untilAnswered(() => this.client.startMatch(request, TIMEOUT));
  }

  async changeSeat(tableId: string, seat: number): Promise<void> {
    const request = { requestId: requestId(), tableId, seat };
    await untilAnswered(() => this.client.changeSeat(request, TIMEOUT));
  }

  async remove(tableId: string, seat: number): Promise<void> {
    const request = { requestId: requestId(), tableId, seat };
    await untilAnswered(() => this.client.removePlayer(request, TIMEOUT));
  }

  /** Acts; with the version the player saw, the action is refused when the table has moved on. */
  act(tableId: string, action: MessageInitShape<typeof ActionSchema>, expectedVersion?: bigint): Promise<ActResponse> {
    const version = expectedVersion === undefined ? {} : { expectedVersion };
    const request = { requestId: requestId(), tableId, action, ...version };
    return untilAnswered(() => this.client.act(request, TIMEOUT));
  }

  async leave(tableId: string): Promise<void> {
    const request = { requestId: requestId(), tableId };
    await untilAnswered(() => this.client.leaveTable(request, TIMEOUT));
  }

  async takeSeatBack(tableId: string): Promise<void> {
    const request = { requestId: requestId(), tableId };
    await untilAnswered(() => this.client.takeSeatBack(request, TIMEOUT));
  }

  async rematch(tableId: string, decline: boolean): Promise<void> {
    const request = { requestId: requestId(), clientSeed: requestId(), tableId, decline };
    await untilAnswered(() => this.client.rematch(request, TIMEOUT));
  }

  /** The private table with that code. */
  async find(code: string): Promise<TableInfo> {
    return present((await untilAnswered(() => this.client.findTable({ code }, TIMEOUT))).table);
  }

  async seek(seek: NewSeek): Promise<SeekStatus> {
    const request = { requestId: requestId(), clientSeed: requestId(), ...seek };
    return present((await untilAnswered(() => this.client.seek(request, TIMEOUT))).status);
  }

  async cancelSeek(): Promise<SeekStatus> {
    const request = { requestId: requestId() };
    return present((await untilAnswered(() => this.client.cancelSeek(request, TIMEOUT))).status);
  }

  async say(tableId: string, what: Speech): Promise<void> {
    const request = { requestId: requestId(), tableId, what };
    await untilAnswered(() => this.client.say(request, TIMEOUT));
  }

  /** Mutes a player or hears it again; all that are muted now. */
  async mute(playerId: string, muted: boolean): Promise<readonly string[]> {
    return (await untilAnswered(() => this.client.mute({ playerId, muted }, TIMEOUT))).playerIds;
  }

  async report(tableId: string, seat: number, cause: ReportCause, text: string): Promise<void> {
    const request = { requestId: requestId(), tableId, seat, cause, text };
    await untilAnswered(() => this.client.report(request, TIMEOUT));
  }

  /** The sealed record of an ended match, JSON. */
  async record(matchId: string): Promise<string> {
    return (await untilAnswered(() => this.client.getMatchRecord({ matchId }, TIMEOUT))).recordJson;
  }

  /** The rules of a table in words. */
  async rules(ruleset: MessageInitShape<typeof RulesetSchema>, seats: number, language: string): Promise<readonly RulesSection[]> {
    const request = { ruleset, seats, language };
    return (await untilAnswered(() => this.client.describeRules(request, TIMEOUT))).sections;
  }

  async list(): Promise<readonly TableInfo[]> {
    return (await this.client.listTables({}, TIMEOUT)).tables;
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where the page is not served over HTTPS or from localhost. */
export function requestId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function present<T>(answer: T | undefined): T {
  if (!answer) throw new Error("The gateway sent an empty answer.");
  return answer;
}
