/** The lobby as the page holds it: the open tables, where the player sits, and what the player opens or joins. */

import { TableStatus, type TableInfo, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Commands, NewTable } from "../api/commands";
import { refusalOf } from "../api/errors";
import type { Connection } from "../api/watch";
import { Store } from "../common/store";
import { reasonText } from "../i18n";

export interface LobbyState {
  readonly connection: Connection;
  /** The tables that wait for players; nothing before they were asked for. */
  readonly tables: readonly TableInfo[] | undefined;
  /** The table at which the player sits. */
  readonly own: { readonly tableId: string; readonly playing: boolean } | undefined;
  readonly notice: string;
  readonly busy: boolean;
}

/** What a player chooses for a new table. */
export interface Choice {
  readonly seats: number;
  readonly target: number;
}

const START: LobbyState = { connection: "connecting", tables: undefined, own: undefined, notice: "", busy: false };
const LIST_MS = 5_000;
const LIVE: ReadonlySet<TableStatus> = new Set([TableStatus.OPEN, TableStatus.PLAYING]);

export class LobbySession {
  readonly store = new Store<LobbyState>(START);

  constructor(
    private readonly commands: Commands,
    private readonly goTo: (tableId: string) => void,
  ) {}

  /** Keeps the list of tables fresh while somebody looks at it. */
  start(): void {
    void this.refresh();
    setInterval(() => document.visibilityState === "visible" && void this.refresh(), LIST_MS);
  }

  /** Takes what the stream says of the player's own table. */
  receive({ table, seat }: TableUpdate): void {
    if (!table || seat === undefined) return;
    if (LIVE.has(table.status)) this.change({ own: { tableId: table.tableId, playing: table.status === TableStatus.PLAYING } });
    else if (this.store.get().own?.tableId === table.tableId) this.change({ own: undefined });
  }

  connect(connection: Connection): void {
    this.change({ connection });
  }

  /** Opens a table whose other seats are bots, so that the match starts at once. */
  quick({ seats, target }: Choice): Promise<void> {
    return this.open({ ...rules(target), seats, bots: seats - 1, unlisted: true });
  }

  /** Opens a table that waits for people. */
  create({ seats, target }: Choice): Promise<void> {
    return this.open({ ...rules(target), seats, bots: 0 });
  }

  join(tableId: string): Promise<void> {
    return this.go(() => this.commands.join(tableId));
  }

  private open(table: NewTable): Promise<void> {
    return this.go(() => this.commands.open(table));
  }

  private async go(command: () => Promise<TableUpdate>): Promise<void> {
    this.change({ busy: true, notice: "" });
    try {
      this.goTo((await command()).table?.tableId ?? "");
    } catch (error) {
      this.refused(error);
    }
  }

  private refused(error: unknown): void {
    const { reason, metadata } = refusalOf(error);
    const tableId = metadata["table_id"];
    const own = reason === "ALREADY_SEATED" && tableId ? { tableId, playing: true } : this.store.get().own;
    this.change({ busy: false, notice: reasonText(reason), own });
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    try {
      this.change({ tables: await this.commands.list() });
    } catch {
      // The next look may succeed; what the stream says of the connection is on the page.
    }
  }

  private change(part: Partial<LobbyState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}

function rules(target: number): Pick<NewTable, "ruleset"> {
  return { ruleset: { preset: "maestro", options: { target } } };
}
