/** The talk at one table: what was said, what the player says, and whom it does not want to hear. */

import type { ReportCause, TalkLine } from "../gen/truco/play/v1/play_pb";
import type { Commands, Speech } from "../api/commands";
import { refusalOf } from "../api/errors";
import { Store } from "../common/store";
import { reasonText } from "../i18n";

export interface TalkState {
  /** Oldest first. */
  readonly lines: readonly TalkLine[];
  /** The lines that came while nobody looked. */
  readonly unread: number;
  readonly muted: ReadonlySet<string>;
  readonly notice: string;
}

const MUTED = "quiero-muted";
const MOST_LINES = 200;
const NOTICE_MS = 5_000;

export class Talk {
  readonly store = new Store<TalkState>({ lines: [], unread: 0, muted: keptMutes(), notice: "" });
  private open = false;

  constructor(
    private readonly tableId: string,
    private readonly commands: Commands,
  ) {}

  /** Takes a line; true when it is new and to be heard. */
  receive(line: TalkLine, own: boolean): boolean {
    const { lines, muted, unread } = this.store.get();
    if (line.tableId !== this.tableId || muted.has(line.playerId) || lines.some((one) => one.number === line.number)) return false;
    const sorted = [...lines, line].sort((one, other) => Number(one.number - other.number));
    this.change({ lines: sorted.slice(-MOST_LINES), unread: this.open || own ? unread : unread + 1 });
    return true;
  }

  /** Whether the player looks at the lines. */
  look(open: boolean): void {
    this.open = open;
    if (open) this.change({ unread: 0 });
  }

  /** Says something; true when it was said. */
  say(what: Speech): Promise<boolean> {
    return this.command(() => this.commands.say(this.tableId, what));
  }

  mute(playerId: string, muted: boolean): Promise<boolean> {
    return this.command(async () => {
      const all = await this.commands.mute(playerId, muted);
      keepMutes(all);
      const lines = this.store.get().lines.filter((line) => !all.includes(line.playerId));
      this.change({ muted: new Set(all), lines });
    });
  }

  report(seat: number, cause: ReportCause, text: string): Promise<boolean> {
    return this.command(() => this.commands.report(this.tableId, seat, cause, text));
  }

  private async command(send: () => Promise<void>): Promise<boolean> {
    try {
      await send();
      this.change({ notice: "" });
      return true;
    } catch (error) {
      const notice = reasonText(refusalOf(error).reason);
      this.change({ notice });
      setTimeout(() => this.store.get().notice === notice && this.change({ notice: "" }), NOTICE_MS);
      return false;
    }
  }

  private change(part: Partial<TalkState>): void {
    this.store.set({ ...this.store.get(), ...part });
  }
}

/** Whom this browser's player has muted. The server mutes all the same; here it is for what the buttons say. */
function keptMutes(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

function keepMutes(players: readonly string[]): void {
  try {
    localStorage.setItem(MUTED, JSON.stringify(players));
  } catch {
    // Without storage the buttons forget it with the page.
  }
}
