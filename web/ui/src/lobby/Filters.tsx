import { Pick, Tick } from "../common/Field";
import { texts } from "../i18n";
import { PRESETS } from "../rules/rulebook";
import { presetName } from "../rules/words";
import type { Wanted } from "./listing";

interface Props {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
}

/** Which open tables are shown. */
export function Filters({ wanted, onChange }: Props) {
  const { lobby, rules } = texts;
  const seats = [2, 4, 6].map((count) => [count, lobby.playersOf[count] ?? ""] as const);
  const stakes: readonly (readonly [Wanted["stakes"], string])[] = [["any", lobby.anyStake], ["none", lobby.noneStake], ["some", lobby.someStake]];
  const set = (part: Partial<Wanted>): void => onChange({ ...wanted, ...part });
  return (
    <div class="filters" role="group" aria-label={lobby.filters} data-testid="filters">
      <Pick label={rules.preset} value={wanted.preset} choices={[["", lobby.anyPreset], ...PRESETS.map((preset) => [preset, presetName(preset)] as const)]} testId="filter-preset" onPick={(preset) => set({ preset })} />
      <Pick label={lobby.players} value={wanted.seats} choices={[[0, lobby.anySeats], ...seats]} testId="filter-seats" onPick={(count) => set({ seats: count })} />
      <Pick label={lobby.credit} value={wanted.stakes} choices={stakes} testId="filter-stakes" onPick={(chosen) => set({ stakes: chosen })} />
      <Tick label={lobby.free} checked={wanted.free} testId="filter-free" onTick={(free) => set({ free })} />
    </div>
  );
}
