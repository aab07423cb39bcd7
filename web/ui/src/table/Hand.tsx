import { ActionKind, type Action, type View } from "../gen/truco/rules/v1/rules_pb";
import { CardImage } from "../cards/Card";
import { cardText, texts } from "../i18n";
import type { TableSession } from "./session";

interface Props {
  readonly session: TableSession;
  readonly view: View;
  /** Whether the next card goes face down. */
  readonly covering: boolean;
  readonly onPlayed: () => void;
  readonly busy: boolean;
}

/** The viewer's cards; one can be tapped only when it may be played. */
export function Hand({ session, view, covering, onPlayed, busy }: Props) {
  const kind = covering ? ActionKind.DOWN : ActionKind.PLAY;
  const play = (action: Action): void => {
    onPlayed();
    void session.act(action);
  };
  return (
    <div class="hand" role="group" aria-label={texts.table.hand} data-testid="hand" data-number={view.hand} data-covering={covering}>
      {view.cards.map((card) => (
        <CardButton key={card} card={card} action={view.legal.find((action) => action.kind === kind && action.card === card)} busy={busy} onPlay={play} />
      ))}
    </div>
  );
}

interface CardProps {
  readonly card: string;
  readonly action: Action | undefined;
  readonly busy: boolean;
  readonly onPlay: (action: Action) => void;
}

function CardButton({ card, action, busy, onPlay }: CardProps) {
  const words = action?.kind === ActionKind.DOWN ? texts.table.playDown : texts.table.playCard;
  const label = action ? words(cardText(card)) : cardText(card);
  return (
    <button class="card" data-testid={`card-${card}`} aria-label={label} disabled={!action || busy} data-legal={action !== undefined} onClick={() => action && onPlay(action)}>
      <CardImage card={card} />
    </button>
  );
}
