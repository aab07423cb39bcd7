/** One table as the page holds it: what the stream says of it, and what the player does. */

import { create } from "@bufbuild/protobuf";

import type { Action } from "../gen/truco/rules/v1/rules_pb";
import type { RulesSection } from "../gen/truco/rules/v1/words_pb";
import { TableStatus, TableUpdateSchema, type SpectatedHand, type TablePresence, type TableUpdate, type TalkLine } from "../gen/truco/play/v1/play_pb";
import type { Commands, Place } from "../api/commands";
import { refusalOf } from "../api/errors";
import type { Connection, WatchListener } from "../api/watch";
import { Store } from "../common/store";
import { reasonText, texts } from "../i18n";
import { Spectator } from "../spectate/session";
import { Talk } from "../talk/session";
import { keepLog, keptLog, NO_LOG, told, toldAnew, type Log } from "./log";
import { lastCall, moments, talkMoment, type LastCall, type Moment } from "./scene";
import { seatInfo } from "./seating";

/** A moment on show, with its own key. */
export interface Shown extends Moment {
  readonly key: number;
}

export interface TableState {
  readonly update: TableUpdate | undefined;
  readonly connection: Connection;
  /** Since when each seat's player is away, Unix milliseconds. */
  readonly away: ReadonlyMap<number, number>;
  /** What has been said in this hand and waits for its answer, at the latest. */
  readonly lastCall: LastCall | undefined;
  readonly shown: readonly Shown[];
  /** What happened in this match. */
  readonly log: Log;
  /** What the player is told about the last refusal. */
  readonly notice: string;
  /** The reason of that refusal. */
  readonly reason: string;
  /** The name of everybody who was seen at this table, by player id. */
  readonly names: ReadonlyMap<string, string>;
  /** A command is under way, or its effect has not come yet. */
  readonly busy: boolean;
}

const NOBODY: ReadonlyMap<number, number> = new Map();
const START: TableState = {
  update: undefined, connection: "connecting", away: NOBODY, lastCall: undefined, shown: [], log: NO_LOG, notice: "", reason: "", names: new Map(), busy: false,
};
const STEP_MS = 650;
const SHOWN_MS = 2_600;
const SPOKEN_MS = 4_500;
const NOTICE_MS = 5_000;
const EFFECT_MS = 3_000;

export class TableSession implements WatchListener {
  readonly store = new Store<TableState>(START);
  readonly talks: Talk;
  readonly spectator = new Spectator((update) => this.actOut(update, 0));
  private key = 0;
  private sent = 0;
  private fetched: Promise<readonly RulesSection[]> | undefined;

  constructor(
    readonly tableId: string,
    private readonly commands: Commands,
  ) {
    this.talks = new Talk(tableId, commands);
  }

  /** Takes what the stream says of this table; only what is new is acted out. */
  update(update: TableUpdate, live: boolean): void {
    if (update.table?.tableId !== this.tableId) return;
    const { update: before, lastCall: called } = this.store.get();
    const sameMatch = before?.table?.epoch === update.table.epoch;
    const log = this.logged(update, before !== undefined);
    const names = new Map([...this.store.get().names, ...update.table.seats.map(({ playerId, name }) => [playerId, name] as const)]);
    this.change({ update, log, names, busy: false, lastCall: lastCall(update.events, sameMatch ? called : undefined) });
    if (live) this.actOut(update, STEP_MS);
    else this.back();
  }

  connection(connection: Connection): void {
    // Who is away is told anew by the next stream, and nobody is while it says nothing.
    this.change(connection === "reconnecting" ? { connection, away: NOBODY } : { connection });
  }

  presence(presence: TablePresence): void {
    if (presence.tableId !== this.tableId) return;
    this.change({ away: new Map(presence.away.map(({ seat, sinceMs }) => [seat, Number(sinceMs)])) });
  }

  talk(line: TalkLine, live: boolean): void {
    const { update } = this.store.get();
    const own = line.seat === update?.seat;
    if (this.talks.receive(line, own || !live) && live) this.show(talkMoment(line, own), SPOKEN_MS);
  }

  /** Takes a finished hand of a table at which the player does not sit. */
  hand(hand: SpectatedHand): void {
    const { table, view } = hand;
    if (!table || !view || table.tableId !== this.tableId) return;
    this.spectator.receive(hand);
    this.change({ update: create(TableUpdateSchema, { table, view }) });
  }

  /** The player looks at the page again: who is back plays for itself. */
  back(): void {
    const { update } = this.store.get();
    const own = update?.seat === undefined ? undefined : seatInfo(update, update.seat);
    if (own?.standIn && update?.table?.status === TableStatus.PLAYING && isLookedAt()) void this.takeSeatBack();
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

  join(place: Place): Promise<void> {
    return this.command(() => this.commands.join(this.tableId, place));
  }

  changeSeat(seat: number): Promise<void> {
    return this.command(() => this.commands.changeSeat(this.tableId, seat));
  }

  remove(seat: number): Promise<void> {
    return this.command(() => this.commands.remove(this.tableId, seat));
  }

  start(): Promise<void> {
    return this.command(() => this.commands.start(this.tableId));
  }

  takeSeatBack(): Promise<void> {
    return this.command(() => this.commands.takeSeatBack(this.tableId));
  }

  rematch(decline: boolean): Promise<void> {
    return this.command(() => this.commands.rematch(this.tableId, decline));
  }

  /** Opens a table like the one that has ended, with bots where bots sat; its id, or nothing when it was refused. */
  async again({ table }: TableUpdate): Promise<string | undefined> {
    const { seats = [], ruleset = { preset: "maestro" }, stake = 0n, turnSeconds = 0, bankSeconds = 0 } = table ?? {};
    const bots = stake > 0n ? 0 : seats.filter((info) => info.bot).length;
    const times = turnSeconds > 0 ? { turnSeconds, bankSeconds } : {};
    try {
      const opened = await this.commands.open({ ruleset, seats: seats.length, bots, stake, ...times });
      return opened.table?.tableId;
    } catch (error) {
      this.tell(error);
      return undefined;
    }
  }

  /** Gives the seat up; true when it is given up. */
  async leave(): Promise<boolean> {
    await this.command(() => this.commands.leave(this.tableId));
    return !this.store.get().notice;
  }

  /** The sealed record of the match that has ended, JSON; nothing when it was refused, which is told. */
  async record(): Promise<string | undefined> {
    try {
      return await this.commands.record(this.store.get().update?.table?.matchId ?? "");
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
    const { reason } = refusalOf(error);
    const notice = reasonText(reason);
    this.change({ notice, reason });
    setTimeout(() => this.store.get().notice === notice && this.change({ notice: "", reason: "" }), NOTICE_MS);
  }

  private logged(update: TableUpdate, resumed: boolean): Log {
    const log = resumed ? told(this.store.get().log, update) : toldAnew(keptLog(this.tableId), update);
    keepLog(this.tableId, log);
    return log;
  }

  private async command(send: () => Promise<unknown>): Promise<void> {
    if (this.store.get().busy) return;
    this.change({ busy: true, notice: "", reason: "" });
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

  private actOut(update: TableUpdate, stepMs: number): void {
    moments(update).forEach((moment, index) => setTimeout(() => this.show(moment, SHOWN_MS), index * stepMs));
  }

  private show(moment: Moment, forMs: number): void {
    const shown: Shown = { ...moment, key: this.key++ };
    const others = this.store.get().shown.filter((other) => other.seat !== moment.seat || other.talk !== moment.talk || !moment.text);
    this.change({ shown: [...others, shown] });
    setTimeout(() => this.change({ shown: this.store.get().shown.filter((other) => other !== shown) }), forMs);
  }

  private change(part: Partial<TableState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}

/** Whether somebody sees the page; where there is no page, as in tests, somebody does. */
function isLookedAt(): boolean {
  return typeof document === "undefined" || document.visibilityState === "visible";
}
