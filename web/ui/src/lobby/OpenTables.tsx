import type { TableInfo } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import type { Links } from "../table/links";
import { emptySeats } from "../table/seating";

interface Props {
  /** Nothing while they have not come yet. */
  readonly tables: readonly TableInfo[] | undefined;
  /** The table at which the player sits. */
  readonly own: string | undefined;
  readonly disabled: boolean;
  readonly onJoin: (tableId: string) => void;
  readonly links: Links;
}

/** The tables that wait for players. */
export function OpenTables({ tables, own, disabled, onJoin, links }: Props) {
  const { lobby } = texts;
  return (
    <section class="open-tables">
      <h2>{lobby.tables}</h2>
      {tables === undefined && <p class="panel panel-felt">{lobby.loading}</p>}
      {tables?.length === 0 && <p class="panel panel-felt">{lobby.none}</p>}
      <ul>
        {tables?.map((table) => (
          <li key={table.tableId} class="panel open-table" data-testid={`open-${table.tableId}`}>
            <span class="faces">
              {table.seats.map((info) => (info.playerId ? <Avatar key={info.seat} name={info.name} bot={info.bot} /> : <span key={info.seat} class="portrait portrait-empty" />))}
            </span>
            <span class="open-about">
              <strong>{lobby.tableOf(creatorName(table))}</strong>
              <span class="soft">{about(table)}</span>
            </span>
            {table.tableId === own ? (
              <a class="button button-main" href={links.table(table.tableId)}>{lobby.return}</a>
            ) : (
              <button class="button button-main" disabled={disabled} data-testid={`join-${table.tableId}`} onClick={() => onJoin(table.tableId)}>{lobby.join}</button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function creatorName(table: TableInfo): string {
  return table.seats.find((info) => info.playerId === table.creatorId)?.name ?? "";
}

function about(table: TableInfo): string {
  const parts = [texts.common.seats(table.seats.length), texts.lobby.freeSeats(emptySeats(table.seats).length), ...rulesetWords(table.ruleset)];
  return parts.join(" · ");
}
