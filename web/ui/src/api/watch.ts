import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";

import type {
  LobbyChange,
  LobbyFilterSchema,
  SeekStatus,
  SpectatedHand,
  TableInfo,
  TablePresence,
  TableUpdate,
  TalkLine,
  WatchRequestSchema,
  WatchResponse,
} from "../gen/truco/play/v1/play_pb";
import type { PlayClient } from "./client";
import type { Clock } from "./clock";
import { refusalOf } from "./errors";
import { backoff, sleep } from "./retry";

/**
 * How the stream stands: `live` after everything current has come; `superseded` when another tab took it over, which
 * only the player may take back; `gone` when there is no such table; `forbidden` when only its players may see it;
 * `signed_out` when the session is over; `suspended` when the moderators let the player do nothing.
 */
export type Connection = "connecting" | "live" | "reconnecting" | "superseded" | "gone" | "forbidden" | "signed_out" | "suspended";

export type Filter = MessageInitShape<typeof LobbyFilterSchema>;

/** What a page hears; `live` is false for what the stream opens with. */
export interface WatchListener {
  /** A table's newest state. */
  update(update: TableUpdate, live: boolean): void;
  connection(state: Connection): void;
  /** Who of a table's people is away. */
  presence?(presence: TablePresence): void;
  /** Something said at a table; a stream that comes back may say it again. */
  talk?(line: TalkLine, live: boolean): void;
  /** A finished hand of a table at which the player does not sit. */
  hand?(hand: SpectatedHand, live: boolean): void;
  seek?(status: SeekStatus): void;
  lobby?(change: LobbyChange): void;
}

/** What a tab watches. */
export interface Watched {
  readonly clientId: string;
  readonly tableId?: string;
  /** Which open tables it wants to hear of; nothing for none. */
  readonly lobby?: Filter;
}

/** How one stream ended: for good, to be followed by the next at once, or (nothing) against anybody's will. */
type End = Connection | "followed" | undefined;

/** Where a table was last seen. */
interface Seen {
  readonly epoch: number;
  readonly version: bigint;
}

// Something comes every 7 s, a heartbeat if nothing else: two lost in a row mean that nobody is there any more.
const SILENCE_MS = 16_000;
const SHORT_MS = 1_000;
const REFUSED: Readonly<Record<string, Connection>> = {
  SUPERSEDED: "superseded",
  TABLE_NOT_FOUND: "gone",
  SPECTATORS_FORBIDDEN: "forbidden",
  SUSPENDED: "suspended",
};
const NO_SEEN: Seen = { epoch: 0, version: 0n };

/** The one stream of this tab; it comes back by itself, from where it was, until it is stopped. */
export class Watch {
  private readonly seen = new Map<string, Seen>();
  private abort = new AbortController();
  private wake: () => void = () => undefined;
  private running = false;
  private live = false;
  /** The stream is about to be followed by the next one. */
  private leaving = false;

  constructor(
    private readonly client: PlayClient,
    private readonly clock: Clock,
    private readonly listener: WatchListener,
    private watched: Watched,
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

  /** Hears of other open tables from now on: by a new stream that takes the place of the one there is. */
  filter(lobby: Filter): void {
    this.watched = { ...this.watched, lobby };
    this.leave();
  }

  private async run(): Promise<void> {
    this.listener.connection("connecting");
    for (let attempt = 0; this.running; attempt++) {
      const opened = Date.now();
      const end = await this.stream();
      if (end === "followed") {
        attempt = -1;
        // Who is sent on again and again does not hurry.
        if (Date.now() - opened < SHORT_MS) await sleep(backoff(0));
      } else if (end) {
        this.running = false;
        this.listener.connection(end);
      } else {
        if (Date.now() - opened > SILENCE_MS) attempt = 0;
        this.listener.connection("reconnecting");
        await Promise.race([sleep(backoff(attempt)), new Promise<void>((resolve) => (this.wake = resolve))]);
      }
    }
  }

  /** Reads one stream to its end. */
  private async stream(): Promise<End> {
    this.abort = new AbortController();
    [this.live, this.leaving] = [false, false];
    let silence = this.expectSoon();
    try {
      for await (const response of this.client.watch(this.request(), { signal: this.abort.signal })) {
        clearTimeout(silence);
        silence = this.expectSoon();
        this.receive(response);
      }
    } catch (error) {
      return this.leaving || (this.live && isExpired(error)) ? "followed" : final(error);
    } finally {
      clearTimeout(silence);
    }
    return this.leaving ? "followed" : undefined;
  }

  private leave(): void {
    this.leaving = true;
    this.abort.abort();
  }

  private expectSoon(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.abort.abort(), SILENCE_MS);
  }

  private request(): MessageInitShape<typeof WatchRequestSchema> {
    const { clientId, tableId, lobby } = this.watched;
    const tables = tableId === undefined ? [] : [{ tableId, ...(this.seen.get(tableId) ?? NO_SEEN) }];
    return { clientId, tables, ...(lobby && { lobby }) };
  }

  private receive({ kind }: WatchResponse): void {
    switch (kind.case) {
      case "caughtUp":
        this.live = true;
        return this.listener.connection("live");
      case "heartbeat":
        return this.clock.sample(Number(kind.value.nowMs));
      case "update":
        return this.take(kind.value);
      case "presence":
        this.clock.sample(Number(kind.value.nowMs));
        return this.listener.presence?.(kind.value);
      case "talk":
        return this.listener.talk?.(kind.value, this.live);
      case "hand":
        return this.takeHand(kind.value);
      case "seek":
        this.clock.sample(Number(kind.value.nowMs));
        return this.listener.seek?.(kind.value);
      case "lobby":
        return this.listener.lobby?.(kind.value);
      case "reconnect":
        // A gateway that goes away before it was of any use is not to be asked again and again.
        return this.live ? this.leave() : undefined;
    }
  }

  /** Passes an update on, unless it is older than what was seen: a resumed stream may repeat the last one. */
  private take(update: TableUpdate): void {
    if (update.table && this.isNew(update.table)) this.listener.update(update, this.live);
  }

  private takeHand(hand: SpectatedHand): void {
    if (hand.table && this.isNew(hand.table)) this.listener.hand?.(hand, this.live);
  }

  private isNew({ tableId, epoch, version, nowMs }: TableInfo): boolean {
    this.clock.sample(Number(nowMs));
    const seen = this.seen.get(tableId) ?? NO_SEEN;
    if (epoch < seen.epoch || (epoch === seen.epoch && version <= seen.version)) return false;
    this.seen.set(tableId, { epoch, version });
    return true;
  }
}

/** A token that ran out while the stream was open; the next one brings a new token along. */
function isExpired(error: unknown): boolean {
  return refusalOf(error).reason === "TOKEN_EXPIRED";
}

function final(error: unknown): Connection | undefined {
  const { reason } = refusalOf(error);
  // A refused token has a reason and gets a new one; without a reason it is the portal that knows the session no more.
  if (ConnectError.from(error).code === Code.Unauthenticated && !reason.startsWith("TOKEN_")) return "signed_out";
  return REFUSED[reason];
}
