import { isTransient } from "./errors";

const FIRST_MS = 300;
const LONGEST_MS = 4_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The wait before try number `attempt` (from 0), with jitter so that many pages don't come back at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS) * (0.75 + random() / 2);
}

/** Repeats an idempotent call until it is answered, for at most `patienceMs`; a refusal is thrown at once. */
export async function untilAnswered<T>(
  call: () => Promise<T>,
  { patienceMs = 15_000, wait = sleep, now = Date.now } = {},
): Promise<T> {
  const end = now() + patienceMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error) || now() >= end) throw error;
      await wait(backoff(attempt));
    }
  }
}
