import { useState } from "preact/hooks";

import { TableStatus, type TableInfo, type TableUpdate } from "../gen/truco/play/v1/play_pb";
import { PasswordDialog } from "../common/PasswordDialog";
import { Share } from "../common/Share";
import { texts } from "../i18n";
import { about, hostOf } from "../lobby/OpenTables";
import { rulesetWords } from "../rules/words";
import { TalkPanel } from "../talk/TalkPanel";
import type { Links } from "./links";
import { Rules } from "./Rules";
import { emptySeats, seatInfo } from "./seating";
import type { TableSession, TableState } from "./session";
import { StartRefused } from "./StartRefused";
import { Teams } from "./Teams";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly playerId: string;
  readonly links: Links;
}

/** A table before its match: who is there and in which team, how to bring others, how it starts, and how to leave. */
export function Waiting({ session, state, update, playerId, links }: Props) {
  const [rules, setRules] = useState(false);
  const [wanted, setWanted] = useState<number>();
  const { table } = update;
  if (!table) return null;
  const mine = update.seat !== undefined;
  const host = mine && seatInfo(update, update.seat ?? 0)?.playerId === table.creatorId;
  const join = (seat: number): void => (table.hasPassword ? setWanted(seat) : void session.join({ seat }));
  const leave = (): void => void session.leave().then((left) => left && location.assign(links.lobby));
  return (
    <section class="waiting panel" data-testid="waiting" data-status={TableStatus[table.status]}>
      <h1>{title(table)}</h1>
      <p class="soft" data-testid="ruleset">{factsOf(table).join(" · ")}</p>
      <p role="status" data-testid="status">{statusOf(table, host)}</p>
      <StartRefused table={table} names={state.names} playerId={playerId} />
      <Teams session={session} update={update} host={host} busy={state.busy} onJoin={join} />
      {host && <HostButtons session={session} table={table} busy={state.busy} />}
      {mine && <Invite table={table} url={location.origin + links.table(session.tableId)} />}
      <div class="dialog-buttons">
        <button class="button button-plain" data-testid="open-rules" onClick={() => setRules(true)}>{texts.tableRules.open}</button>
        {mine ? (
          <button class="button button-plain" data-testid="leave" disabled={state.busy} onClick={leave}>{texts.table.leaveOpen}</button>
        ) : (
          <a class="button button-plain" href={links.lobby}>{texts.common.back}</a>
        )}
      </div>
      {mine && <TalkPanel talk={session.talks} update={update} />}
      {rules && <Rules session={session} table={table} onClose={() => setRules(false)} />}
      {wanted !== undefined && !mine && (
        <PasswordDialog
          title={texts.lobby.tableOf(hostOf(table))}
          about={about(table)}
          asksPassword
          onJoin={(password) => void session.join({ seat: wanted, password })}
          onClose={() => setWanted(undefined)}
          busy={state.busy}
          notice={state.notice}
        />
      )}
    </section>
  );
}

interface HostProps {
  readonly session: TableSession;
  readonly table: TableInfo;
  readonly busy: boolean;
}

/** What only who opened the table may do. */
function HostButtons({ session, table, busy }: HostProps) {
  const { waiting } = texts;
  const empty = emptySeats(table.seats).length;
  const shut = busy || table.status !== TableStatus.OPEN;
  const bots = empty > 0 && table.stake === 0n;
  if (!bots && table.startsWhenFull) return null;
  return (
    <div class="dialog-buttons">
      {!table.startsWhenFull && <button class="button button-main" data-testid="start" disabled={shut || empty > 0} onClick={() => void session.start()}>{waiting.start}</button>}
      {bots && <button class={`button ${table.startsWhenFull ? "button-main" : ""}`} data-testid="fill-bots" disabled={shut} onClick={() => void session.addBots(empty)}>{waiting.bots}</button>}
      {bots && empty > 1 && <button class="button" data-testid="add-bot" disabled={shut} onClick={() => void session.addBots(1)}>{waiting.oneBot}</button>}
    </div>
  );
}

/** The ways by which others come: the address, and at a private table the code. */
function Invite({ table, url }: { readonly table: TableInfo; readonly url: string }) {
  const { waiting } = texts;
  return (
    <div class="invite">
      {table.code && (
        <p class="table-code">
          <span>{waiting.code}</span>
          <strong data-testid="code">{table.code}</strong>
          {table.hasPassword && <span class="soft">{waiting.withPassword}</span>}
        </p>
      )}
      <Share url={url} label={waiting.link} />
    </div>
  );
}

function title({ status, seats }: TableInfo): string {
  const { waiting } = texts;
  if (status === TableStatus.STARTING) return waiting.starting;
  return emptySeats(seats).length > 0 ? waiting.title : waiting.full;
}

function statusOf({ status, seats, stake }: TableInfo, host: boolean): string {
  const { waiting } = texts;
  const empty = emptySeats(seats).length;
  if (status === TableStatus.STARTING) return stake > 0n ? waiting.holding : waiting.soon;
  if (empty > 0) return waiting.missing(empty);
  return host ? waiting.youStart : waiting.hostStarts;
}

/** The rules, stake and times in a few words. */
function factsOf({ ruleset, stake, turnSeconds, bankSeconds, spectatorsAllowed, ranked }: TableInfo): readonly string[] {
  const { waiting, lobby } = texts;
  const times = turnSeconds > 0 ? [waiting.times(turnSeconds, bankSeconds)] : [];
  return [
    ...rulesetWords(ruleset),
    ...(stake > 0n ? [lobby.stakeIs(Number(stake))] : []),
    ...times,
    ...(spectatorsAllowed ? [] : [waiting.noSpectators]),
    ...(ranked ? [waiting.ranked] : []),
  ];
}
