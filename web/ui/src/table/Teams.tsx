import { TableStatus, type SeatInfo, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { teamName } from "./seating";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly update: TableUpdate;
  /** Whether the viewer opened the table. */
  readonly host: boolean;
  readonly busy: boolean;
  /** Sits down, for who does not sit yet. */
  readonly onJoin: (seat: number) => void;
}

/** Both teams before the match, each seat with what the viewer may do with it. */
export function Teams({ session, update, host, busy, onJoin }: Props) {
  const seats = update.table?.seats ?? [];
  const shut = busy || update.table?.status !== TableStatus.OPEN;
  return (
    <div class="teams">
      {[0, 1].map((team) => (
        <section key={team} class="team" data-team={team} aria-label={teamName(team, update.seat)}>
          <h2>{teamName(team, update.seat)}</h2>
          <ul>
            {seats.filter((info) => info.seat % 2 === team).map((info) => (
              <TeamSeat key={info.seat} info={info} session={session} own={update.seat} host={host} shut={shut} onJoin={onJoin} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface SeatProps {
  readonly info: SeatInfo;
  readonly session: TableSession;
  readonly own: number | undefined;
  readonly host: boolean;
  readonly shut: boolean;
  readonly onJoin: (seat: number) => void;
}

function TeamSeat({ info, session, own, host, shut, onJoin }: SeatProps) {
  const { waiting, table, common } = texts;
  const { seat } = info;
  const empty = !info.playerId;
  return (
    <li class="waiting-seat" data-team={seat % 2} data-empty={empty} data-own={seat === own} data-testid={`seat-${seat}`}>
      {empty ? <span class="portrait portrait-empty" /> : <Avatar name={info.name} bot={info.bot} />}
      <span class="name-text">{empty ? table.empty : info.name}</span>
      {seat === own && <span class="badge">{common.you}</span>}
      {info.bot && <span class="badge">{common.bot}</span>}
      {empty && own === undefined && <button class="button button-main" data-testid={`join-${seat}`} disabled={shut} onClick={() => onJoin(seat)}>{waiting.join}</button>}
      {own !== undefined && seat !== own && (empty || info.bot) && (
        <button class="button button-plain" data-testid={`move-${seat}`} disabled={shut} onClick={() => void session.changeSeat(seat)}>{waiting.move}</button>
      )}
      {host && !empty && seat !== own && (
        <button class="button button-plain" data-testid={`remove-${seat}`} aria-label={waiting.removeName(info.name)} disabled={shut} onClick={() => void session.remove(seat)}>{waiting.remove}</button>
      )}
    </li>
  );
}
