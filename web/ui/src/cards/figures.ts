import type { Suit } from "./deck";
import { GOLD, GOLD_DARK, INK, PALETTES, SKIN } from "./palette";
import { symbol } from "./pips";

const HAIR: Readonly<Record<Suit, string>> = { e: "#3b2416", b: "#7a3f17", o: "#c98a2b", c: "#54301a" };
const LINE = `stroke="${INK}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"`;

/** What a figure holds up at the right of its card. */
function held(suit: Suit, x: number, y: number): string {
  const long = suit === "e" || suit === "b";
  return symbol(suit, { x, y: long ? y - 8 : y, scale: long ? 0.82 : 0.72 });
}

function ground(suit: Suit): string {
  const { light, dark } = PALETTES[suit];
  return (
    `<path d="M10 138C26 131 44 135 60 133S84 132 90 136V146H10Z" fill="${light}" opacity=".75"/>` +
    `<path d="M16 137l2-4 1 4 2.4-3.4.6 3.4M78 135l2-4 1 4 2.4-3.4.6 3.4" fill="none" stroke="${dark}" stroke-width="1"/>`
  );
}

function face(x: number, y: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="9.6" fill="${SKIN}" ${LINE}/>` +
    `<g fill="${INK}"><circle cx="${x - 3.4}" cy="${y - 0.6}" r="1.15"/><circle cx="${x + 3.4}" cy="${y - 0.6}" r="1.15"/></g>` +
    `<path d="M${x - 5.4} ${y - 3.4}q2-1.4 3.6-.2M${x + 1.8} ${y - 3.6}q1.8-1.2 3.6.2M${x} ${y}l-.9 2.6 1.6.2" fill="none" stroke="${INK}" stroke-width=".9" stroke-linecap="round"/>` +
    `<g fill="#e08a6a" opacity=".55"><circle cx="${x - 5.4}" cy="${y + 2.4}" r="1.8"/><circle cx="${x + 5.4}" cy="${y + 2.4}" r="1.8"/></g>`
  );
}

function smile(x: number, y: number): string {
  return `<path d="M${x - 2.8} ${y + 4.6}q2.8 2 5.6 0" fill="none" stroke="#9c3b2a" stroke-width="1.3" stroke-linecap="round"/>`;
}

/** Rank 10: the page, on foot. */
export function sota(suit: Suit): string {
  const { main, dark, light, accent } = PALETTES[suit];
  return (
    ground(suit) +
    `<g ${LINE}><path d="M36 100l-1 32h9l3-28ZM51 100l2 32h9l-3-34Z" fill="${light}"/>` +
    `<path d="M34.6 130h9.4l.5 5.5H29.5q.6-4.6 5.1-5.5ZM53 130h9.4q4.6.9 5.2 5.5H53Z" fill="${dark}"/>` +
    // the arm that hangs, the tunic, its skirt and the arm that holds the symbol
    `<path d="M33 62C25 68 23 80 25 92l6 .6C30 84 33 77 38 72Z" fill="${main}"/><circle cx="28.3" cy="94.5" r="3.5" fill="${SKIN}"/>` +
    `<path d="M36 59h24l4 24 4 24c-12 4-28 4-40 0l4-24Z" fill="${main}"/>` +
    `<path d="M44 59h8l2 49.5h-12Z" fill="${light}"/>` +
    `<path d="M30 103.5c12 4 24 4 36.5 0l1.5 4.5c-12 4-28 4-40 0Z" fill="${accent}"/>` +
    `<path d="M32 81.5h32l.6 5H31.4Z" fill="${GOLD}"/><rect x="45" y="80.6" width="6.5" height="6.8" rx="1" fill="${GOLD_DARK}"/>` +
    `<path d="M58 60C66 62 72 66 77 73l-5 5C68 73 63 71 58 71Z" fill="${main}"/>` +
    `<path d="M38 59q10 6 20 0l2 5q-12 7-24 0Z" fill="#fffaf0"/>` +
    `<path d="M37 44c-3 8-2 14-1 16h24c1-3 2-9-1-16Z" fill="${HAIR[suit]}"/></g>` +
    face(48, 46) + smile(48, 46) +
    `<g ${LINE}><path d="M37.5 41c6-3.5 15-3.5 21 0l.5-4.5c-7-3-15-3-22 0Z" fill="${accent}"/>` +
    `<path d="M36 37C33 27 44 21 53 23c7 1.5 9 8 7 14-8-3-16-3-24 0Z" fill="${main}"/>` +
    `<path d="M55 25C60 16 70 15 73 20c-5 0-9 3-11 9Z" fill="#fffaf0"/></g>` +
    held(suit, 78, 58) +
    `<circle cx="76" cy="76" r="4" fill="${SKIN}" ${LINE}/>`
  );
}

/** Rank 11: the knight, on horseback. */
export function caballo(suit: Suit): string {
  const { main, dark, light, accent, horse } = PALETTES[suit];
  return (
    ground(suit) +
    `<g ${LINE}><path d="M79 92c10 2 12 14 8 28-3-2-5-4-5-8-1-6-3-9-7-11Z" fill="${HAIR[suit]}"/>` +
    // far legs, body with neck and head, near legs
    `<path d="M39 104l-13 7-2 11 6 2 1-8 13-3ZM72 104l5 14-4 15h6l5-15-3-15Z" fill="${horse}" style="filter:brightness(.85)"/>` +
    `<path d="M80 90C74 84 62 86 52 87 47 84 44 76 41 69l-5-7c-2-2-4-1-5 1-8 3-14 11-17 19-1 4 2 7 6 6l7-4c3-1 5 0 5 4-1 10 1 18 8 22 12 5 28 4 36-1 8-5 9-14 4-19Z" fill="${horse}"/>` +
    `<path d="M38 107l-7 12 4 14h7l-3-13 8-10ZM64 108l4 12-5 13h7l5-13-2-14Z" fill="${horse}"/>` +
    `<path d="M34 131h8l1 4h-11ZM62.5 131h8l1 4h-11ZM72.5 131h7l1 4h-9.5ZM23 120l6.5 2.5-.5 3.5-7-2Z" fill="${INK}"/>` +
    // mane, eye, nostril and bridle
    `<path d="M36 61c6 3 10 12 13 26-5-1-8-4-9-9-3-2-4-5-4-9-2-2-2-5 0-8Z" fill="${HAIR[suit]}"/>` +
    `<path d="M31 62l-1-6 5 4Z" fill="${horse}"/></g>` +
    `<circle cx="27" cy="71" r="1.5" fill="${INK}"/><circle cx="16.8" cy="83" r="1" fill="${INK}"/>` +
    `<path d="M21 72c1 5 3 9 5 12M19 86c10 0 20 2 32 1" fill="none" stroke="${accent}" stroke-width="1.8"/>` +
    // saddle cloth, leg, body and arms of the rider
    `<g ${LINE}><path d="M45 88c9-3 20-3 27-1l2 15c-9 4-22 4-30 1Z" fill="${accent}"/>` +
    `<path d="M44.5 99.5c9 3 20 3 29.2-.6l.4 3.6c-9 4-22 4-30 1Z" fill="${GOLD}"/>` +
    `<path d="M52 82l-3 22 2 8 7 1 2-8 4-19Z" fill="${light}"/><path d="M49 108l9 3-1 7-13-1q1-4 5-5Z" fill="${dark}"/>` +
    `<path d="M46 58h21l4 30c-9 3-19 3-27 0Z" fill="${main}"/><path d="M44.6 82h25.6l.6 4.6H44.2Z" fill="${GOLD}"/>` +
    `<path d="M48 59c-4 6-7 14-4 25l5-1c-1-7 1-12 4-16Z" fill="${main}"/><circle cx="46" cy="86" r="3.3" fill="${SKIN}"/>` +
    `<path d="M64 58c6 1 11 4 16 10l-5 5c-3-4-7-6-11-6Z" fill="${main}"/>` +
    `<path d="M46 57q10 6 20 0l1 4q-11 7-22 0Z" fill="#fffaf0"/>` +
    `<path d="M46 40c-3 6-3 13-2 18h23c2-5 1-12-1-18Z" fill="${HAIR[suit]}"/></g>` +
    face(56, 44) + smile(56, 44) +
    `<g ${LINE}><path d="M42 37c8-5 20-5 29 0 1 3-1 3-3 3-8-3-15-3-23 0-2 0-4 0-3-3Z" fill="${dark}"/>` +
    `<path d="M46.5 35c0-8 4-12 10-12s10 4 10.5 12c-7-2.5-14-2.5-20.5 0Z" fill="${main}"/>` +
    `<path d="M46.6 32c7-2.6 13.5-2.6 20.2 0l.2 3c-7-2.5-14-2.5-20.5 0Z" fill="${GOLD}"/></g>` +
    held(suit, 80, 54) +
    `<circle cx="78.5" cy="71" r="3.9" fill="${SKIN}" ${LINE}/>`
  );
}

/** Rank 12: the king. */
export function rey(suit: Suit): string {
  const { main, dark, light, accent } = PALETTES[suit];
  const spots = [25, 33, 41, 49, 57, 65].map((x) => `<path d="M${x} 131l1.5 4h-3Z"/>`).join("");
  return (
    ground(suit) +
    // cloak, robe with its front, hem of ermine
    `<g ${LINE}><path d="M32 60C20 72 16 104 15 137h15l8-60ZM62 60c9 10 13 40 15 77H62L56 77Z" fill="${dark}"/>` +
    `<path d="M34 59h26l13 78H21Z" fill="${main}"/><path d="M42 60h10l5 77H37Z" fill="${light}"/>` +
    `<path d="M21.9 128.5h50L73 137H21Z" fill="#fffaf0"/></g><g fill="${INK}">${spots}</g>` +
    `<g fill="${accent}"><path d="M47 92l3.6 5-3.6 5-3.6-5ZM47 110l3.6 5-3.6 5-3.6-5Z"/></g>` +
    `<g ${LINE}><path d="M30.8 82h32.6l.8 5H30Z" fill="${GOLD}"/>` +
    `<path d="M34 60C25 66 22 76 24 88l8 2c0-7 3-13 8-17Z" fill="${main}"/><path d="M22.8 85l10 1.6-.6 4-9.4-1.6Z" fill="#fffaf0"/>` +
    `<circle cx="28.5" cy="93.5" r="3.6" fill="${SKIN}"/>` +
    `<path d="M58 59C67 61 74 66 79 73l-6 6C68 74 63 72 58 73Z" fill="${main}"/>` +
    `<path d="M33 61c8 8 20 8 28 0l3 7c-10 9-24 9-34 0Z" fill="#fffaf0"/></g>` +
    `<g fill="${INK}"><circle cx="38" cy="68.5" r="1"/><circle cx="47" cy="70.5" r="1"/><circle cx="56" cy="68.5" r="1"/></g>` +
    `<path d="M36 42c-3 7-2 15 1 19h20c3-4 4-12 1-19Z" fill="${HAIR[suit]}" ${LINE}/>` +
    face(47, 46) +
    `<g ${LINE}><path d="M37.4 47c-1 12 3 21 9.6 24 6.6-3 10.6-12 9.6-24-2 4-5 5-9.6 5s-7.6-1-9.6-5Z" fill="${HAIR[suit]}"/>` +
    `<path d="M43 55.6q4 2 8 0" fill="none" stroke="#c9573f" stroke-width="1.6"/>` +
    `<path d="M36.5 40 33.5 24l8 6 5.5-9 5.5 9 8-6-3 16c-7-2.5-14-2.5-21 0Z" fill="${GOLD}"/>` +
    `<path d="M36.5 40c7-2.5 14-2.5 21 0l.7-4c-7-2.5-15-2.5-22.4 0Z" fill="${GOLD_DARK}"/></g>` +
    `<g fill="${accent}" stroke="${INK}" stroke-width=".7"><circle cx="33.5" cy="23.5" r="2"/><circle cx="47" cy="20.5" r="2.2"/><circle cx="60.5" cy="23.5" r="2"/></g>` +
    held(suit, 79, 57) +
    `<circle cx="77" cy="76" r="4.2" fill="${SKIN}" ${LINE}/>`
  );
}
