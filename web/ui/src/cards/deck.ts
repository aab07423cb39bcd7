/** Cards as rules.md 1 writes them: rank then suit letter, e.g. `1e`, `12c`. */

export const SUITS = ["e", "b", "o", "c"] as const;
export const RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12] as const;

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];

export interface CardName {
  readonly rank: Rank;
  readonly suit: Suit;
}

/** Every card of the deck, in its text form. */
export const DECK: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`));

/** Reads a card's text form; throws on anything that is not one of the forty. */
export function parseCard(text: string): CardName {
  if (!DECK.includes(text)) throw new Error(`Not a card: ${text}`);
  return { rank: Number(text.slice(0, -1)) as Rank, suit: text.slice(-1) as Suit };
}
