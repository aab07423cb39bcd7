/** A small portrait, always the same for the same name. */

const BACKS = ["#2f6fb0", "#b8452f", "#3a7d3c", "#8a5aa8", "#c07a1e", "#2a8a86", "#a8456f", "#5b6b82"];
const SKINS = ["#f3d0aa", "#e5b58a", "#c98f62", "#9c6840"];
const HAIRS = ["#2c1b12", "#5a3520", "#8a5a2b", "#c99a4a", "#6d6d70"];
const TOPS = [
  // boina, sombrero, short hair, long hair, bald with side hair, bun
  (hair: string): string => `<path d="M13 20q11-8 22 0l1-4q-3-7-13-7-9 0-12 7Z" fill="#1f2937"/><path d="M12 20q12-5 24 0-12-2-24 0Z" fill="${hair}"/><path d="M24 8l1-3" stroke="#1f2937" stroke-width="2"/>`,
  (): string => '<path d="M7 18q17-6 34 0 1 3-2 3-15-5-30 0-3 0-2-3Z" fill="#4b2b19"/><path d="M15 17q0-9 4-9 5 2 10 0 4 0 4 9-9-3-18 0Z" fill="#6b4026"/><path d="M15 15q9-3 18 0v2.5q-9-3-18 0Z" fill="#b8452f"/>',
  (hair: string): string => `<path d="M13 23q-2-14 11-14t11 14q-2-7-6-8-6 2-11-1-3 2-5 9Z" fill="${hair}"/>`,
  (hair: string): string => `<path d="M12 36q-5-27 12-27t12 27l-4-1q3-12-1-18-7 2-13-1-4 7-2 19Z" fill="${hair}"/>`,
  (hair: string): string => `<path d="M13.5 27q-3-6 0-10l1.5 4ZM34.5 27q3-6 0-10l-1.5 4Z" fill="${hair}"/><path d="M19 13q5-2 10 0" stroke="#fff" stroke-opacity=".5" stroke-width="1.5" fill="none"/>`,
  (hair: string): string => `<circle cx="24" cy="8" r="5" fill="${hair}"/><path d="M13 24q-1-14 11-14t11 14q-3-8-11-9-8 1-11 9Z" fill="${hair}"/>`,
];
const MOUTHS = [
  '<path d="M20 30.5q4 3.5 8 0" fill="none" stroke="#8a3b2a" stroke-width="1.5" stroke-linecap="round"/>',
  '<path d="M20 30q4 5 8 0Z" fill="#8a3b2a"/>',
  '<path d="M17 29q3.5-3 7-.5 3.5-2.5 7 .5-3.5 2-7 .8-3.5 1.2-7-.8Z" fill="#2c1b12"/>',
  '<path d="M15 27q1 11 9 12 8-1 9-12-3 3-5 2.5-4-1.5-8 0-2 .5-5-2.5Z" fill="#3a2416"/><path d="M21.5 32.5h5" stroke="#c9573f" stroke-width="1.5" stroke-linecap="round"/>',
];
const METALS = ["#d8e2ec", "#e8d9b8", "#cfe3d2", "#e6cfd6", "#c9d6ea"];
const LIGHTS = ["#7be3c0", "#ffd15c", "#ff8f7a", "#8fc7ff", "#d5a6ff"];

function robot(seed: number): string {
  const [back, metal, light] = [of(BACKS, seed), of(METALS, seed >>> 3), of(LIGHTS, seed >>> 6)];
  return (
    `<rect width="48" height="48" fill="${back}"/><rect width="48" height="48" fill="#14202c" fill-opacity=".45"/>` +
    '<path d="M24 12V6" stroke="#fff" stroke-width="2"/>' +
    `<circle cx="24" cy="6" r="2.5" fill="${light}"/>` +
    `<rect x="11" y="12" width="26" height="22" rx="${3 + (seed % 8)}" fill="${metal}"/><rect x="15" y="17" width="18" height="9" rx="4.5" fill="#1d2b3a"/>` +
    `<g fill="${light}"><circle cx="20" cy="21.5" r="2.2"/><circle cx="28" cy="21.5" r="2.2"/></g>` +
    '<path d="M19 30h10" stroke="#5b6b7c" stroke-width="2" stroke-linecap="round"/>' +
    `<path d="M8 48q2-11 16-11t16 11Z" fill="${metal}" fill-opacity=".8"/>`
  );
}

/** The portrait as SVG text. */
export function avatarSvg(name: string, bot: boolean): string {
  const body = (bot ? robot : person)(hash(name));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${body}</svg>`;
}

function person(seed: number): string {
  const [back, skin, hair] = [of(BACKS, seed), of(SKINS, seed >>> 3), of(HAIRS, seed >>> 6)];
  return (
    `<rect width="48" height="48" fill="${back}"/><path d="M7 48q2-10 17-10t17 10Z" fill="#fdf8ec" fill-opacity=".85"/>` +
    `<rect x="20.5" y="32" width="7" height="8" fill="${skin}"/><ellipse cx="24" cy="24.5" rx="10.5" ry="12" fill="${skin}"/>` +
    '<g fill="#2c1b12"><circle cx="20" cy="24" r="1.4"/><circle cx="28" cy="24" r="1.4"/></g>' +
    of(MOUTHS, seed >>> 9) +
    of(TOPS, seed >>> 12)(hair)
  );
}

function of<T>(items: readonly T[], seed: number): T {
  return items[seed % items.length] as T;
}

/** FNV-1a: the same on every device. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

export function Avatar({ name, bot = false }: { readonly name: string; readonly bot?: boolean }) {
  return <img class="portrait" alt="" src={`data:image/svg+xml,${encodeURIComponent(avatarSvg(name, bot))}`} />;
}
