import { Pick, Tick } from "../common/Field";
import { texts } from "../i18n";
import type { TableExtras } from "./extras";

interface Props {
  readonly seats: number;
  readonly stake: number;
  readonly extras: TableExtras;
  readonly onChange: (extras: TableExtras) => void;
}

const TURNS = [10, 20, 30, 60, 90, 180] as const;
const BANKS = [30, 60, 120, 300] as const;

/** What the new table is like besides its rules: its times, who may come, and how it starts. */
export function TableOptions({ seats, stake, extras, onChange }: Props) {
  const { newTable } = texts;
  const set = (part: Partial<TableExtras>): void => onChange({ ...extras, ...part });
  const times = (values: readonly number[]) => values.map((value) => [value, newTable.duration(value)] as const);
  const bots = Array.from({ length: seats - 1 }, (_, index) => [index + 1, newTable.botCount(index + 1)] as const);
  return (
    <details class="all-rules" data-testid="table-options">
      <summary>{newTable.options}</summary>
      <div class="offers">
        <Pick label={newTable.turn} value={extras.turnSeconds} choices={[[undefined, newTable.usual], ...times(TURNS)]} testId="turn-seconds" onPick={(turnSeconds) => set({ turnSeconds })} />
        <Pick label={newTable.bank} value={extras.bankSeconds} choices={[[undefined, newTable.usual], [0, newTable.none], ...times(BANKS)]} testId="bank-seconds" onPick={(bankSeconds) => set({ bankSeconds })} />
        <Pick label={newTable.bots} value={stake > 0 ? 0 : Math.min(extras.bots, seats - 1)} disabled={stake > 0} choices={[[0, newTable.noBots], ...bots]} testId="bots" onPick={(count) => set({ bots: count })} />
        <Tick label={newTable.manual} checked={extras.manualStart} testId="manual-start" onTick={(manualStart) => set({ manualStart })} />
        <Tick label={newTable.noSpectators} checked={extras.noSpectators} testId="no-spectators" onTick={(noSpectators) => set({ noSpectators })} />
        <Tick label={newTable.secret} checked={extras.secret} testId="private" onTick={(secret) => set({ secret })} />
        {extras.secret && (
          <label class="rule">
            <span>{newTable.password}</span>
            <input class="input" type="text" autocomplete="off" maxLength={64} data-testid="table-password" value={extras.password} onInput={(event) => set({ password: event.currentTarget.value })} />
          </label>
        )}
      </div>
    </details>
  );
}
