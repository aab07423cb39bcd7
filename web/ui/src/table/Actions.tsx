import { ActionKind, type Action, type View } from "../gen/truco/rules/v1/rules_pb";
import { ConfirmButton } from "../common/ConfirmButton";
import { texts } from "../i18n";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly view: View;
  readonly covering: boolean;
  readonly onCover: (covering: boolean) => void;
  readonly busy: boolean;
}

const CARDS: ReadonlySet<ActionKind> = new Set([ActionKind.PLAY, ActionKind.DOWN]);

/** The order on the screen: answers first, then truco, then envido, so that no button moves under a finger. */
const ORDER = [
  ActionKind.QUIERO,
  ActionKind.NO_QUIERO,
  ActionKind.TRUCO,
  ActionKind.RETRUCO,
  ActionKind.VALE_CUATRO,
  ActionKind.ENVIDO,
  ActionKind.REAL_ENVIDO,
  ActionKind.FALTA_ENVIDO,
];

/** What the viewer may say now, and nothing else. */
export function Actions({ session, view, covering, onCover, busy }: Props) {
  const calls = view.legal.filter((action) => !CARDS.has(action.kind) && action.kind !== ActionKind.MAZO);
  const mazo = view.legal.find((action) => action.kind === ActionKind.MAZO);
  const mayCover = view.legal.some((action) => action.kind === ActionKind.DOWN);
  return (
    <div class="actions" data-testid="actions">
      <div class="calls">
        {[...calls].sort(byPlace).map((action) => (
          <button
            key={action.kind}
            class={`button call ${STYLE[action.kind] ?? ""}`}
            data-testid={testId(action)}
            disabled={busy}
            onClick={() => void session.act(action)}
          >
            {texts.actions[ActionKind[action.kind]]}
          </button>
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

function byPlace(one: Action, other: Action): number {
  return ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind);
}

/** The name under which tests find the action's button, e.g. `action-real-envido`. */
function testId(action: Action): string {
  return `action-${ActionKind[action.kind].toLowerCase().replaceAll("_", "-")}`;
}
