/** Who gets which cards of a deck: card by card from mano round the table (rules.md 3), the muestra last. */

export const HAND_SIZE = 3;

/** What the seats got, and the card turned up, if any. */
export interface Deal {
  readonly hands: ReadonlyMap<number, readonly string[]>;
  readonly muestra: string | null;
}

/** The seats in the order in which each deal goes round. Duels follow a deal to everybody and count from it (rules.md 11). */
export function orders(seats: number, dealers: readonly number[], deals: readonly Deal[]): number[][] {
  let duel = 0;
  return deals.map((deal, number) => {
    const dealer = dealers[number]!;
    if (deal.hands.size === seats) {
      duel = 0;
      return Array.from({ length: seats }, (_, place) => (dealer + 1 + place) % seats);
    }
    const mano = (dealer + 1 + duel++) % seats;
    return [mano, (mano + seats / 2) % seats];
  });
}

/** What the seat at `place` of the order gets of the deck. */
export function handOf(deck: readonly string[], order: readonly number[], place: number): string[] {
  return Array.from({ length: HAND_SIZE }, (_, round) => deck[round * order.length + place]!);
}

/** The other way round: the top of the deck that gave the seats these cards. Every seat of the order must have a hand. */
export function top(deal: Deal, order: readonly number[]): string[] {
  const rounds = Array.from({ length: HAND_SIZE }, (_, round) => order.map((seat) => deal.hands.get(seat)![round]!));
  return [...rounds.flat(), ...(deal.muestra === null ? [] : [deal.muestra])];
}
