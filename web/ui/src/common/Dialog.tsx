import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly testId?: string;
}

/** A modal dialog: it keeps the focus, Escape and a tap beside it close it. */
export function Dialog({ label, onClose, children, testId }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      class="dialog panel"
      aria-label={label}
      data-testid={testId}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="dialog-inside">{children}</div>
    </dialog>
  );
}
