import { useContext, useEffect, useState } from "preact/hooks";

import { ClockContext } from "./clock";

/** The server's time now, Unix milliseconds, read again every so often. */
export function useNow(everyMs = 1_000): number {
  const clock = useContext(ClockContext);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return clock.now();
}
