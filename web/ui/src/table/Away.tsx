import { useNow } from "../common/now";
import { texts } from "../i18n";

interface Props {
  readonly seat: number;
  /** Since when, Unix milliseconds. */
  readonly sinceMs: number;
}

/** That a player has no connection, and for how long. */
export function Away({ seat, sinceMs }: Props) {
  const seconds = Math.max(0, Math.floor((useNow() - sinceMs) / 1_000));
  return <span class="tag tag-away" data-testid={`away-${seat}`}>{texts.table.away(seconds)}</span>;
}
