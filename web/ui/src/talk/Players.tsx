import { useState } from "preact/hooks";

import type { SeatInfo, TableUpdate } from "../gen/truco/play/v1/play_pb";
import { texts } from "../i18n";
import { ReportDialog } from "./ReportDialog";
import type { Talk } from "./session";

interface Props {
  readonly talk: Talk;
  readonly update: TableUpdate;
  readonly muted: ReadonlySet<string>;
}

/** The other people at the table: whom not to hear, and whom to report. */
export function Players({ talk, update, muted }: Props) {
  const [reported, setReported] = useState<SeatInfo>();
  const { talk: words } = texts;
  const people = (update.table?.seats ?? []).filter((info) => info.playerId && !info.bot && info.seat !== update.seat);
  if (people.length === 0) return null;
  return (
    <details class="talk-players" data-testid="talk-players">
      <summary>{words.players}</summary>
      <ul>
        {people.map((info) => (
          <li key={info.playerId}>
            <span class="talk-name">{info.name}</span>
            <button type="button" class="button button-plain" data-testid={`mute-${info.seat}`} aria-pressed={muted.has(info.playerId)} onClick={() => void talk.mute(info.playerId, !muted.has(info.playerId))}>
              {muted.has(info.playerId) ? words.unmute : words.mute}
            </button>
            <button type="button" class="button button-plain" data-testid={`report-${info.seat}`} onClick={() => setReported(info)}>{words.report}</button>
          </li>
        ))}
      </ul>
      {reported && <ReportDialog talk={talk} info={reported} onClose={() => setReported(undefined)} />}
    </details>
  );
}
