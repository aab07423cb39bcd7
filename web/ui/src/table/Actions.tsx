import { ActionKind, type Action, type View } from "../gen/truco/rules/v1/rules_pb";
import { ConfirmButton } from "../common/ConfirmButton";
import { texts } from "../i18n";
import { allows, groupsOf } from "./calls";
import type { TableSession } from "./session";
import { buttonWords } from "./words";

interface Props {
  readonly session: TableSession;
  readonly view: View;
  readonly covering: boolean;
  readonly onCover: (covering: boolean) => void;
  readonly busy: boolean;
}

/** What the viewer may say now, and nothing else. */
export function Actions({ session, view, covering, onCover, busy }: Props) {
  const mazo = view.legal.find((action) => action.kind === ActionKind.MAZO);
  const mayCover = allows(view.legal, ActionKind.DOWN);
  return (
    <div class="actions" data-testid="actions">
      <div class="calls">
        {groupsOf(view.legal).map(({ name, actions }) => (
          <div key={name} class="call-group" role="group" aria-label={texts.groups[name]} data-group={name} data-count={actions.length}>
            {actions.map((action) => <Call key={action.kind} action={action} disabled={busy} onSay={() => void session.act(action)} />)}
          </div>
        ))}
      </div>
      <div class="calls calls-quiet">
        {mayCover && (
          <button class="button button-quiet" data-testid="toggle-down" aria-pressed={covering} onClick={() => onCover(!covering)}>
            {covering ? texts.table.covered : texts.table.cover}
          </button>
        )}
        {mazo && (
          <ConfirmButton testId={testId(mazo)} sure={texts.table.mazoSure} disabled={busy} onConfirm={() => void session.act(mazo)}>
            {texts.table.mazo}
          </ConfirmButton>
        )}
      </div>
    </div>
  );
}

const STYLE: Partial<Record<ActionKind, string>> = {
  [ActionKind.QUIERO]: "button-main",
  [ActionKind.NO_QUIERO]: "button-danger",
};

interface CallProps {
  readonly action: Action;
  readonly disabled: boolean;
  readonly onSay: () => void;
}

function Call({ action, disabled, onSay }: CallProps) {
  return (
    <button class={`button call ${STYLE[action.kind] ?? ""}`} data-testid={testId(action)} disabled={disabled} onClick={onSay}>
      {buttonWords(action.kind)}
    </button>
  );
}

/** The name under which tests find the action's button, e.g. `action-real-envido`. */
function testId(action: Action): string {
  return `action-${ActionKind[action.kind].toLowerCase().replaceAll("_", "-")}`;
}
