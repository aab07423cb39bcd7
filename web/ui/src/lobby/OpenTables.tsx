import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import type { Links } from "../table/links";
import { emptySeats } from "../table/seating";

interface Props {
  /** Nothing while they have not come yet. */
  readonly tables: readonly TableInfo[] | undefined;
  readonly filtered: boolean;
  /** The table at which the player sits. */
  readonly own: string | undefined;
  readonly disabled: boolean;
  readonly onJoin: (table: TableInfo) => void;
  readonly links: Links;
}

/** The tables that wait for players. */
export function OpenTables({ tables, filtered, own, disabled, onJoin, links }: Props) {
  const { lobby } = texts;
  return (
    <>
      {tables === undefined && <p class="panel panel-felt">{lobby.loading}</p>}
      {tables?.length === 0 && <p class="panel panel-felt">{filtered ? lobby.noneLikeThat : lobby.none}</p>}
      <ul>
        {tables?.map((table) => (
          <li key={table.tableId} class="panel open-table" data-testid={`open-${table.tableId}`}>
            <span class="faces">
              {table.seats.map((info) => (info.playerId ? <Avatar key={info.seat} name={info.name} bot={info.bot} /> : <span key={info.seat} class="portrait portrait-empty" />))}
            </span>
            <span class="open-about">
              <strong>{lobby.tableOf(hostOf(table))}</strong>
              <span class="soft">{about(table)}</span>
            </span>
            {table.tableId === own ? (
              <a class="button button-main" href={links.table(table.tableId)}>{lobby.return}</a>
            ) : (
              <span class="open-buttons">
                <a class="button button-plain" href={links.table(table.tableId)}>{lobby.look}</a>
                <button class="button button-main" disabled={disabled || emptySeats(table.seats).length === 0} data-testid={`join-${table.tableId}`} onClick={() => onJoin(table)}>{lobby.join}</button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The name of the player that opened the table. */
export function hostOf(table: TableInfo): string {
  return table.seats.find((info) => info.playerId === table.creatorId)?.name ?? "";
}

/** A table in a few words. */
export function about(table: TableInfo): string {
  const { common, lobby } = texts;
  const stake = table.stake > 0n ? [lobby.stakeIs(Number(table.stake))] : [];
  const lock = table.hasPassword ? [lobby.locked] : [];
  return [common.seats(table.seats.length), lobby.freeSeats(emptySeats(table.seats).length), ...stake, ...lock, ...rulesetWords(table.ruleset)].join(" · ");
}
