import { Code, ConnectError } from "@connectrpc/connect";

import type { TableUpdate, WatchResponse } from "../gen/truco/play/v1/play_pb";
import type { PlayClient } from "./client";
import type { Clock } from "./clock";
import { refusalOf } from "./errors";
import { backoff, sleep } from "./retry";

/**
 * How the stream stands: `live` after everything current has come; `superseded` when another tab took it over, which
 * only the player may take back; `gone` when there is no such table; `signed_out` when the session is over.
 */
export type Connection = "connecting" | "live" | "reconnecting" | "superseded" | "gone" | "signed_out";

export interface WatchListener {
  /** A table's newest state; `live` is false for what the stream opens with. */
  update(update: TableUpdate, live: boolean): void;
  connection(state: Connection): void;
}

/** Where a table was last seen. */
interface Seen {
  readonly epoch: number;
  readonly version: bigint;
}

// Heartbeats come every 7 s: two lost in a row mean that nobody is there any more.
const SILENCE_MS = 16_000;
const NO_SEEN: Seen = { epoch: 0, version: 0n };

/** The one stream of this tab; it comes back by itself, from where it was, until it is stopped. */
export class Watch {
  private readonly seen = new Map<string, Seen>();
  private abort = new AbortController();
  private wake: () => void = () => undefined;
  private running = false;

  constructor(
    private readonly client: PlayClient,
    private readonly clock: Clock,
    private readonly listener: WatchListener,
    private readonly clientId: string,
    private readonly tableId: string | null = null,
  ) {}

  /** Opens the stream, also after another tab took it over. */
  start(): void {
    if (this.running) return;
    this.running = true;
    void this.run();
  }

  /** Ends the wait for the next try: the network is back, or somebody looks again. */
  nudge(): void {
    this.wake();
  }

  private async run(): Promise<void> {
    this.listener.connection("connecting");
    for (let attempt = 0; this.running; attempt++) {
      const opened = Date.now();
      const end = await this.stream();
      if (end) {
        this.running = false;
        this.listener.connection(end);
        return;
      }
      if (Date.now() - opened > SILENCE_MS) attempt = 0;
      this.listener.connection("reconnecting");
      await Promise.race([sleep(backoff(attempt)), new Promise<void>((resolve) => (this.wake = resolve))]);
    }
  }

  /** Reads one stream to its end; what it returns is final. */
  private async stream(): Promise<Connection | undefined> {
    this.abort = new AbortController();
    let live = false;
    let silence = this.expectSoon();
    try {
      const request = { clientId: this.clientId, tables: this.wanted() };
      for await (const response of this.client.watch(request, { signal: this.abort.signal })) {
        clearTimeout(silence);
        silence = this.expectSoon();
        live = this.receive(response, live);
      }
    } catch (error) {
      return final(error);
    } finally {
      clearTimeout(silence);
    }
    return undefined;
  }

  private expectSoon(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.abort.abort(), SILENCE_MS);
  }

  private wanted(): { tableId: string; epoch: number; version: bigint }[] {
    return this.tableId === null ? [] : [{ tableId: this.tableId, ...(this.seen.get(this.tableId) ?? NO_SEEN) }];
  }

  private receive({ kind }: WatchResponse, live: boolean): boolean {
    if (kind.case === "caughtUp") {
      this.listener.connection("live");
      return true;
    }
    if (kind.case === "heartbeat") this.clock.sample(Number(kind.value.nowMs));
    if (kind.case === "update") this.take(kind.value, live);
    return live;
  }

  /** Passes an update on, unless it is older than what was seen: a resumed stream may repeat the last one. */
  private take(update: TableUpdate, live: boolean): void {
    const table = update.table;
    if (!table) return;
    this.clock.sample(Number(table.nowMs));
    const seen = this.seen.get(table.tableId) ?? NO_SEEN;
    if (table.epoch < seen.epoch || (table.epoch === seen.epoch && table.version <= seen.version)) return;
    this.seen.set(table.tableId, { epoch: table.epoch, version: table.version });
    this.listener.update(update, live);
  }
}

function final(error: unknown): Connection | undefined {
  const { reason } = refusalOf(error);
  // A refused token has a reason and gets a new one; without a reason it is the portal that knows the session no more.
  if (ConnectError.from(error).code === Code.Unauthenticated && !reason.startsWith("TOKEN_")) return "signed_out";
  if (reason === "SUPERSEDED") return "superseded";
  return reason === "TABLE_NOT_FOUND" ? "gone" : undefined;
}
