import { useState } from "preact/hooks";

import type { TableUpdate } from "../gen/truco/play/v1/play_pb";
import { Dialog } from "../common/Dialog";
import { texts } from "../i18n";
import { LeaveDialog } from "./LeaveDialog";
import type { Links } from "./links";
import { Log } from "./Log";
import { Rules } from "./Rules";
import type { TableSession, TableState } from "./session";
import { Shuffle } from "./Shuffle";

interface Props {
  readonly session: TableSession;
  readonly state: TableState;
  readonly update: TableUpdate;
  readonly over: boolean;
  readonly links: Links;
}

/** What is not needed at every moment: the log on small screens, the shuffle's proof, leaving. */
export function Menu({ session, state, update, over, links }: Props) {
  const [open, setOpen] = useState<"menu" | "rules" | "leave" | undefined>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <button class="menu-button" aria-label={texts.table.menu} data-testid="menu" onClick={() => setOpen("menu")}>
        <span aria-hidden="true">☰</span>
      </button>
      {open === "menu" && (
        <Dialog label={texts.table.menu} onClose={close} testId="menu-dialog">
          <button class="button" data-testid="open-rules" onClick={() => setOpen("rules")}>{texts.tableRules.open}</button>
          <Log lines={state.log.lines} />
          <Shuffle session={session} table={update.table} />
          <div class="dialog-buttons">
            <button class="button" onClick={close}>{texts.common.close}</button>
            {over || update.seat === undefined ? (
              <a class="button" href={links.lobby}>{texts.common.back}</a>
            ) : (
              <button class="button button-danger" data-testid="leave" onClick={() => setOpen("leave")}>{texts.table.leave}</button>
            )}
          </div>
        </Dialog>
      )}
      {open === "rules" && <Rules session={session} table={update.table} onClose={close} />}
      {open === "leave" && <LeaveDialog session={session} onClose={close} />}
    </>
  );
}
