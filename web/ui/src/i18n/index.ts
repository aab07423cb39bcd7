import { parseCard } from "../cards/deck";
import { es, type Texts } from "./es";

/** The texts in the page's language. */
export const texts: Texts = es;

let portalReasons: Readonly<Record<string, string>> = {};

/** Takes the portal's texts for the error reasons, so that they are written in one place. */
export function takeReasons(reasons: Readonly<Record<string, string>>): void {
  portalReasons = reasons;
}

/** What a player reads when something was refused. */
export function reasonText(reason: string): string {
  return texts.errors[reason] ?? portalReasons[reason] ?? texts.errors["INTERNAL"] ?? reason;
}

/** A card in words, or that it lies face down. */
export function cardText(card: string): string {
  if (!card) return texts.cards.back;
  const { rank, suit } = parseCard(card);
  return texts.cards.of(texts.cards.ranks[rank], texts.cards.suits[suit]);
}
