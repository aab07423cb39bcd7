import { Dialog } from "../common/Dialog";
import { texts } from "../i18n";
import type { TableSession } from "./session";

/** Asks before a match is given away (rules.md 10: a forfeit ends it for the other team). */
export function LeaveDialog({ session, onClose }: { readonly session: TableSession; readonly onClose: () => void }) {
  const { table } = texts;
  const leave = (): void => {
    onClose();
    void session.leave();
  };
  return (
    <Dialog label={table.leaveTitle} onClose={onClose} testId="leave-dialog">
      <h2>{table.leaveTitle}</h2>
      <p>{table.leaveText}</p>
      <div class="dialog-buttons">
        <button class="button" onClick={onClose}>{table.stay}</button>
        <button class="button button-danger" data-testid="leave-confirm" onClick={leave}>{table.leaveConfirm}</button>
      </div>
    </Dialog>
  );
}
