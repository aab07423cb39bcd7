/** The time of an awaited seat: first that of its turn, then what is left of its bank (play.proto, SeatInfo). */

export interface Clocked {
  /** When all of it is over, Unix milliseconds; 0 for a seat that is not awaited. */
  readonly deadlineMs: number;
  readonly bankMs: number;
  readonly turnSeconds: number;
}

export interface Countdown {
  readonly part: "turn" | "bank";
  /** What is left of that part, in whole seconds begun. */
  readonly seconds: number;
  /** What is left of it, from 1 to 0. */
  readonly share: number;
}

/** How the seat stands at a time of the server. */
export function countdown({ deadlineMs, bankMs, turnSeconds }: Clocked, nowMs: number): Countdown {
  const ofTurn = deadlineMs - bankMs - nowMs;
  if (ofTurn > 0) return part("turn", ofTurn, turnSeconds * 1_000);
  return part("bank", Math.max(0, deadlineMs - nowMs), bankMs);
}

function part(name: Countdown["part"], left: number, whole: number): Countdown {
  return { part: name, seconds: Math.ceil(left / 1_000), share: whole > 0 ? Math.min(1, left / whole) : 0 };
}
