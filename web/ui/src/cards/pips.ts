import type { Rank, Suit } from "./deck";
import { SYMBOLS } from "./suits";

/** Where one symbol stands on the face (100 by 156 units), and how large. */
export interface Pip {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

type Points = readonly (readonly [x: number, y: number])[];
type PipRank = Exclude<Rank, 10 | 11 | 12>;
type Layout = Readonly<Record<PipRank, { readonly scale: number; readonly points: Points }>>;

const CORNERS: Points = [[31, 46], [69, 46], [31, 110], [69, 110]];

/** Coins and cups stand in rows of two. */
const ROUND: Layout = {
  1: { scale: 1.75, points: [[50, 78]] },
  2: { scale: 1.2, points: [[50, 46], [50, 110]] },
  3: { scale: 0.94, points: [[50, 34], [50, 78], [50, 122]] },
  4: { scale: 0.88, points: CORNERS },
  5: { scale: 0.76, points: [...CORNERS, [50, 78]] },
  6: { scale: 0.8, points: [[31, 42], [69, 42], [31, 78], [69, 78], [31, 114], [69, 114]] },
  7: { scale: 0.69, points: [[35, 41], [65, 41], [22, 78], [50, 78], [78, 78], [35, 115], [65, 115]] },
};

/** Swords and clubs stand side by side. */
const LONG: Layout = {
  1: { scale: 1.85, points: [[50, 79]] },
  2: { scale: 1.55, points: [[35, 79], [65, 79]] },
  3: { scale: 1.4, points: [[26, 84], [50, 72], [74, 84]] },
  4: { scale: 0.95, points: CORNERS },
  5: { scale: 0.88, points: [[27, 46], [73, 46], [50, 78], [27, 110], [73, 110]] },
  6: { scale: 0.92, points: [[26, 50], [50, 46], [74, 50], [26, 110], [50, 106], [74, 110]] },
  7: { scale: 0.86, points: [[32, 48], [53, 48], [74, 48], [20, 108], [40, 108], [60, 108], [80, 104]] },
};

/** The places of the symbols of an ace to a seven. */
export function pips(rank: PipRank, suit: Suit): readonly Pip[] {
  const { scale, points } = (suit === "o" || suit === "c" ? ROUND : LONG)[rank];
  return points.map(([x, y]) => ({ x, y, scale }));
}

/** One symbol as SVG text. */
export function symbol(suit: Suit, { x, y, scale }: Pip): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${SYMBOLS[suit]}</g>`;
}
