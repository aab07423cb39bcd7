import { useState } from "preact/hooks";

import type { SeatInfo, TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Avatar } from "../common/Avatar";
import { texts } from "../i18n";
import { rulesetWords } from "../rules/words";
import type { Links } from "./links";
import { Rules } from "./Rules";
import { emptySeats } from "./seating";
import type { TableSession, TableState } from "./session";
import { Share } from "./Share";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly links: Links;
}

/** A table that waits for players: who is there, how to bring others, and how to leave. */
export function Waiting({ session, state, update, links }: Props) {
  const [rules, setRules] = useState(false);
  const seats = update.table?.seats ?? [];
  const empty = emptySeats(seats).length;
  const mine = update.seat === undefined ? undefined : seats.find((info) => info.seat === update.seat);
  const creator = mine !== undefined && mine.playerId === update.table?.creatorId;
  const leave = (): void => void session.leave().then((left) => left && location.assign(links.lobby));
  return (
    <section class="waiting panel" data-testid="waiting">
      <h1>{texts.waiting.title}</h1>
      <p class="soft" data-testid="ruleset">{rulesetWords(update.table?.ruleset).join(" · ")}</p>
      <p role="status" data-testid="status">{texts.waiting.missing(empty)}</p>
      <ul class="waiting-seats">
        {seats.map((info) => (
          <WaitingSeat key={info.seat} info={info} onJoin={mine ? undefined : () => void session.join(info.seat)} busy={state.busy} />
        ))}
      </ul>
      {mine && <Share url={location.origin + links.table(session.tableId)} />}
      {creator && empty > 0 && (
        <div class="dialog-buttons">
          <button class="button button-main" data-testid="fill-bots" disabled={state.busy} onClick={() => void session.addBots(empty)}>{texts.waiting.bots}</button>
          {empty > 1 && <button class="button" data-testid="add-bot" disabled={state.busy} onClick={() => void session.addBots(1)}>{texts.waiting.oneBot}</button>}
        </div>
      )}
      <div class="dialog-buttons">
        <button class="button button-plain" data-testid="open-rules" onClick={() => setRules(true)}>{texts.tableRules.open}</button>
        {mine ? (
          <button class="button button-plain" data-testid="leave" disabled={state.busy} onClick={leave}>{texts.table.leaveOpen}</button>
        ) : (
          <a class="button button-plain" href={links.lobby}>{texts.common.back}</a>
        )}
      </div>
      {rules && <Rules session={session} table={update.table} onClose={() => setRules(false)} />}
    </section>
  );
}

interface SeatProps {
  readonly info: SeatInfo;
  /** Sits down there; nothing for who sits already. */
  readonly onJoin: (() => void) | undefined;
  readonly busy: boolean;
}

function WaitingSeat({ info, onJoin, busy }: SeatProps) {
  if (!info.playerId) {
    return (
      <li class="waiting-seat" data-team={info.seat % 2} data-empty="true">
        {onJoin ? <button class="button button-main" data-testid={`join-${info.seat}`} disabled={busy} onClick={onJoin}>{texts.waiting.join}</button> : texts.table.empty}
      </li>
    );
  }
  return (
    <li class="waiting-seat" data-team={info.seat % 2}>
      <Avatar name={info.name} bot={info.bot} />
      <span class="name-text">{info.name}</span>
      {info.bot && <span class="badge">{texts.common.bot}</span>}
    </li>
  );
}
