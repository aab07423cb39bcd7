import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ActionSchema, RulesetSchema } from "../gen/truco/rules/v1/rules_pb";
import type { RulesSection } from "../gen/truco/rules/v1/words_pb";
import type { ActResponse, TableInfo, TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { PlayClient } from "./client";
import { untilAnswered } from "./retry";

const TIMEOUT = { timeoutMs: 8_000 };

/** What a new table is like. */
export interface NewTable {
  readonly ruleset: MessageInitShape<typeof RulesetSchema>;
  readonly seats: number;
  readonly bots: number;
  readonly unlisted?: boolean;
}

/** What a player does, each under one request id however often the network makes us repeat it. */
export class Commands {
  constructor(private readonly client: PlayClient) {}

  async open(table: NewTable): Promise<TableUpdate> {
    const request = { requestId: requestId(), clientSeed: requestId(), ...table };
    return present((await untilAnswered(() => this.client.openTable(request, TIMEOUT))).update);
  }

  async join(tableId: string, seat?: number): Promise<TableUpdate> {
    const request = { requestId: requestId(), clientSeed: requestId(), tableId, ...(seat === undefined ? {} : { seat }) };
    return present((await untilAnswered(() => this.client.joinTable(request, TIMEOUT))).update);
  }

  async addBots(tableId: string, count: number): Promise<void> {
    const request = { requestId: requestId(), tableId, count };
    await untilAnswered(() => this.client.addBots(request, TIMEOUT));
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

function present(update: TableUpdate | undefined): TableUpdate {
  if (!update) throw new Error("The gateway sent no table.");
  return update;
}
