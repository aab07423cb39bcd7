import { CardImage } from "../cards/Card";
import { cardText, texts } from "../i18n";

/** The card turned up beside the deck (rules.md 2). */
export function Muestra({ card }: { readonly card: string }) {
  return (
    <div class="muestra" key={card} data-testid="muestra" data-card={card}>
      <span class="muestra-deck" aria-hidden="true"><CardImage card="" /></span>
      <span class="muestra-card"><CardImage card={card} alt={texts.table.muestra(cardText(card))} /></span>
    </div>
  );
}
