import { useContext, useEffect, useState } from "preact/hooks";

import { ClockContext } from "../common/clock";
import { texts } from "../i18n";

const WHOLE_S = 30;
const HURRY_S = 10;

/** The time that an awaited seat has left. */
export function Timer({ deadlineMs }: { readonly deadlineMs: number }) {
  const seconds = useSecondsLeft(deadlineMs);
  if (!deadlineMs) return null;
  const part = Math.min(1, seconds / WHOLE_S);
  return (
    <span class="timer" role="timer" data-hurry={seconds <= HURRY_S} aria-label={texts.table.secondsLeft(seconds)}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18.5" />
        <circle class="timer-left" cx="20" cy="20" r="18.5" pathLength={1} stroke-dasharray={`${part} 1`} />
      </svg>
      {seconds <= WHOLE_S && <span class="timer-seconds" aria-hidden="true">{seconds}</span>}
    </span>
  );
}

function useSecondsLeft(deadlineMs: number): number {
  const clock = useContext(ClockContext);
  const left = (): number => Math.max(0, Math.ceil((deadlineMs - clock.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick(left()), 500);
    return () => clearInterval(timer);
  }, [deadlineMs]);
  return left();
}
