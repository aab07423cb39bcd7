import type { SeatInfo } from "../gen/truco/play/v1/play_pb";
import { useNow } from "../common/now";
import { texts } from "../i18n";
import { countdown } from "./countdown";

const HURRY_S = 10;
const SHOWN_S = 30;
const TICK_MS = 500;

interface Props {
  readonly info: SeatInfo;
  readonly turnSeconds: number;
}

/** The time that an awaited seat has left; its bank in another colour. */
export function Timer({ info, turnSeconds }: Props) {
  const now = useNow(TICK_MS);
  if (!info.deadlineMs) return null;
  const { part, seconds, share } = countdown({ deadlineMs: Number(info.deadlineMs), bankMs: Number(info.bankMs), turnSeconds }, now);
  const words = part === "bank" ? texts.table.bankLeft : texts.table.secondsLeft;
  return (
    <span class="timer" role="timer" data-part={part} data-hurry={seconds <= HURRY_S} aria-label={words(seconds)} title={words(seconds)}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18.5" />
        <circle class="timer-left" cx="20" cy="20" r="18.5" pathLength={1} stroke-dasharray={`${share} 1`} />
      </svg>
      {(part === "bank" || seconds <= SHOWN_S) && <span class="timer-seconds" aria-hidden="true">{seconds}</span>}
    </span>
  );
}
