import type { View } from "../gen/truco/rules/v1/rules_pb";
import { CardImage } from "../cards/Card";
import { cardText, texts } from "../i18n";

interface Props {
  readonly seat: number;
  readonly name: string;
  readonly view: View;
}

/** What another seat holds: backs, or its cards' corners where the rules let a partner see them. */
export function Held({ seat, name, view }: Props) {
  const cards = view.partnerCards.find((partner) => partner.seat === seat)?.cards;
  if (!cards) return <Backs count={view.cardsLeft[seat] ?? 0} />;
  return (
    <ul class="peeks" aria-label={texts.table.cardsOf(name)} data-testid={`peek-${seat}`}>
      {cards.map((card) => <li key={card} class="peek"><CardImage card={card} alt={cardText(card)} /></li>)}
    </ul>
  );
}

function Backs({ count }: { readonly count: number }) {
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => <CardImage key={index} card="" />)}
    </span>
  );
}
