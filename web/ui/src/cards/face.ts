import { parseCard, type Rank, type Suit } from "./deck";
import { caballo, rey, sota } from "./figures";
import { GOLD, PALETTES, PAPER } from "./palette";
import { pips, symbol } from "./pips";

/** A card's width and height in its own units. */
export const WIDTH = 100;
export const HEIGHT = 156;

/** How often each suit's frame is broken: the old Spanish mark that names the suit at the card's edge. */
const PINTA: Readonly<Record<Suit, number>> = { o: 0, c: 1, e: 2, b: 3 };

/** The face of a card as SVG text; throws on anything that is not a card. */
export function faceSvg(card: string): string {
  const { rank, suit } = parseCard(card);
  return document_(`<rect ${EDGE} fill="${PAPER}" stroke="#b9a98a"/>` + frame(suit) + picture(rank, suit) + index(rank, suit));
}

/** The back of every card as SVG text: the Sun of May that both flags share. */
export function backSvg(): string {
  const rays = Array.from({ length: 16 }, (_, ray) => {
    const straight = ray % 2 === 0;
    const path = straight ? "M-3-13 0-30 3-13Z" : "M-2.6-13C-6-18 1-21-2.4-27 4-22-.6-18 2.6-13Z";
    return `<path d="${path}" transform="rotate(${ray * 22.5})"/>`;
  }).join("");
  return document_(
    '<defs><pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">' +
      '<rect width="10" height="10" fill="#8d2430"/><path d="M0 0H10M0 0V10" stroke="#b9525a" stroke-width="1.6"/>' +
      '<circle cx="5" cy="5" r="1.3" fill="#e0a2a0"/></pattern></defs>' +
      `<rect ${EDGE} fill="${PAPER}" stroke="#b9a98a"/><rect x="7" y="7" width="86" height="142" rx="6" fill="url(#p)" stroke="#6e1822" stroke-width="1.5"/>` +
      `<g transform="translate(50 78)"><circle r="34" fill="#6e1822" stroke="${GOLD}" stroke-width="1.5"/>` +
      `<g fill="${GOLD}">${rays}</g><circle r="12.5" fill="#f8d467" stroke="#9a6510" stroke-width="1.2"/>` +
      '<g fill="none" stroke="#9a6510" stroke-width="1.2" stroke-linecap="round"><path d="M-5.5-3q1.8-1.6 3.6 0M1.9-3q1.8-1.6 3.6 0M0-2v4M-4 5.2q4 3 8 0"/></g></g>',
  );
}

const EDGE = 'x=".75" y=".75" width="98.5" height="154.5" rx="9" stroke-width="1.5"';

function document_(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`;
}

function frame(suit: Suit): string {
  const gaps = Array.from({ length: PINTA[suit] }, (_, gap) => 50 + (gap - (PINTA[suit] - 1) / 2) * 15);
  const breaks = gaps.map((x) => `M${x - 3} 6h6M${x - 3} 150h6`).join("");
  return (
    `<rect x="6" y="6" width="88" height="144" rx="5" fill="none" stroke="${PALETTES[suit].dark}" stroke-width="1.5"/>` +
    (breaks && `<path d="${breaks}" stroke="${PAPER}" stroke-width="3"/>`)
  );
}

function picture(rank: Rank, suit: Suit): string {
  if (rank === 10) return sota(suit);
  if (rank === 11) return caballo(suit);
  if (rank === 12) return rey(suit);
  return pips(rank, suit).map((pip) => symbol(suit, pip)).join("");
}

/** The number in two opposite corners, with a paper edge so that it reads over a figure. */
function index(rank: Rank, suit: Suit): string {
  const text =
    `<text x="9.5" y="29" font-family="Georgia,'Noto Serif','DejaVu Serif',serif" font-weight="700" font-size="${rank > 9 ? 22 : 25}" letter-spacing="${rank > 9 ? -2 : 0}" ` +
    `fill="${PALETTES[suit].dark}" stroke="${PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${rank}</text>`;
  return `${text}<g transform="rotate(180 50 78)">${text}</g>`;
}
