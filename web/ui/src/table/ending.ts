/** How a table or a match ended, in words. */

import { TableStatus, type TableInfo } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";

const IN_VAIN: ReadonlySet<TableStatus> = new Set([TableStatus.VOIDED, TableStatus.ABANDONED, TableStatus.CLOSED]);

/** Whether it ended without a winner. */
export function endedInVain(table: TableInfo | undefined): boolean {
  return table !== undefined && IN_VAIN.has(table.status);
}

/** Why nobody won; that stakes are back is said where there were any. */
export function vainWords({ status, voidReason, stake }: TableInfo): string {
  const { ending } = texts;
  if (status === TableStatus.CLOSED) return ending.closed;
  const why = status === TableStatus.ABANDONED ? ending.abandoned : (ending.voided[voidReason] ?? ending.voidedPlain);
  return stake > 0n ? `${why} ${ending.returned}` : why;
}

/** What the match brought or cost the viewer; nothing without stakes. */
export function stakeWords({ stake }: TableInfo, won: boolean): string | undefined {
  if (stake === 0n) return undefined;
  const credits = texts.lobby.credits(Number(stake));
  return won ? texts.ending.wonStake(credits) : texts.ending.lostStake(credits);
}
