import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface Props {
  readonly children: ComponentChildren;
  /** What stands on it after the first tap. */
  readonly sure: string;
  readonly onConfirm: () => void;
  readonly disabled: boolean;
  readonly testId: string;
}

const PATIENCE_MS = 3_000;

/** A button for what cannot be taken back: it wants two taps. */
export function ConfirmButton({ children, sure, onConfirm, disabled, testId }: Props) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => setAsked(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const tap = (): void => {
    setAsked(!asked);
    if (asked) onConfirm();
  };
  return (
    <button class={`button ${asked ? "button-danger" : "button-quiet"}`} data-testid={testId} disabled={disabled} onClick={tap}>
      {asked ? sure : children}
    </button>
  );
}
