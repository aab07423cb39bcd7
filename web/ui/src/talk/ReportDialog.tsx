import { useState } from "preact/hooks";

import { ReportCause, type SeatInfo } from "../gen/truco/play/v1/play_pb";
import { Dialog } from "../common/Dialog";
import { useStore } from "../common/store";
import { texts } from "../i18n";
import type { Talk } from "./session";

interface Props {
  readonly talk: Talk;
  readonly info: SeatInfo;
  readonly onClose: () => void;
}

const CAUSES = [ReportCause.ABUSE, ReportCause.COLLUSION, ReportCause.STALLING, ReportCause.NAME, ReportCause.OTHER] as const;
const LONGEST = 500;

/** Tells the moderators about a player. */
export function ReportDialog({ talk, info, onClose }: Props) {
  const { notice } = useStore(talk.store);
  const [cause, setCause] = useState<ReportCause>(ReportCause.ABUSE);
  const [text, setText] = useState("");
  const [done, setDone] = useState(false);
  const { talk: words, common, lobby } = texts;
  const title = words.reportTitle(info.name);
  const submit = (event: Event): void => {
    event.preventDefault();
    void talk.report(info.seat, cause, text.trim()).then(setDone);
  };
  return (
    <Dialog label={title} onClose={onClose} testId="report-dialog">
      <h2>{title}</h2>
      {done ? (
        <>
          <p role="status" data-testid="reported">{words.reported}</p>
          <button class="button" type="button" onClick={onClose}>{common.close}</button>
        </>
      ) : (
        <form class="dialog-form" onSubmit={submit}>
          <p class="soft">{words.reportHint}</p>
          <fieldset class="causes">
            <legend>{words.cause}</legend>
            {CAUSES.map((one) => (
              <label key={one}>
                <input type="radio" name="cause" checked={one === cause} data-testid={`cause-${ReportCause[one].toLowerCase()}`} onChange={() => setCause(one)} />
                {words.causes[ReportCause[one]]}
              </label>
            ))}
          </fieldset>
          <label class="rule">
            <span>{words.details}</span>
            <textarea class="input" rows={3} maxLength={LONGEST} data-testid="report-text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          {notice && <p class="form-notice" role="alert">{notice}</p>}
          <div class="dialog-buttons">
            <button class="button" type="button" onClick={onClose}>{lobby.cancel}</button>
            <button class="button button-danger" type="submit" data-testid="report-send">{words.reportSend}</button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
