/** The lobby as the page holds it: the open tables, where the player sits, and what the player opens or joins. */

import { TableStatus, type TableInfo, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import type { Commands, NewTable } from "../api/commands";
import { refusalOf } from "../api/errors";
import type { Connection } from "../api/watch";
import { Store } from "../common/store";
import { reasonText, texts } from "../i18n";
import { OPTIONS, type OptionName } from "../rules/rulebook";
import { optionName } from "../rules/words";
import { rulesetOf, type Choice } from "./choice";

export interface LobbyState {
  readonly connection: Connection;
  /** The tables that wait for players; nothing before they were asked for. */
  readonly tables: readonly TableInfo[] | undefined;
  /** The table at which the player sits. */
  readonly own: { readonly tableId: string; readonly playing: boolean } | undefined;
  readonly notice: string;
  /** The options that the last refusal is about. */
  readonly blamed: readonly OptionName[];
  readonly busy: boolean;
}

const START: LobbyState = { connection: "connecting", tables: undefined, own: undefined, notice: "", blamed: [], busy: false };
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
  quick(choice: Choice): Promise<void> {
    return this.open({ ruleset: rulesetOf(choice), seats: choice.seats, bots: choice.seats - 1, unlisted: true });
  }

  /** Opens a table that waits for people. */
  create(choice: Choice): Promise<void> {
    return this.open({ ruleset: rulesetOf(choice), seats: choice.seats, bots: 0 });
  }

  join(tableId: string): Promise<void> {
    return this.go(() => this.commands.join(tableId));
  }

  private open(table: NewTable): Promise<void> {
    return this.go(() => this.commands.open(table));
  }

  private async go(command: () => Promise<TableUpdate>): Promise<void> {
    this.change({ busy: true, notice: "", blamed: [] });
    try {
      this.goTo((await command()).table?.tableId ?? "");
    } catch (error) {
      this.refused(error);
    }
  }

  private refused(error: unknown): void {
    const { reason, metadata, message } = refusalOf(error);
    const tableId = metadata["table_id"];
    const own = reason === "ALREADY_SEATED" && tableId ? { tableId, playing: true } : this.store.get().own;
    const blamed = reason === "BAD_OPTION" ? optionsIn(message) : [];
    const check = blamed.length > 0 ? [texts.rules.check(blamed.map(optionName).join(", "))] : [];
    this.change({ busy: false, notice: [reasonText(reason), ...check].join(" "), blamed, own });
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

/** The options that the server's sentence, written for developers, names by their names in the rule book. */
function optionsIn(message: string): readonly OptionName[] {
  const words = message.split(/\W+/);
  return OPTIONS.filter((option) => words.includes(option));
}
