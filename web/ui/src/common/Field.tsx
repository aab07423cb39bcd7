import type { ComponentChildren } from "preact";

interface PickProps<T> {
  readonly label: string;
  readonly value: T;
  /** The values with their words. */
  readonly choices: readonly (readonly [T, string])[];
  readonly onPick: (value: T) => void;
  readonly testId: string;
  readonly disabled?: boolean;
}

/** A list to choose from. */
export function Pick<T>({ label, value, choices, onPick, testId, disabled = false }: PickProps<T>) {
  const pick = (index: number): void => {
    const choice = choices[index];
    if (choice) onPick(choice[0]);
  };
  return (
    <label class="rule rule-short">
      <span>{label}</span>
      <select class="input" data-testid={testId} disabled={disabled} value={choices.findIndex(([one]) => one === value)} onChange={(event) => pick(Number(event.currentTarget.value))}>
        {choices.map(([, words], index) => <option key={index} value={index}>{words}</option>)}
      </select>
    </label>
  );
}

interface TickProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onTick: (checked: boolean) => void;
  readonly testId: string;
  readonly disabled?: boolean;
}

/** A box to tick. */
export function Tick({ label, checked, onTick, testId, disabled = false }: TickProps) {
  return (
    <label class="rule rule-short">
      <span>{label}</span>
      <input type="checkbox" data-testid={testId} checked={checked} disabled={disabled} onChange={(event) => onTick(event.currentTarget.checked)} />
    </label>
  );
}
