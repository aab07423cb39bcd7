/** The lobby as the page holds it: the open tables, where the player sits or what it seeks, and what it opens or joins. */

import { SeekState, TableStatus, type LobbyChange, type SeekStatus, type TableInfo, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Commands, NewSeek, NewTable } from "../api/commands";
import { refusalOf } from "../api/errors";
import { sleep } from "../api/retry";
import type { Connection, WatchListener } from "../api/watch";
import { Store } from "../common/store";
import { reasonText, texts } from "../i18n";
import { OPTIONS, type OptionName } from "../rules/rulebook";
import { optionName } from "../rules/words";
import { listed } from "./listing";

export interface LobbyState {
  readonly connection: Connection;
  /** The tables that wait for players; nothing before they have come. */
  readonly tables: readonly TableInfo[] | undefined;
  /** The table at which the player sits. */
  readonly own: { readonly tableId: string; readonly playing: boolean } | undefined;
  /** What the player waits for in a queue. */
  readonly seek: SeekStatus | undefined;
  /** The private table whose code was entered. */
  readonly found: TableInfo | undefined;
  readonly notice: string;
  /** The reason of the last refusal. */
  readonly reason: string;
  /** The options that the last refusal is about. */
  readonly blamed: readonly OptionName[];
  readonly busy: boolean;
}

const START: LobbyState = {
  connection: "connecting", tables: undefined, own: undefined, seek: undefined, found: undefined, notice: "", reason: "", blamed: [], busy: false,
};
const SEATED: ReadonlySet<TableStatus> = new Set([TableStatus.OPEN, TableStatus.STARTING, TableStatus.PLAYING]);
const SEEKING: ReadonlySet<SeekState> = new Set([SeekState.GATHERING, SeekState.WAITING]);
const STREAM_TRIES = 5;
const STREAM_MS = 400;

export class LobbySession implements WatchListener {
  readonly store = new Store<LobbyState>(START);

  constructor(
    private readonly commands: Commands,
    private readonly clientId: string,
    private readonly goTo: (tableId: string) => void,
  ) {}

  /** Takes what the stream says of the player's own table. */
  update({ table, seat }: TableUpdate): void {
    if (!table) return;
    if (seat !== undefined && SEATED.has(table.status)) this.change({ own: { tableId: table.tableId, playing: table.status !== TableStatus.OPEN } });
    else if (this.store.get().own?.tableId === table.tableId) this.change({ own: undefined });
  }

  connection(connection: Connection): void {
    this.change({ connection });
  }

  lobby(change: LobbyChange): void {
    this.change({ tables: listed(this.store.get().tables, change) });
  }

  /** Takes how the seek goes, and goes to the table that it found. */
  seek(status: SeekStatus): void {
    const before = this.store.get().seek;
    if (SEEKING.has(status.state)) return this.change({ seek: status });
    this.change({ seek: undefined });
    if (!before) return;
    if (status.state === SeekState.MATCHED) this.goTo(status.tableId);
    else if (!this.store.get().busy) this.change({ notice: texts.seek.ended });
  }

  open(table: NewTable): Promise<void> {
    return this.sit(() => this.commands.open(table));
  }

  join(tableId: string, password?: string): Promise<void> {
    return this.sit(() => this.commands.join(tableId, { password }));
  }

  /** Looks for a match with others. The stream that the seek lives by may be a moment behind. */
  look(seek: Omit<NewSeek, "clientId">): Promise<void> {
    return this.command(async () => {
      for (let left = STREAM_TRIES; ; left--) {
        try {
          return this.seek(await this.commands.seek({ ...seek, clientId: this.clientId }));
        } catch (error) {
          if (left === 0 || refusalOf(error).reason !== "NOT_WATCHING") throw error;
          await sleep(STREAM_MS);
        }
      }
    });
  }

  cancelSeek(): Promise<void> {
    return this.command(async () => this.seek(await this.commands.cancelSeek()));
  }

  /** Looks a private table up by its code. */
  find(code: string): Promise<void> {
    return this.command(async () => this.change({ found: await this.commands.find(code) }));
  }

  /** Puts the table that was found by its code away. */
  forget(): void {
    this.change({ found: undefined, notice: "", reason: "" });
  }

  /** Keeps the page busy until it has gone to the table. */
  private async sit(command: () => Promise<TableUpdate>): Promise<void> {
    await this.answered(async () => this.goTo((await command()).table?.tableId ?? ""));
  }

  private async command(command: () => Promise<void>): Promise<void> {
    if (await this.answered(command)) this.change({ busy: false });
  }

  /** Whether the command was done; a refusal is told. */
  private async answered(command: () => Promise<void>): Promise<boolean> {
    this.change({ busy: true, notice: "", reason: "", blamed: [] });
    try {
      await command();
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  private refused(error: unknown): void {
    const { reason, metadata, message } = refusalOf(error);
    const tableId = metadata["table_id"];
    const own = reason === "ALREADY_SEATED" && tableId ? { tableId, playing: true } : this.store.get().own;
    const blamed = reason === "BAD_OPTION" ? optionsIn(message) : [];
    const check = blamed.length > 0 ? [texts.rules.check(blamed.map(optionName).join(", "))] : [];
    this.change({ busy: false, notice: [reasonText(reason), ...check].join(" "), reason, blamed, own });
  }

  private change(part: Partial<LobbyState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}

/** The options that the server's sentence, written for developers, names by their names in the rule book. */
function optionsIn(message: string): readonly OptionName[] {
  const words = message.split(/\W+/);
  return OPTIONS.filter((option) => words.includes(option));
}
