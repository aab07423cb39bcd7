/** One table as the page holds it: what the stream says of it, and what the player does. */

import type { Action } from "../gen/truco/rules/v1/rules_pb";
import type { RulesSection } from "../gen/truco/rules/v1/words_pb";
import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Commands } from "../api/commands";
import { refusalOf } from "../api/errors";
import type { Connection } from "../api/watch";
import { Store } from "../common/store";
import { reasonText, texts } from "../i18n";
import { lastCall, moments, type LastCall, type Moment } from "./scene";
import { eventLine } from "./words";

/** A moment on show, with its own key. */
export interface Shown extends Moment {
  readonly key: number;
}

export interface TableState {
  readonly update: TableUpdate | undefined;
  readonly connection: Connection;
  /** What has been said in this hand and waits for its answer, at the latest. */
  readonly lastCall: LastCall | undefined;
  readonly shown: readonly Shown[];
  /** What happened, oldest first. */
  readonly log: readonly string[];
  /** What the player is told about the last refusal. */
  readonly notice: string;
  /** A command is under way, or its effect has not come yet. */
  readonly busy: boolean;
}

const START: TableState = { update: undefined, connection: "connecting", lastCall: undefined, shown: [], log: [], notice: "", busy: false };
const STEP_MS = 650;
const SHOWN_MS = 2_600;
const NOTICE_MS = 5_000;
const EFFECT_MS = 3_000;
const LOG_LINES = 200;

export class TableSession {
  readonly store = new Store<TableState>(START);
  private key = 0;
  private sent = 0;
  private fetched: Promise<readonly RulesSection[]> | undefined;

  constructor(
    readonly tableId: string,
    private readonly commands: Commands,
  ) {}

  /** Takes what the stream says of this table; only what is new is acted out. */
  receive(update: TableUpdate, live: boolean): void {
    if (update.table?.tableId !== this.tableId) return;
    const { log, lastCall: before } = this.store.get();
    const lines = update.events.flatMap((event) => eventLine(event, update) ?? []);
    this.change({ update, busy: false, log: [...log, ...lines].slice(-LOG_LINES), lastCall: lastCall(update.events, before) });
    if (live) moments(update).forEach((moment, index) => setTimeout(() => this.show(moment), index * STEP_MS));
  }

  connect(connection: Connection): void {
    this.change({ connection });
  }

  /** Acts; an answer to a call is meant for the call that the player saw (play.proto, ActRequest). */
  act(action: Action): Promise<void> {
    const { update } = this.store.get();
    const answers = update?.view?.pending !== undefined;
    return this.command(() => this.commands.act(this.tableId, action, answers ? update?.table?.version : undefined));
  }

  addBots(count: number): Promise<void> {
    return this.command(() => this.commands.addBots(this.tableId, count));
  }

  join(seat?: number): Promise<void> {
    return this.command(() => this.commands.join(this.tableId, seat));
  }

  /** Gives the seat up; true when it is given up. */
  async leave(): Promise<boolean> {
    await this.command(() => this.commands.leave(this.tableId));
    return !this.store.get().notice;
  }

  /** Opens a table like the one that has ended, with bots where bots sat; its id, or nothing when it was refused. */
  async again({ table }: TableUpdate): Promise<string | undefined> {
    const seats = table?.seats ?? [];
    const ruleset = table?.ruleset ?? { preset: "maestro" };
    try {
      const opened = await this.commands.open({ ruleset, seats: seats.length, bots: seats.filter((info) => info.bot).length });
      return opened.table?.tableId;
    } catch (error) {
      this.tell(error);
      return undefined;
    }
  }

  /** This table's rules in the page's language; they stay the same, so they are fetched once. */
  rules(): Promise<readonly RulesSection[]> {
    const table = this.store.get().update?.table;
    if (!table?.ruleset) return Promise.reject(new Error("There is no table yet."));
    this.fetched ??= this.commands.rules(table.ruleset, table.seats.length, texts.language);
    this.fetched.catch(() => (this.fetched = undefined));
    return this.fetched;
  }

  /** Says why something was refused, for a while. */
  tell(error: unknown): void {
    const notice = reasonText(refusalOf(error).reason);
    this.change({ notice });
    setTimeout(() => this.store.get().notice === notice && this.change({ notice: "" }), NOTICE_MS);
  }

  private async command(send: () => Promise<unknown>): Promise<void> {
    if (this.store.get().busy) return;
    this.change({ busy: true, notice: "" });
    const number = ++this.sent;
    try {
      await send();
      // The stream brings the effect and ends the wait; should it be down, the player may go on all the same.
      setTimeout(() => number === this.sent && this.change({ busy: false }), EFFECT_MS);
    } catch (error) {
      this.change({ busy: false });
      this.tell(error);
    }
  }

  private show(moment: Moment): void {
    const shown: Shown = { ...moment, key: this.key++ };
    const others = this.store.get().shown.filter((other) => other.seat !== moment.seat || !moment.text);
    this.change({ shown: [...others, shown] });
    setTimeout(() => this.change({ shown: this.store.get().shown.filter((other) => other !== shown) }), SHOWN_MS);
  }

  private change(part: Partial<TableState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}
